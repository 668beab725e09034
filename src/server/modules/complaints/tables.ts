import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the table of the module holds, and what the audit calls it. */
export const tables: TablesOfModule = {
  complaints: {
    title: 'Жалоба',
    holds: { code: 'kind status contact_status finding', free: 'words answer' },
    person: {
      title: 'Жалобы',
      of: byAccount,
      hides: () => ['decided_by'],
      fate: { keep: 'Обращения о взыскании: три года (230-ФЗ)' },
    },
    words: {
      message_id: 'Сообщение чата',
      contact_id: 'Контакт с заёмщиком',
      contact_status: 'Как контакт был записан',
      finding: 'Что установил оператор',
      words: 'Что случилось',
      answer: 'Ответ',
    },
  },
};
