import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { calendarOf } from '#domain/rates/calendar.ts';
import type { Rates } from '#domain/rates/rates.ts';
import { checkAgreed } from '#domain/settlements/discount.ts';
import { firstDayProblems, type Plan, type PlanProblem } from '#domain/settlements/plan.ts';
import { planOf } from '#domain/settlements/plan-form.ts';
import { onPrincipal, priceProblems, startProblems } from '#domain/settlements/price/offer-price.ts';
import { makeSchedule, type ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Day } from '#domain/values/days.ts';
import type { NegotiationState } from './negotiation-state.queries.ts';

type Form = Input<typeof settlements.offerByDebtor>['body']['plan'];

/** What of a bargaining a plan is judged by. */
type PlanGrounds = Pick<NegotiationState, 'claimed' | 'grounds' | 'rates'>;

/**
 * The plan of a form and its schedule; every fault is at its field, also where the law does not allow its price.
 * @throws Refusal `input.invalid`
 */
export function readPlan(form: Form, { claimed, grounds, rates }: PlanGrounds, today: Day): Read {
  const { debt, structure } = claimed;
  return readNewPlan(
    form,
    { today, rates },
    {
      complete: (plan) => onPrincipal(plan, debt, structure),
      planProblems({ amount }) {
        const wrongSum = checkAgreed(debt, amount, structure);
        return wrongSum === null ? [] : [{ field: 'amount', message: wrongSum }];
      },
      priceProblems: (plan, rows) => [
        ...startProblems(plan, today),
        ...priceProblems(plan, rows, grounds, { today, rates, claimed }),
      ],
    },
  );
}

/** The rules of a plan beside those of every plan. */
interface Rules {
  /** The plan with what the form leaves out. */
  complete: (plan: Plan) => Plan;
  planProblems: (plan: Plan) => PlanProblem[];
  /** What is wrong with the price of a schedule that can be computed. */
  priceProblems: (plan: Plan, rows: readonly ScheduleRow[]) => PlanProblem[];
}

/** The business day, and what the law sets. */
interface Days {
  today: Day;
  rates: Rates;
}

interface Read {
  plan: Plan;
  rows: readonly ScheduleRow[];
}

/**
 * The plan of a form by rules of its own beside those of every plan.
 * @throws Refusal `input.invalid`
 */
export function readNewPlan(form: Form, { today, rates }: Days, rules: Rules): Read {
  const typed = planOf(form);
  const faults: Record<string, string> = {};
  if (typed === null) throw invalid({ firstDate: 'Поле должно быть заполнено' });
  for (const { field, message } of rules.planProblems(typed)) faults[field] ??= message;
  if (faults['amount']) throw invalid(faults);
  const plan = rules.complete(typed);
  const schedule = makeSchedule(plan, calendarOf(rates));
  const problems = schedule.ok ? rules.priceProblems(plan, schedule.rows) : schedule.problems;
  for (const { field, message } of [...problems, ...firstDayProblems(plan, today)]) faults[field] ??= message;
  if (!schedule.ok || Object.keys(faults).length > 0) throw invalid(faults);
  return { plan, rows: schedule.rows };
}

const invalid = (faults: Record<string, string>): Refusal =>
  new Refusal('input.invalid', {
    fields: Object.fromEntries(Object.entries(faults).map(([field, message]) => [`plan.${field}`, message])),
  });
