import { sql } from 'kysely';
import type { PlannedAttempt } from '#domain/money/autopayment.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import { lockSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** What is planned of a payment: the day on which it is due, the attempt and its day. */
interface AttemptOfPayment extends PlannedAttempt {
  dueDate: Day;
}

/** Writes down that an attempt will be made. One that was switched off before anything was taken is planned anew; no other one. */
export async function insertAttempt(
  tx: Tx,
  of: { autopaymentId: number; settlementId: number },
  { dueDate, attempt, day }: AttemptOfPayment,
  told: { announcedAt: Date; announcedAmount: number } | null = null,
): Promise<void> {
  const announced = told ?? { announcedAt: null, announcedAmount: null };
  await tx
    .insertInto('autopaymentAttempts')
    .values({ ...of, dueDate, attempt, day, ...announced })
    .onConflict((same) =>
      same
        .columns(['settlementId', 'dueDate', 'attempt'])
        .doUpdateSet({ autopaymentId: of.autopaymentId, day, ...announced, status: 'planned', reason: null })
        .where('autopaymentAttempts.status', '=', 'skipped')
        .where('autopaymentAttempts.paymentId', 'is', null),
    )
    .execute();
}

/** An attempt whose settlement and row are locked. */
export type LockedAttempt = Awaited<ReturnType<typeof lockAttempt>>['attempt'];

/** Locks an attempt after its settlement, and says whose it is. */
export async function lockAttempt(tx: Tx, id: number) {
  const { settlementId } = await tx
    .selectFrom('autopaymentAttempts')
    .select('settlementId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const settlement = await lockSettlement(tx, settlementId);
  const row = await tx
    .selectFrom('autopaymentAttempts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { settlement, attempt: { ...row, dueDate: toDay(row.dueDate), day: toDay(row.day) } };
}

/** Writes down that nothing is taken by an attempt, and why. */
export async function skipAttempt(tx: Tx, id: number, reason: string): Promise<void> {
  await tx
    .updateTable('autopaymentAttempts')
    .set({ status: 'skipped', reason, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
