import { type Rates, rateOn } from '../rates/rates.ts';
import { type Day, formatDay } from '../values/days.ts';
import { formatMoney, type Kopecks, kopecks } from '../values/money.ts';
import { IDENTIFICATION_LEVELS, type IdentificationLevel } from './identification-levels.ts';

/** The most that may be paid at once on a day; null is no limit (docs/domain.md §15, L18–L19). The partner's rules win. */
export function paymentLimit(level: IdentificationLevel, rates: Rates, day: Day): Kopecks | null {
  if (level === 'full') return null;
  const limit = rateOn(rates, 'paymentLimit', level, day);
  return limit && kopecks(limit.amount);
}

/** The message at the sum of a payment that is above what this person may pay at once, or null. */
export function checkPaymentLimit(
  level: IdentificationLevel,
  amount: Kopecks,
  { rates, day }: { rates: Rates; day: Day },
): string | null {
  const limit = paymentLimit(level, rates, day);
  if (limit === null || amount <= limit) return null;
  return `${IDENTIFICATION_LEVELS[level]}: за один раз не больше ${formatMoney(limit)}. Заплатите частями или пройдите идентификацию в РНКО`;
}

/** A payment of a schedule with what the platform is paid on top of it: the partner takes both at once. */
export type DuePayment = { readonly amount: Kopecks; readonly fee: Kopecks; readonly dueDate: Day };

/**
 * Why a person of this level may not bind himself to a schedule, or null: a payment that he cannot make at once on its day would
 * be a breach of which he knows nothing when he signs.
 */
export function checkScheduleLimit(
  level: IdentificationLevel,
  rows: readonly DuePayment[],
  rates: Rates,
): string | null {
  for (const { amount, fee, dueDate } of rows) {
    const limit = paymentLimit(level, rates, dueDate);
    const whole = kopecks(amount + fee);
    if (limit === null || whole <= limit) continue;
    const withFee = fee > 0 ? ' с вознаграждением платформы' : '';
    return `Платёж ${formatDay(dueDate)} — ${formatMoney(whole)}${withFee}, а вам можно за один раз не больше ${formatMoney(limit)}. Пройдите идентификацию в РНКО или предложите меньшие платежи`;
  }
  return null;
}
