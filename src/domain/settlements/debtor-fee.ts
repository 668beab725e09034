import { feeOfParts } from '../money/row-fee.ts';
import { type FeeRule, feeOf, MAX_DEBTOR_FEE_BPS } from '../money/tariff.ts';
import { BPS, minus, mulDivDown } from '../values/exact.ts';
import { formatMoney, type Kopecks, kopecks } from '../values/money.ts';
import { type ScheduleRow, scheduleTotal } from './schedule.ts';

/** By what a debtor may owe the platform a fee: the tariff, the sum that is or would be agreed, and what has been charged of the fee. */
export type DebtorFee = { readonly tariff: FeeRule | null; readonly agreed: Kopecks; readonly charged: Kopecks };

/**
 * What a debtor pays the platform beside payments that are still to come; nothing where the creditor bears the fee. Kopecks.
 * @param rows with what has been paid of each, whose fee is charged already
 */
export function feeBeside(
  { tariff, agreed, charged }: DebtorFee,
  rows: readonly { readonly amount: Kopecks; readonly paid?: Kopecks }[],
): Kopecks {
  if (tariff?.payer !== 'individual') return kopecks(0);
  if (tariff.base === 'agreed_amount') return minus(feeOf(tariff, agreed).amount, charged);
  const parts = rows.map(({ amount, paid: before = kopecks(0) }) => ({ amount, before, taken: minus(amount, before) }));
  return feeOfParts(tariff, parts).amount;
}

/** Why a debtor may not be asked for a fee beside these payments; null where he may. A kopeck of each payment is for its rounding. */
export function feeProblem(rows: readonly ScheduleRow[], fee: Kopecks): string | null {
  const whole = scheduleTotal(rows);
  const most = kopecks(mulDivDown(whole, MAX_DEBTOR_FEE_BPS, BPS) + rows.length);
  if (fee <= most) return null;
  return `Комиссия площадки — ${formatMoney(fee)} сверх платежей на ${formatMoney(whole)}, с заёмщика берут не больше ${MAX_DEBTOR_FEE_BPS / 100}\u00A0%. Предложите меньше платежей или напишите в поддержку`;
}
