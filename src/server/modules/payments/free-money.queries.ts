import { sql } from 'kysely';
import { PAYOUT_UNDER_WAY } from '#domain/money/payout.ts';
import { owedTo } from '#server/modules/ledger/ledger.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { fromCreditorOf } from './from-creditor.ts';
import { feeWayOf } from './locked.ts';

/** What the platform holds for a creditor; kopecks. */
export interface FreeMoney {
  readonly owed: number;
  /** What refunds and payouts under way are going to take of it. */
  readonly reserved: number;
  readonly free: number;
}

/** What the ledger owes a creditor, and what of it is free. */
export async function freeMoneyOf(db: Db, legalEntityId: number): Promise<FreeMoney> {
  const refunds = await db
    .selectFrom('refunds as r')
    .innerJoin('settlements as s', 's.id', 'r.settlementId')
    .select(['r.amount', 'r.overpaid', 'r.feeAmount', 's.tariff'])
    .where('s.legalEntityId', '=', legalEntityId)
    .where('r.status', 'in', ['created', 'processing'])
    .execute();
  const payouts = await db
    .selectFrom('payouts')
    .select('amount')
    .where('legalEntityId', '=', legalEntityId)
    .where('status', 'in', PAYOUT_UNDER_WAY)
    .execute();
  const reserved =
    refunds.reduce((sum, row) => sum + fromCreditorOf(row, feeWayOf(row)), 0) +
    payouts.reduce((sum, { amount }) => sum + amount, 0);
  const owed = await owedTo(db, legalEntityId);
  return { owed, reserved, free: owed - reserved };
}

/** The same for whoever is going to take of it: of two who begin at once the second sees the first. */
export async function lockFreeMoney(tx: Tx, legalEntityId: number): Promise<FreeMoney> {
  // A release without payouts takes the same lock for its refunds.
  await sql`select pg_advisory_xact_lock(hashtextextended('refunds of ' || ${legalEntityId}::bigint, 0))`.execute(tx);
  return freeMoneyOf(tx, legalEntityId);
}
