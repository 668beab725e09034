import type { AppDefinition } from '#server/platform/app.ts';
import { inCode } from '#server/platform/database/tables.ts';
import { sharedColumnWords } from './column-words.ts';

/** What the audit names that is in no table. */
const objects: Readonly<Record<string, string>> = {
  application_log: 'Журнал приложения',
  debug_settings: 'Настройки отладки',
  exports: 'Выгрузка',
  simple_registries: 'Упрощённый реестр',
};

/** What it writes down without a column: what was shown or fetched, and what came of it. */
const unkept: Readonly<Record<string, string>> = {
  fields: 'Показано',
  snils: 'СНИЛС',
  passport: 'Паспорт',
  passport_issued_at: 'Дата выдачи паспорта',
  passport_issued_by: 'Кем выдан паспорт',
  passport_department: 'Код подразделения',
  reg_address: 'Адрес регистрации',
  how: 'Как',
  whole: 'Целиком',
  downloaded: 'Скачано',
  infected: 'Заражён',
  second_factor: 'Второй фактор',
  attempts: 'Попытки входа',
};

/** «Физлицо»: what an object of a table is called; the table itself where nobody says it. */
export const objectTitle = ({ tables }: AppDefinition, table: string): string =>
  tables[inCode(table)]?.title ?? objects[table] ?? table;

/** What a column of a table is called; null where nobody says it. */
export const columnTitle = ({ tables }: AppDefinition, table: string, column: string): string | null =>
  tables[inCode(table)]?.words?.[column] ?? sharedColumnWords[column] ?? unkept[column] ?? null;
