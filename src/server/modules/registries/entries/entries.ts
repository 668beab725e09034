import type * as z from 'zod';
import type { Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import type { EntryRow } from '#contract/registries/registry-entries.ts';
import { type EntryStatus, registryEntryMachine } from '#domain/registries/registry-entry.ts';
import { addDays, type Day, daysBetween } from '#domain/values/days.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { isFilteredOnlyBy } from '#server/platform/list/counts.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { type Search } from '#server/platform/list/page.ts';
import { columnHolds, indexedColumnHolds } from '#server/platform/list/searched.ts';
import { absentRows, type Replacement } from './absent.ts';
import { type Held, isFree } from './claims.commands.ts';
import { shownInn, shownPhone } from './debtor-visibility.ts';
import { entryHolds } from './entry-search.ts';
import { limitationColumns, limitationOf } from './limitation.ts';
import { countsByStatus, talliedTotal } from './tallies.ts';

type Row = z.input<typeof EntryRow>;
type ListFilter = Pick<Input<typeof registries.entries>['query'], 'filter' | 'q'>;

export const entryOrders = {
  createdAt: { columns: ['e.id'], direction: -1 },
  total: { columns: ['e.total', 'e.id'], direction: -1 },
  overdueFrom: { columns: ['e.overdueFrom', 'e.id'], direction: 1 },
  name: { columns: ['e.lastName', 'e.firstName', 'e.id'], direction: 1 },
} as const;

/** A debt counted so long ago is stale (docs/domain.md §14), in days. */
const freshDays = 30;

/** Whose entries: of one creditor, of one debtor, or of all. */
export interface Sides {
  legalEntityId?: number | undefined;
  individualId?: number | undefined;
}

/** The sides that a list of all is filtered by. */
export const sidesOf = ({ filter }: { filter?: Sides | undefined }): Sides => ({
  legalEntityId: filter?.legalEntityId,
  individualId: filter?.individualId,
});

/** Which entries: of one registry, or of sides. */
interface Where extends Sides {
  registryId?: number | undefined;
}

/** The entries of a place as searched and filtered. */
export function findEntries(ctx: Ctx, { filter, q }: ListFilter, where: Where) {
  let rows = ctx.db.selectFrom('registryEntries as e');
  rows = rows.where('e.withdrawnAt', filter?.withdrawn ? 'is not' : 'is', null);
  if (where.registryId !== undefined) rows = rows.where('e.registryId', '=', where.registryId);
  if (where.legalEntityId !== undefined) rows = rows.where('e.legalEntityId', '=', where.legalEntityId);
  if (where.individualId !== undefined) rows = rows.where('e.individualId', '=', where.individualId);
  if (filter?.status) rows = oneOf(rows, filter.status);
  if (filter?.contractKind) rows = rows.where('e.contractKind', 'in', filter.contractKind);
  if (filter?.stage) rows = rows.where('e.stage', 'in', filter.stage);
  if (filter?.contested !== undefined) rows = rows.where('e.contested', '=', filter.contested);
  if (q) rows = rows.where(entryHolds(ctx, q, indexedColumnHolds));
  return rows;
}

/** A single status is compared as such: an index that goes on in the list's order can then be walked. */
function oneOf<Rows extends Entries>(rows: Rows, statuses: EntryStatus[]): Rows {
  const [only] = statuses;
  return (statuses.length === 1 ? rows.where('e.status', '=', only!) : rows.where('e.status', 'in', statuses)) as Rows;
}
const start = (ctx: Ctx) => ctx.db.selectFrom('registryEntries as e');
type Entries = ReturnType<typeof start>;

/** The columns of a row in lists, cards and exports. */
const entryColumns = [
  'e.id',
  'e.legalEntityId',
  'e.registryId',
  'e.lastName',
  'e.firstName',
  'e.middleName',
  'e.debtorInn',
  'e.phone',
  'e.contractNumber',
  'e.contractDate',
  'e.contractKind',
  'e.principal as principalAmount',
  'e.interest as interestAmount',
  'e.interestOverdue as interestOverdueAmount',
  'e.penalty as penaltyAmount',
  'e.fee as feeAmount',
  'e.courtCost as courtCostAmount',
  'e.total as totalAmount',
  'e.asOf',
  'e.overdueFrom',
  'e.stage',
  'e.status',
  'e.contested',
  'e.withdrawnAt',
  'e.createdAt',
  'le.shortName as creditor',
  'r.number as registryNumber',
] as const;

/** What a card shows besides: whose claim it is, whether it is under a settlement, its limitation. */
export const claimStateColumns = ['e.individualId', 'e.frozenAt', 'e.settledAt', ...limitationColumns] as const;

/** Adds the columns of a row, with the names of its creditor and its registry. */
export const withColumns = (rows: Entries) =>
  rows
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .innerJoin('registries as r', 'r.id', 'e.registryId')
    .select(entryColumns);

/** A row as the table gives it. */
type SelectedEntry = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

export const daysOverdue = (ctx: Ctx, { overdueFrom }: Pick<SelectedEntry, 'overdueFrom'>): number =>
  Math.max(0, daysBetween(overdueFrom as Day, ctx.day));

type ClaimState = Parameters<typeof limitationOf>[0] & Held;
/** Whether a claim is under a settlement or settled, and its limitation today. */
export const claimStateOf = (ctx: Ctx, { frozenAt, settledAt, ...judged }: ClaimState) => ({
  frozen: frozenAt !== null,
  settled: settledAt !== null,
  limitation: limitationOf(judged, ctx.day),
});

/** Whether the debt was counted too long ago while its creditor may still load it anew: nothing else asks him to. */
export const isStale = (
  ctx: Ctx,
  { asOf, withdrawnAt, ...held }: Pick<SelectedEntry, 'asOf' | 'withdrawnAt'> & Held,
): boolean => withdrawnAt === null && isFree(held) && addDays(asOf as Day, freshDays) < ctx.day;

/** An entry as the viewer may see it. */
export const entryRow = (ctx: Ctx, row: SelectedEntry): Row => ({
  ...(row as SelectedEntry & Coded),
  debtorInn: shownInn(ctx, row),
  phone: shownPhone(ctx, row),
  daysOverdue: daysOverdue(ctx, row),
});
/** What the table keeps as texts is one of the contract's codes. */
export type Coded = Pick<Row, 'contractKind' | 'stage' | 'status'>;

const columnsAndRow = {
  columns: withColumns,
  orders: entryOrders,
  shown: (row: SelectedEntry, ctx: Ctx) => entryRow(ctx, row),
};
const { statuses } = registryEntryMachine;

export const entryList = defineList({
  ...columnsAndRow,
  rows: findEntries,
  states: { filter: 'status', of: statuses, by: 'e.status' },
  storedCounts: (ctx, criteria, where) =>
    isFilteredOnlyBy(criteria, 'status', 'legalEntityId')
      ? {
          total: (some) => talliedTotal({ kind: 'full', ...where, statuses: some }),
          counts: () => countsByStatus(ctx.db, { kind: 'full', ...where }),
        }
      : undefined,
  search: searchOf,
});

/** The search apart from the rest, as a long list wants it. */
function searchOf(ctx: Ctx, { filter, q }: ListFilter, where: Where): Search | undefined {
  if (q === undefined) return undefined;
  return {
    id: 'e.id',
    ids: findEntries(ctx, { q, filter: { withdrawn: filter?.withdrawn } }, where).select('e.id'),
    holds: entryHolds(ctx, q, columnHolds),
    alone: isFilteredOnlyBy({ filter }, 'legalEntityId'),
  };
}

/** The entries of the registry that another one replaces which its file no longer has. */
export const absentList = defineList({
  ...columnsAndRow,
  rows: (ctx: Ctx, { q }: { q?: string | undefined }, replacement: Replacement) =>
    ctx.db.selectFrom('registryEntries as e').where(absentRows(ctx, q, replacement)),
});
