/** The words of the journal of contacts. */
export const texts = {
  title: 'Журнал контактов',
  searchHint: 'ФИО заёмщика или № договора',
  ownSearchHint: 'Кредитор или № договора',
  columns: {
    at: 'Когда',
    kind: 'Вид',
    status: 'Состояние',
    debtor: 'Заёмщик',
    contractNumber: '№ договора',
    creditor: 'Кредитор',
    why: 'Почему не допущено или что нарушено',
    ownWhy: 'Почему',
    source: 'Откуда',
    author: 'Кто',
    note: 'Чем закончилось',
    complaint: 'Жалоба',
    failedBy: 'Кто отметил «не состоялось»',
    failedWhy: 'Почему не состоялось',
  },
  filters: {
    kind: 'Вид',
    source: 'Откуда',
    status: 'Состояние',
    from: 'С даты',
    to: 'По дату',
    against: 'Против закона или не допущено',
    legalEntityId: 'Кредитор',
    individualId: 'Заёмщик',
  },
  empty: 'Писем, звонков и встреч по закону о взыскании ещё не было.',
  load: 'Загрузить файл',
  loadLead:
    'Файл Excel или CSV со столбцами «ИНН должника», «Вид» (звонок или встреча), «Дата и время» (по часам должника). Столбцы «№ договора» и «Чем закончилось» можно добавить.',
  loaded: ({ taken, known, against }: Record<'taken' | 'known' | 'against', number>) =>
    `Записано: ${taken}. Уже было в журнале: ${known}. Из записанных против закона: ${against}.`,
  problem: (row: number, message: string) => `Строка ${row}: ${message}`,
} as const;
