import { byPerson, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the table of the module holds, and what the audit calls it. */
export const tables: TablesOfModule = {
  contactRecords: {
    title: 'Контакт с заёмщиком',
    holds: { code: 'kind source status reason', free: 'note failed_why' },
    person: {
      title: 'Журнал контактов',
      of: byPerson,
      // What his creditor's people have noted for themselves.
      hides: () => ['note', 'failed_by', 'failed_why'],
      fate: { keep: 'Журнал взаимодействий: три года' },
    },
    words: {
      simple_entry_id: 'Запись упрощённого реестра',
      source: 'Откуда',
      at: 'Когда',
      notice_id: 'Письмо',
      message_id: 'Сообщение чата',
      delivery_id: 'Уведомление',
      told_at: 'Когда рассказано',
      asked_at: 'Когда проверено по закону',
      note: 'Заметка',
      failed_by: 'Кто отметил, что не состоялось',
      failed_why: 'Почему не состоялось',
    },
  },
};
