import { sql } from 'kysely';
import { OPERATING_FIELDS } from '#domain/settings/operating-company.ts';
import type { TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  operatingCompanies: {
    title: 'Сведения о площадке',
    name: (alias) => sql.ref(`${alias}.name`),
    holds: { code: 'kind name ogrn inn address licence phone email' },
    words: Object.fromEntries(Object.entries(OPERATING_FIELDS).map(([field, { label }]) => [field, label])),
  },
};
