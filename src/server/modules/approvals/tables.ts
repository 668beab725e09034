import { sql } from 'kysely';
import { type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  approvals: {
    title: 'Решение вдвоём',
    holds: { free: 'reason decision_reason details', code: 'kind object_type status' },
    person: {
      of: ({ individualId }) => sql`object_type = 'individuals' and object_id = ${individualId}`,
      fate: 'blank',
    },
    words: {
      object_type: 'Вид объекта',
      object_id: 'Номер объекта',
      maker_id: 'Кто предложил',
      decision_reason: 'Причина решения',
      details: 'Подробности',
    },
  },
};
