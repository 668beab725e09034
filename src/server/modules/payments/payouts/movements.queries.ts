import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { payouts } from '#contract/money/payouts.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import { netOf } from '#server/modules/ledger/book-days.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { defineList } from '#server/platform/list/define-list.ts';

/** What a line `l` of account 2010 makes the debt to its creditor more by. */
export const owedBy = sql<number>`-(${netOf('l')})`;

/** What has moved of what the platform owes a creditor. */
export function findMovements(
  db: Db,
  { filter }: Pick<Input<typeof payouts.movements>['query'], 'filter'>,
  legalEntityId: number,
) {
  let rows = db
    .selectFrom('ledgerLines as l')
    .innerJoin('ledgerEntries as e', 'e.id', 'l.entryId')
    .where('l.account', '=', '2010')
    .where('l.holderId', '=', legalEntityId);
  if (filter?.from !== undefined) rows = rows.where('e.valueDate', '>=', filter.from);
  if (filter?.to !== undefined) rows = rows.where('e.valueDate', '<=', filter.to);
  return rows;
}

export const movementColumns = (rows: ReturnType<typeof findMovements>) =>
  rows
    .leftJoin('settlements as s', 's.id', 'e.settlementId')
    .leftJoin('payouts as o', (join) => join.on(sql<boolean>`o.id = (e.event ->> 'payoutId')::bigint`))
    .select(['l.id', 'e.kind', 'e.valueDate', 'e.createdAt', 'e.settlementId', 's.number as settlement'])
    .select(['o.id as payoutId', 'o.number as payout'])
    .select(owedBy.as('amount'));

/** What the platform owes a creditor, movement by movement. */
export const movementList = defineList({
  rows: (ctx: Ctx, query: Pick<Input<typeof payouts.movements>['query'], 'filter'>, legalEntityId: number) =>
    findMovements(ctx.db, query, legalEntityId),
  columns: movementColumns,
  // Lines are numbered as they come.
  orders: { createdAt: { columns: ['l.id'], direction: -1 } },
  shown: (row) => ({ ...row, kind: row.kind as LedgerEvent['kind'] }),
});
