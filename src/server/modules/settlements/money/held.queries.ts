import { sql } from 'kysely';
import { PAID_HERE } from '#domain/money/payment.ts';
import type { HeldMoney } from '#domain/money/refund.ts';
import type { Tariff } from '#domain/money/tariff.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/**
 * What the rows of the schedule in force and the penalty hold of all money that has come, in the order of the schedule. Of a row
 * of which some is paid the interest is paid first (docs/domain.md §8.8).
 */
export async function heldMoney(db: Db | Tx, settlementId: number): Promise<HeldMoney> {
  const items = await db
    .selectFrom('scheduleItems')
    .select(['no', 'dueDate', 'interest', 'paid'])
    .where('settlementId', '=', settlementId)
    .where('status', '<>', 'cancelled')
    .orderBy('no')
    .execute();
  const { penaltyPaid } = await db
    .selectFrom('settlements')
    .select('penaltyPaid')
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();
  const rows = items.map(({ no, dueDate, interest, paid }) => ({
    no,
    dueDate: dueDate as Day,
    principal: kopecks(Math.max(0, paid - interest)),
    interest: kopecks(Math.min(interest, paid)),
  }));
  return { rows, penalty: kopecks(penaltyPaid) };
}

/**
 * What of the schedule was paid without the fee that the debtor bears: past the platform, or by money that came to its partner by
 * itself. Asked only where the fee is of the agreed sum, whose share of that is charged to nobody (docs/decisions/0125).
 */
export async function paidWithoutFee(
  db: Db | Tx,
  { id, tariff }: { id: number; tariff: Pick<Tariff, 'payer' | 'base'> | null },
): Promise<Kopecks> {
  if (tariff?.payer !== 'individual' || tariff.base !== 'agreed_amount') return kopecks(0);
  const { sum } = await db
    .selectFrom('paymentAllocations as a')
    .innerJoin('payments as p', 'p.id', 'a.paymentId')
    .select(sql<number>`coalesce(sum(a.principal + a.interest), 0)::bigint`.as('sum'))
    .where('a.settlementId', '=', id)
    .where('p.channel', 'not in', PAID_HERE)
    .executeTakeFirstOrThrow();
  return kopecks(sum);
}
