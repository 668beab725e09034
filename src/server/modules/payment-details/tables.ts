import { byPerson, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  paymentDetails: {
    title: 'Платёжные реквизиты',
    holds: {
      name: 'recipient_name',
      account: 'number_sealed recipient_inn',
      code: 'kind number_mark bank_name bik corr_account',
    },
    person: { title: 'Реквизиты', of: byPerson, fate: 'delete' },
    words: {
      verified_at: 'Верифицирован',
      trusted_at: 'Проверен двумя операторами',
      bank_name: 'Банк',
      bik: 'БИК',
      corr_account: 'Корреспондентский счёт',
      number_sealed: 'Номер счёта',
      number_mark: 'Отпечаток счёта',
      recipient_name: 'Получатель',
      recipient_inn: 'ИНН получателя',
      is_default: 'Основные',
    },
  },
};
