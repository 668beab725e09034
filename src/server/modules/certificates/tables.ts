import { byAccount, byPerson, settlementPapers, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  creditorSignatures: {
    title: 'Подпись за кредитора',
    holds: { name: 'signatory', origin: 'ip user_agent', code: 'text_sha256' },
    person: {
      title: 'Подписи за кредитора',
      of: byAccount,
      fate: { keep: 'Протокол подписания (63-ФЗ): пять лет после закрытия сделки' },
    },
    words: { text_sha256: 'Отпечаток текста' },
  },
  certificateRules: {
    title: 'Правило о справках',
    holds: {},
    words: { signature_id: 'Подпись', revoked_by: 'Кто отозвал' },
  },
  certificateRequests: {
    title: 'Справка к выдаче',
    holds: { code: 'kind status' },
    person: { title: 'Справки', of: byPerson, fate: { keep: settlementPapers } },
    words: {
      asked_by: 'Кто попросил',
      asked_at: 'Когда попросил',
      debt_on: 'Долг на день',
      since: 'Срок считается с',
      due_on: 'Выдать по',
      remind_on: 'Напомнить',
      reminded_at: 'Напомнили',
      issued_at: 'Выдана',
      missed_at: 'О пропуске срока сказано',
      rule_id: 'Правило о справках',
      signature_id: 'Подпись',
    },
  },
};
