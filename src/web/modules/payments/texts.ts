/** The words of the page of payments. */
export const texts = {
  title: 'Платежи',
  searchHint: '№ платежа или соглашения, плательщик, кредитор, № договора',
  columns: {
    createdAt: 'Создан',
    number: '№',
    settlement: 'Соглашение',
    debtor: 'Плательщик',
    creditor: 'Кредитор',
    amount: 'Сумма, ₽',
    feeAmount: 'Вознаграждение, ₽',
    channel: 'Канал',
    status: 'Статус',
    valueDate: 'Зачислен',
    reconciledAt: 'Сверен',
    overpaid: 'Переплата, ₽',
    failReason: 'Причина отказа',
  },
  filters: { status: 'Статус', channel: 'Канал', settlementId: '№ записи соглашения', legalEntityId: '№ компании' },
  empty: 'Здесь появятся платежи по соглашениям.',
  own: {
    title: 'Мои платежи',
    lead: 'Что вы заплатили и что с этим стало.',
    empty: 'Платежей пока нет. Заплатить можно на странице договорённости.',
  },
};
