import type { Result } from '#contract/kernel/op.ts';
import type { requests } from '#contract/settlements/requests.ts';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { paymentsOf, scheduleTexts as t } from './schedule-texts.ts';

type DesiredPlan = NonNullable<Result<typeof requests.get>['desiredPlan']>;

/** «6 платежей, первый 01.02.2027», «сначала 15 000,00 ₽ — 01.02.2027, потом 6 платежей» */
export function desiredPlanText({ payments, downPayment = 0, firstDate }: DesiredPlan): string {
  const [count, day] = [paymentsOf(payments), formatDayOf(firstDate)];
  return downPayment > 0 ? t.desiredWithDown(formatMoneyOf(downPayment), count, day) : t.desired(count, day);
}
