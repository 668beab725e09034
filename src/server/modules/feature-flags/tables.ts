import { type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  companyFeatures: {
    title: 'Возможность компании',
    holds: { code: 'feature' },
    words: {
      feature: 'Возможность',
      is_on: 'Включено',
      changed_by: 'Кто изменил',
      changed_at: 'Изменено',
    },
  },
};
