import type { RequestStatus } from '#domain/negotiation/request.ts';

/** Whose turn it is then, the list of settlements and their cards say. */
const atSettlement = 'В урегулировании';

/** The words of the lists of requests: on their own pages and on the cards of people, companies and registries. */
export const requestRowTexts = {
  title: 'Заявки',
  searchHint: '№ заявки, заёмщик, кредитор или № договора',
  columns: {
    number: '№',
    debtor: 'Заявитель',
    debtorInn: 'ИНН заявителя',
    creditorName: 'Кредитор',
    creditorInn: 'ИНН кредитора',
    contractNumber: 'Договор',
    contractDate: 'Дата договора',
    claimedDebt: 'Долг со слов,\u00a0₽',
    entryTotal: 'По реестру,\u00a0₽',
    desiredAmount: 'Хочет заплатить,\u00a0₽',
    status: 'Статус',
    turn: 'Чей ход',
    answerBy: 'Ответить до',
    createdAt: 'Подана',
    id: '№ записи',
  },
  filters: {
    status: 'Статус',
    archived: 'В архиве',
    createdFrom: 'Подана с',
    createdTo: 'Подана по',
    legalEntityId: 'Компания',
  },
  turns: {
    waiting: 'Заёмщик',
    search: 'Никто: ищем',
    pending: 'Кредитор',
    negotiation: atSettlement,
    waiting_for_payment: atSettlement,
    paid: atSettlement,
    closed: '—',
  } satisfies Record<RequestStatus, string>,
  empty: 'Здесь появятся заявки заёмщиков: они просят договориться об их долгах.',
};

/** The words of the lists of simple requests. */
export const simpleRowTexts = {
  title: 'Упрощённые заявки',
  searchHint: 'ФИО, кредитор или ИНН кредитора',
  columns: {
    debtor: 'Заёмщик',
    debtorInn: 'ИНН заёмщика',
    creditorName: 'Кредитор',
    creditorInn: 'ИНН кредитора',
    approxDebt: 'Долг примерно,\u00a0₽',
    stage: 'Поиск',
    disclosed: 'Имя открыто',
    createdAt: 'Подана',
    id: '№',
  },
  filters: { stage: 'Поиск', archived: 'В архиве', legalEntityId: 'Компания' },
  yes: 'Да',
  no: 'Нет',
  empty: 'Здесь появятся заёмщики, которые ищут своего кредитора.',
};
