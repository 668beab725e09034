import { sql } from 'kysely';
import { RATE_KINDS } from '#domain/rates/rate-kinds.ts';
import { type TablesOfModule } from '#server/platform/database/tables.ts';

const titles = Object.entries(RATE_KINDS).map(([kind, { title }]) => sql`when ${sql.lit(kind)} then ${sql.lit(title)}`);

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  datedRates: {
    title: 'Ставка или предел',
    name: (alias) =>
      sql`case ${sql.ref(`${alias}.kind`)} ${sql.join(titles, sql` `)} end
        || ' с ' || to_char(${sql.ref(`${alias}.validFrom`)}, 'DD.MM.YYYY')`,
    holds: { code: 'kind key value source' },
    words: {
      source: 'Источник',
      value: 'Значение',
    },
  },
};
