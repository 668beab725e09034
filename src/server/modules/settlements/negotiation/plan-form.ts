import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import type { Debt, DebtPartKind } from '#domain/settlements/debt-structure.ts';
import { checkAgreed } from '#domain/settlements/discount.ts';
import { type Plan, type PlanProblem, plannedDates } from '#domain/settlements/plan.ts';
import { planOf } from '#domain/settlements/plan-form.ts';
import { makeSchedule, type ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Day } from '#domain/values/days.ts';

type Form = Input<typeof settlements.offerByDebtor>['body']['plan'];

/**
 * The plan of a form and its schedule; every fault stands at its field.
 * @param structure which parts may be forgiven, in the creditor's own order
 * @throws Refusal `input.invalid`
 */
export function readPlan(form: Form, debt: Debt, today: Day, structure?: readonly DebtPartKind[]): Read {
  return readNewPlan(form, today, ({ amount }) => {
    const wrongSum = checkAgreed(debt, amount, structure);
    return wrongSum === null ? [] : [{ field: 'amount', message: wrongSum }];
  });
}

interface Read {
  plan: Plan;
  rows: readonly ScheduleRow[];
}

/**
 * The plan of a form by rules of its own beside those of every plan.
 * @param problemsOf what these rules find wrong
 * @throws Refusal `input.invalid`
 */
export function readNewPlan(form: Form, today: Day, problemsOf: (plan: Plan) => PlanProblem[]): Read {
  const plan = planOf(form);
  const faults: Record<string, string> = {};
  if (plan === null) throw invalid({ firstDate: 'Поле должно быть заполнено' });
  for (const { field, message } of problemsOf(plan)) faults[field] ??= message;
  const schedule = makeSchedule(plan);
  if (!schedule.ok) for (const { field, message } of schedule.problems) faults[field] ??= message;
  const [first] = plannedDates(plan);
  const dateField = plan.kind === 'custom' ? 'parts' : 'firstDate';
  if (first !== undefined && first < today) faults[dateField] ??= 'Первый платёж не может быть в прошлом';
  if (!schedule.ok || Object.keys(faults).length > 0) throw invalid(faults);
  return { plan, rows: schedule.rows };
}

const invalid = (faults: Record<string, string>): Refusal =>
  new Refusal('input.invalid', {
    fields: Object.fromEntries(Object.entries(faults).map(([field, message]) => [`plan.${field}`, message])),
  });
