import { sql } from 'kysely';
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
  ledgerLateEntries: { holds: {} },
  ledgerMonths: {
    title: 'Месяц книги',
    name: (alias) => sql`to_char(${sql.ref(`${alias}.month`)}, 'MM.YYYY')`,
    holds: { code: 'status hash problem' },
    words: {
      month: 'Месяц',
      closed_by: 'Кто закрыл месяц',
      closed_at: 'Закрыт',
      last_entry: 'Последняя проводка',
      entries: 'Проводок в месяце',
      hash: 'Печать месяца',
      problem: 'Что мешает закрыть',
    },
  },
  ledgerMonthAccounts: { holds: { code: 'account' } },
  ledgerMonthHolders: { holds: { code: 'account' } },
};
