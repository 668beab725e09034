import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  settlementPolicies: {
    title: 'Условия кредитора',
    holds: { name: 'signatory', code: 'bands' },
    person: {
      title: 'Условия, опубликованные от имени компании',
      of: byAccount,
      fate: { keep: 'Условия подписывают соглашения от имени компании: пока хранятся эти соглашения' },
    },
    words: {
      bands: 'Ступени',
    },
  },
};
