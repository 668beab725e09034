import { type PayoutStatus, payoutMachine } from '#domain/money/payout.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { stateful } from '#server/platform/state/transition.ts';
import { lockFreeMoney } from '../free-money.queries.ts';

/** A payout, as it is moved. */
export const payoutState = stateful(payoutMachine, { table: 'payouts', column: 'status' });

/** A payout whose row is locked, after the money of its creditor. */
export interface Locked {
  id: number;
  number: string;
  legalEntityId: number;
  amount: Kopecks;
  status: PayoutStatus;
  partnerKey: string;
  partnerSilent: boolean;
  createdAt: Date;
  expensedOn: string | null;
  /** What the creditor is owed, and what of it nothing is going to take; kopecks. */
  owed: number;
  free: number;
}

/** Locks a payout as everybody does who takes of a creditor's money: that first. */
export async function lockPayout(tx: Tx, id: number): Promise<Locked> {
  const { legalEntityId } = await tx
    .selectFrom('payouts')
    .select('legalEntityId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { owed, free } = await lockFreeMoney(tx, legalEntityId);
  const row = await tx
    .selectFrom('payouts')
    .select(['id', 'number', 'legalEntityId', 'amount', 'status', 'partnerKey'])
    .select(['partnerSilent', 'createdAt', 'expensedOn'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, amount: kopecks(row.amount), status: row.status as PayoutStatus, owed, free };
}
