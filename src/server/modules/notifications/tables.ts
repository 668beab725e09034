import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  notifications: {
    title: 'Уведомление',
    holds: { free: 'detail', code: 'title link topic about_type' },
    person: { title: 'Уведомления', of: byAccount, fate: 'delete' },
    words: {
      detail: 'Подробности',
      link: 'Ссылка',
      topic: 'Что решить',
      about_type: 'О чём: вид',
      about_id: 'О чём: номер',
    },
  },
};
