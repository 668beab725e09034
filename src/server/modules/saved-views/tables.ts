import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  savedViews: {
    title: 'Представление',
    holds: { free: 'name query view', code: 'screen' },
    person: { title: 'Сохранённые виды', of: byAccount, fate: 'delete' },
    words: {
      screen: 'Экран',
      query: 'Запрос',
      view: 'Вид таблицы',
      shared: 'Для всех',
    },
  },
};
