import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  backgroundTasks: {
    title: 'Фоновая задача',
    holds: { secret: 'query_sealed file_key', code: 'operation title state file_name message' },
    person: { title: 'Фоновые задачи', of: byAccount, fate: 'delete' },
    words: {
      operation: 'Операция',
      query_sealed: 'Запрос выгрузки',
      state: 'Состояние',
      bytes: 'Размер, байт',
      file_name: 'Имя файла',
      message: 'Сообщение',
      finished_at: 'Завершено',
    },
  },
};
