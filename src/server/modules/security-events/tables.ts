import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  securityEvents: {
    holds: { origin: 'network', code: 'kind operation login_mark' },
    person: { title: 'События безопасности', of: byAccount, fate: 'delete' },
  },
  securityAlerts: {
    holds: { code: 'kind' },
  },
};
