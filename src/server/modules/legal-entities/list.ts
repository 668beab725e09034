import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { legalEntities } from '#contract/parties/legal-entities.ts';
import { verificationMachine } from '#domain/parties/verification.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { isFilteredOnlyBy, storedCounts } from '#server/platform/list/counts.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { companies, rowColumns } from './companies.ts';

type Query = Pick<Input<typeof legalEntities.list>['query'], 'filter' | 'q'>;

export const rowOrders = {
  createdAt: { columns: ['le.createdAt', 'le.id'], direction: -1 },
  name: { columns: ['le.shortName', 'le.id'], direction: 1 },
  pendingSince: { columns: [sql`coalesce(le.pending_since, 'infinity')`, 'le.id'], direction: 1 },
} as const;

const { statuses } = verificationMachine;

export const companyList = defineList({
  rows: findCompanies,
  columns: (rows) => rows.select(rowColumns),
  orders: rowOrders,
  states: { filter: 'verificationStatus', of: statuses, by: 'le.verificationStatus' },
  storedCounts: (ctx, criteria) =>
    seesAll(ctx) && isFilteredOnlyBy(criteria, 'verificationStatus')
      ? storedCounts(ctx.db, 'legal_entities', statuses)
      : undefined,
});

/** The companies within the actor's reach, as searched and filtered. */
export function findCompanies(ctx: Ctx, { filter, q }: Query) {
  let rows = companies(ctx);
  if (filter?.verificationStatus) rows = rows.where('le.verificationStatus', 'in', filter.verificationStatus);
  if (filter?.createdFrom) rows = rows.where('le.createdAt', '>=', moscowMidnight(filter.createdFrom));
  if (filter?.createdTo) rows = rows.where('le.createdAt', '<', moscowMidnight(filter.createdTo, 1));
  if (q) rows = rows.where(indexedColumnHolds('le.search', q));
  return rows;
}

/** Whether the actor sees all companies, so that numbers kept of the whole table are those of his list. */
const seesAll = (ctx: Ctx): boolean => ctx.within('legalEntity', 'le') === everyRow;
