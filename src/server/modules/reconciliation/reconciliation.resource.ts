import { sql } from 'kysely';
import { everyRow, type ResourceRules } from '#server/platform/auth/access.ts';

/** What does not agree with the partner's statement is the operators' alone. */
export const reconciliationResources = {
  difference: {
    table: 'differences',
    name: (alias) => sql`'Расхождение за ' || to_char(${sql.ref(`${alias}.day`)}, 'DD.MM.YYYY')`,
    scopes: { all: () => everyRow },
  },
} satisfies ResourceRules;
