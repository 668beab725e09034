import { byAccount, personNames, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  operators: {
    title: 'Оператор',
    holds: personNames,
    words: { invited_by: 'Кто пригласил', vouched_by: 'Кто поручился' },
    person: {
      title: 'Оператор',
      of: byAccount,
      fate: 'blank',
      instead: { last_name: `'Субъект'`, first_name: `'№ ' || id` },
    },
  },
};
