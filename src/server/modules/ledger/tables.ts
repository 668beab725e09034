import { byParent, moneyRecords, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  ledgerAccounts: {
    holds: { code: 'code grows holder' },
  },
  ledgerBalances: {
    holds: { code: 'account' },
  },
  ledgerEntries: {
    holds: { code: 'kind event' },
    person: { of: byParent('settlement_id', 'settlements'), fate: { keep: moneyRecords } },
  },
  ledgerLines: {
    holds: { code: 'account side' },
  },
};
