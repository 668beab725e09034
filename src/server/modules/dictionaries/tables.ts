import { type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  individualCategories: {
    title: 'Категория физлиц',
    holds: { code: 'name help' },
  },
  legalEntityTypes: {
    title: 'Вид компаний',
    holds: { code: 'name help interest_right' },
    words: {
      interest_right: 'Право на проценты',
    },
  },
};
