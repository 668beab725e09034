import { sql } from 'kysely';
import type { TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  settings: {
    title: 'Настройка площадки',
    name: () => sql`'Настройки площадки'::text`,
    holds: { code: 'kept' },
    words: {
      kept: 'Значение',
    },
  },
};
