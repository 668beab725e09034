import { type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  datedRates: {
    title: 'Ставка или предел',
    holds: { code: 'kind key value source' },
    words: {
      source: 'Источник',
      value: 'Значение',
    },
  },
};
