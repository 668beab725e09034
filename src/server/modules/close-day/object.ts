import { type RawBuilder, sql } from 'kysely';
import { type PageAddress, pagePath } from '#contract/kernel/page-path.ts';
import type { AppDefinition } from '#server/platform/app.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { objectName } from '#server/platform/object-name.ts';

/** Where the objects of sub-jobs are looked at; what has no page of its own leads to its settlement. */
const pages: Readonly<Partial<Record<keyof DB, (id: number) => PageAddress>>> = {
  settlements: (id) => pagePath('/settlement-{$id}', { id }),
  legalEntities: (id) => pagePath('/legal-entity-{$id}', { id }),
  individuals: (id) => pagePath('/individual-{$id}', { id }),
};
const ofSettlements = [
  'payments',
  'certificateRequests',
  'entryNotices',
  'autopayments',
] as const satisfies readonly (keyof DB)[];

/** What people call an object of a sub-job; of a person the number alone, since whoever sees what failed need not be one who sees who people are. */
export const objectOf = (app: Pick<AppDefinition, 'resources' | 'tables'>, type: string, id: string) =>
  sql<string | null>`case when ${sql.ref(type)} <> 'individuals' then ${objectName(app, type, id)} end`;

/** The settlement of an object that has no page of its own; null of any other. */
export const settlementOf = (type: string, id: string): RawBuilder<number | null> =>
  sql<number | null>`case ${sql.ref(type)} ${sql.join(
    ofSettlements.map(
      (table) =>
        sql`when ${sql.lit(table)} then (select o.settlement_id from ${sql.table(table)} as o where o.id = ${sql.ref(id)})`,
    ),
    sql` `,
  )} end`;

/** The page of an object; null where it has none. */
export function pageOf(type: string | null, id: number, settlementId: number | null): PageAddress | null {
  if (settlementId !== null) return pagePath('/settlement-{$id}', { id: settlementId });
  return (type !== null && pages[type as keyof DB]?.(id)) || null;
}

/** What stands for an object that nobody has a name for. */
export const numbered = (name: string | null, id: number): string => name ?? `№ ${id}`;
