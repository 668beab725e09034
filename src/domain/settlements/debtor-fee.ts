import { MAX_DEBTOR_FEE_BPS } from '../money/tariff.ts';
import { BPS, mulDivDown } from '../values/exact.ts';
import { formatMoney, type Kopecks, kopecks } from '../values/money.ts';
import { type ScheduleRow, scheduleTotal } from './schedule.ts';

/** Why a debtor may not be asked for a fee beside these payments; null where he may. A kopeck of each payment is for its rounding. */
export function feeProblem(rows: readonly ScheduleRow[], fee: Kopecks): string | null {
  const whole = scheduleTotal(rows);
  const most = kopecks(mulDivDown(whole, MAX_DEBTOR_FEE_BPS, BPS) + rows.length);
  if (fee <= most) return null;
  return `Комиссия площадки — ${formatMoney(fee)} сверх платежей на ${formatMoney(whole)}, с заёмщика берут не больше ${MAX_DEBTOR_FEE_BPS / 100}\u00A0%. Предложите меньше платежей или напишите в поддержку`;
}
