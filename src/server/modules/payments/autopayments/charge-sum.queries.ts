import { Refusal } from '#contract/kernel/errors.ts';
import { chargeable } from '#domain/money/autopayment.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Db } from '#server/platform/database/db.ts';
import { feeOfSum } from '../pay.ts';

/** What goes to the debt, and what the payer is charged: the platform's fee with it where he bears it. Or why no such payment is taken. */
type ChargeSum = { amount: Kopecks; charged: Kopecks } | { words: string };

/**
 * What would be taken of the payment of a due day.
 * @param ctx by its day: that of the attempt, as the last payment of a schedule with interest costs less on the day before
 */
export async function chargeSum(
  ctx: { db: Db; day: Day },
  settlement: LockedSettlement,
  dueDate: Day,
): Promise<ChargeSum> {
  const amount = chargeable(settlement.rows, dueDate);
  try {
    const fee = await feeOfSum(ctx, settlement, amount);
    return { amount, charged: kopecks(amount + fee.amount) };
  } catch (error) {
    // Above what whoever is not identified may pay at once, or less than any payment is.
    if (!(error instanceof Refusal) || error.code !== 'input.invalid') throw error;
    return { words: error.fields?.['amount'] ?? 'Такую сумму сейчас не списать' };
  }
}
