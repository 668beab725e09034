import type { TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  invoiceIssuers: {
    title: 'Реквизиты для счетов',
    holds: { company: 'kpp bank_name bik corr_account account head_position', name: 'head_name accountant_name' },
    words: {
      platform_id: 'Компания-оператор',
      kpp: 'КПП',
      bank_name: 'Банк',
      bik: 'БИК',
      corr_account: 'Корр. счёт',
      account: 'Расчётный счёт',
      head_name: 'Кто подписывает',
      head_position: 'Должность подписанта',
      accountant_name: 'Главный бухгалтер',
    },
  },
  paperNumbers: {
    holds: { code: 'kind' },
  },
  invoices: {
    title: 'Счёт за вознаграждение',
    holds: { company: 'facts', code: 'number status', free: 'cancel_reason' },
    words: {
      issuer_id: 'От кого',
      month: 'Месяц',
      issued_on: 'Дата',
      due_date: 'Оплатить до',
      vat: 'НДС, коп.',
      corrected: 'Исправлено, коп.',
      paid: 'Оплачено, коп.',
      facts: 'Что в бумагах',
      reminded_on: 'Напомнили',
      cancel_reason: 'Почему аннулирован',
    },
  },
  invoiceCorrections: {
    title: 'Исправление счёта',
    holds: { free: 'facts', code: 'number' },
    words: { invoice_id: 'Счёт', issued_on: 'Дата', vat: 'НДС, коп.', facts: 'Что в бумагах', used: 'Зачтено, коп.' },
  },
  invoiceRows: {
    holds: {},
  },
  invoicePayments: {
    title: 'Оплата счёта',
    holds: { code: 'place reference' },
    words: {
      invoice_id: 'Счёт',
      used: 'Зачтено, коп.',
      place: 'Куда пришла',
      difference_id: 'Строка сверки',
      reference: 'Платёжное поручение',
    },
  },
  invoiceAllocations: {
    holds: {},
  },
};
