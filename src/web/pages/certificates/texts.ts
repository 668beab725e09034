/** The words of the list of certificates. */
export const texts = {
  title: 'Справки',
  /** In a list of certificates, where the first word says nothing. */
  kinds: { certificate: 'Об отсутствии задолженности', statement: 'О состоянии долга' },
  columns: {
    dueOn: 'Выдать по',
    kind: 'Справка',
    settlement: 'Соглашение',
    debtor: 'Заёмщик',
    creditor: 'Кредитор',
    status: 'Статус',
    late: 'Срок',
    issuedAt: 'Выдана',
    debtOn: 'Долг на',
    askedAt: 'Попросили',
  },
  inTime: 'В срок',
  isLate: 'Просрочен',
  filters: { status: 'Статус', kind: 'Справка', late: 'Срок пропущен' },
  nobodyWaits: 'Ни одна справка не ждёт подписи.',
  empty: 'Справок пока нет.',
};
