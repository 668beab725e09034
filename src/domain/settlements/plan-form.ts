import type { Day } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { firstDay, type Plan } from './plan.ts';

/** A plan as somebody fills it in: sums in kopecks; what its kind does not need is left out. */
interface PlanForm {
  readonly kind: Plan['kind'];
  readonly amount: number;
  readonly firstDate?: Day | undefined;
  readonly parts?: readonly { readonly date: Day; readonly amount: number }[] | undefined;
  readonly downPayment?: number | undefined;
  readonly payments?: number | undefined;
  readonly periodMonths?: number | undefined;
  readonly rateBps?: number | undefined;
}

/** The form as the rules of plans take it; null when there is no day to begin with. */
export function planOf({ kind, amount: typed, firstDate, parts = [], ...form }: PlanForm): Plan | null {
  const amount = kopecks(typed);
  if (kind === 'custom') {
    return { kind, amount, parts: parts.map((part) => ({ date: part.date, amount: kopecks(part.amount) })) };
  }
  if (firstDate === undefined) return null;
  if (kind === 'at_once') return { kind, amount, firstDate };
  const downPayment = kopecks(form.downPayment ?? 0);
  const instalments = {
    amount,
    downPayment,
    payments: form.payments ?? 1,
    firstDate,
    periodMonths: form.periodMonths ?? 1,
  };
  return kind === 'equal' ? { kind, ...instalments } : { kind, ...instalments, rateBps: form.rateBps ?? 0 };
}

/** The plan in the few figures that a reader needs; of a custom one only the number of payments. */
export const planFigures = (plan: Plan) => ({
  firstDate: firstDay(plan) ?? null,
  downPayment: 'downPayment' in plan ? plan.downPayment : 0,
  payments: plan.kind === 'custom' ? plan.parts.length : plan.kind === 'at_once' ? 1 : plan.payments,
  periodMonths: 'periodMonths' in plan ? plan.periodMonths : null,
  rateBps: 'rateBps' in plan ? plan.rateBps : 0,
});
