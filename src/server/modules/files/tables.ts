import { sql } from 'kysely';
import { byParent, byPerson, type TablesOfModule, type Whose } from '#server/platform/database/tables.ts';

const ownFiles: Whose = (subject) =>
  sql`(${byPerson(subject)} or ${byParent('request_id', 'requests')(subject)} or ${byParent('life_event_id', 'life_events')(subject)})`;

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  ownedFiles: {
    title: 'Файл карточки',
    holds: { code: 'place kind' },
    person: {
      title: 'Файлы',
      of: ownFiles,
      fate: 'delete',
    },
    words: {
      operator_id: 'Оператор',
      life_event_id: 'Обстоятельство заёмщика',
      chat_id: 'Чат',
    },
  },
  storedFiles: {
    title: 'Файл',
    holds: { free: 'name', secret: 'key', code: 'kind sha256 scan' },
    person: {
      // What a registry or a payment still holds is not his alone.
      of: (subject) =>
        sql`id in (select file_id from owned_files where ${ownFiles(subject)}) and not exists (
        select from owned_files o where o.file_id = stored_files.id
          and o.id not in (select id from owned_files where ${ownFiles(subject)}))
        and not exists (select from registries r where r.file_id = stored_files.id)`,
      fate: 'delete',
    },
    words: {
      scan: 'Проверка антивирусом',
    },
  },
};
