import { type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  auditLog: {
    holds: {
      free: 'before after reason',
      origin: 'ip user_agent',
      code: 'kind operation action object_type request_id',
    },
  },
  auditSeals: {
    holds: { code: 'hash' },
  },
  auditSettled: {
    holds: {},
  },
  auditVerifications: {
    holds: { code: 'hash' },
  },
};
