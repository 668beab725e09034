import { type SelectQueryBuilder, sql } from 'kysely';
import { allRegistries, registries } from '#contract/registries/registries.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { everyRow, type FilterScope } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { columnsTogether, inPlainWords } from '#server/platform/list/conditions.ts';
import { fetchFirst } from '#server/platform/list/own-rows.ts';
import { anyOfIds, type Finder, rowsOfCompany, searchScope } from '#server/platform/list/reach.ts';
import { firstBy, people, rowsByName } from '#server/platform/list/rows-by-name.ts';
import { entryHas } from './entries/entry-search.ts';
import { entryTables } from './kinds.ts';

export { claimLimitation, limitationShownAt } from './entries/limitation.ts';

/** An entry of a registry as the palette names it; one of a simple registry may have no contract. */
interface EntryHit {
  id: number;
  legalEntityId: number;
  registryId: number;
  contractNumber: string | null;
  debtor: string;
  creditor: string;
}

/** What the search reads of an entry by its columns; entries of both kinds have them. */
interface Searched {
  id: number;
  legalEntityId: number;
  registryId: number;
  contractNumber: string | null;
  individualId: number | null;
  withdrawnAt: Date | null;
}

/** Entries of registries of a kind, by all that their list is searched by. */
export const entryFinder = (kind: RegistryKind): Finder<EntryHit> => ({
  ids: (ctx, sought, most) =>
    openEntries(ctx, kind)?.where(entryHas(ctx, sought)).where(sought.isLookedAt('e.id')).modifyEnd(fetchFirst(most)),
  texts: () => [{ table: entryTables[kind] }],
  ofCompany: rowsOfCompany(entryTables[kind], sql`withdrawn_at is null`, kind === 'full' ? undefined : sql`debtor_inn`),
  // The name on an entry tells its debtor nothing: he looks for it by the contract and by whom he owes.
  own(ctx, { isIn }, most) {
    const open = openEntries(ctx, kind);
    const text = inPlainWords(columnsTogether('e.contractNumber', 'le.shortName'));
    return open && withCreditor(open).where(isIn(text)).modifyEnd(fetchFirst(most));
  },
  // The entries of people who are here come first: the palette shows them beside the people themselves.
  byName(ctx) {
    const open = openEntries(ctx, kind);
    if (open === undefined) return undefined;
    const table = entryTables[kind];
    const of = { id: 'e.id', table, all: entriesOf(ctx, kind) === everyRow };
    const ofPeople = open.innerJoin('individuals as i', 'i.id', 'e.individualId').where('i.deletedAt', 'is', null);
    return firstBy(
      rowsByName(ofPeople, { ...of, person: people, text: 'e.search', onlySurnames: true }),
      rowsByName(open, { ...of, person: { alias: 'e', table, outSince: 'withdrawnAt' } }),
    );
  },
  rows: (db, ids) =>
    withCreditor(entries(db, kind))
      .select(['e.id', 'e.legalEntityId', 'e.registryId', 'e.contractNumber', 'le.shortName as creditor'])
      .select(sql<string>`concat_ws(' ', e.last_name, e.first_name, e.middle_name)`.as('debtor'))
      .where('e.id', '=', anyOfIds(ids)),
  shown: (row) => row,
});

const entries = (db: Db, kind: RegistryKind) => db.selectFrom(sql<Searched>`${sql.table(entryTables[kind])}`.as('e'));

function openEntries(ctx: Ctx, kind: RegistryKind) {
  const reach = entriesOf(ctx, kind);
  return reach && entries(ctx.db, kind).select('e.id').where('e.withdrawnAt', 'is', null).where(reach);
}

const withCreditor = <Row>(rows: SelectQueryBuilder<DB & { e: Searched }, 'e', Row>) =>
  rows.innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId');

/** A debtor's own entries, those of the companies whose list an employee may ask for, or all. */
function entriesOf(ctx: Ctx, kind: RegistryKind): FilterScope | undefined {
  if (ctx.actor?.kind === 'individual') return sql`e.individual_id = ${ctx.actor.individualId}`;
  return kind === 'full'
    ? searchScope(ctx, 'registryEntry', 'e', registries.companyEntries, allRegistries.entries)
    : searchScope(ctx, 'simpleEntry', 'e', simpleRegistries.entries);
}
