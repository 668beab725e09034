import type { OpenRow } from '../money/allocation.ts';
import type { Day } from '../values/days.ts';
import { lesser, minus } from '../values/exact.ts';
import { formatMoney, type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { type InterestHistory, leftOfSchedule } from './early-payment.ts';
import type { Plan, PlanProblem } from './plan.ts';
import { type Objection, problemOf, withoutEarned } from './price/offer-price.ts';
import { type ScheduleRow, scheduleTotal } from './schedule.ts';

/** What is left of an agreed schedule, kopecks: the debt, and the interest of rows that have fallen due unpaid. */
export type Rest = { readonly principal: Kopecks; readonly earned: Kopecks };

/**
 * The rest of the rows in force on a day. Interest of rows yet to come is not earned: a new schedule reckons its own.
 * Where money may have come ahead, rows say too little of the principal and too much of the interest, so its history is asked: a new
 * schedule is never for more than is owed, and what was earned bears no interest (docs/decisions/0139).
 * @param rows with what is open of each
 * @param history of a schedule that bears interest
 */
export function restOf(rows: readonly DueRow[], today: Day, history: InterestHistory | null = null): Rest {
  if (history === null) return restByRows(rows, today);
  const own = new Set(history.terms.rows.map(({ no }) => no));
  const before = restByRows(
    rows.filter(({ no }) => !own.has(no)),
    today,
  );
  // A row of which nothing is left is not among them.
  const dueOf = new Map(rows.map(({ no, dueDate }) => [no, dueDate]));
  const isDue = ({ no, dueDate }: ScheduleRow) => (dueOf.get(no) ?? dueDate) <= today;
  const left = kopecks(before.principal + before.earned + leftOfSchedule(history, today, isDue));
  const earned = lesser(kopecks(restByRows(rows, today).earned + earnedBefore(rows, today, history)), left);
  return { principal: minus(left, earned), earned };
}

type DueRow = OpenRow & { readonly dueDate: Day };

const restByRows = (rows: readonly DueRow[], today: Day): Rest => ({
  principal: sumKopecks(rows.map(({ principal }) => principal)),
  earned: sumKopecks(rows.filter(({ dueDate }) => dueDate <= today).map(({ interest }) => interest)),
});

/** What is open of interest that was earned before the schedule, of rows yet to come: it has fallen due long ago. */
function earnedBefore(rows: readonly DueRow[], today: Day, { terms }: InterestHistory): Kopecks {
  const open = new Map(rows.filter(({ dueDate }) => dueDate > today).map(({ no, interest }) => [no, interest]));
  const bearing = withoutEarned(terms.rows, terms.earned);
  const parts = terms.rows.map(({ no }, index) => {
    const own = bearing[index]!.interest;
    return kopecks(Math.max(0, (open.get(no) ?? own) - own));
  });
  return sumKopecks(parts);
}

/**
 * What keeps a plan from being the new schedule of an agreement: it is for all that is left and for nothing else, and its
 * rate is not above the agreed one (docs/domain.md §7.3, §11: what changes is the schedule, the rest stays as it was).
 * @param agreed what is left, and the rate a year in basis points, 0 for none
 */
export function addendumProblems(plan: Plan, agreed: { principal: Kopecks; rateBps: number }): PlanProblem[] {
  const rate = 'rateBps' in plan ? plan.rateBps : 0;
  const problems: PlanProblem[] = [];
  if (plan.amount !== agreed.principal) {
    const message = `Новый график составляется на весь остаток: ${formatMoney(agreed.principal)}`;
    problems.push({ field: plan.kind === 'custom' ? 'parts' : 'amount', message });
  }
  if (rate > agreed.rateBps) {
    const message = agreed.rateBps === 0 ? 'Соглашение без процентов' : 'Ставка не может быть выше согласованной';
    problems.push({ field: 'rateBps', message });
  }
  return problems;
}

/**
 * Why a new schedule costs more than the one in force: no addendum makes an agreement dearer, at whatever rate, so that neither
 * one from before the ceilings nor any other grows by being drawn out (docs/decisions/0109). Holidays, whose interest the law
 * itself lets run, are no terms of the sides and are not asked (353-ФЗ, ст. 6.1-2).
 * @param rows as they would go on, with the interest earned before
 * @param left all that is still to be paid by the schedule in force, interest included
 * @param addedFee by how much the fee that the debtor pays beside the rows grows with them
 */
export const dearerProblems = (rows: readonly ScheduleRow[], left: Kopecks, addedFee?: Kopecks): PlanProblem[] =>
  dearerObjections(rows, left, addedFee).map(problemOf);

/** The same, with the reason told from the advice. */
export function dearerObjections(rows: readonly ScheduleRow[], left: Kopecks, addedFee = kopecks(0)): Objection[] {
  const total = scheduleTotal(rows);
  if (total <= left && addedFee > 0) {
    const why = `Комиссия площадки по новому графику больше прежней на ${formatMoney(addedFee)}: новый график не делает соглашение дороже`;
    return [{ standing: 'above', field: 'amount', why, advice: '. Предложите меньше платежей' }];
  }
  if (total <= left) return [];
  const why = `По новому графику остаётся заплатить ${formatMoney(total)}, на ${formatMoney(minus(total, left))} больше прежних ${formatMoney(left)}: новый график не делает соглашение дороже`;
  return [{ standing: 'above', field: 'rateBps', why, advice: '. Уменьшите ставку или срок' }];
}

/**
 * On what the interest of a new schedule grows: of the agreed sum that has been paid, the principal of the loan was paid first,
 * which is the cheaper for the debtor. Sums in kopecks.
 * @param inForce the terms as they were signed last
 */
export function interestOnRest(inForce: Plan, principal: Kopecks): Kopecks {
  const bearing = 'rateBps' in inForce ? (inForce.interestOn ?? inForce.amount) : kopecks(0);
  const paid = minus(inForce.amount, principal);
  return minus(bearing, lesser(bearing, paid));
}

/** The number of the last row on which money has come: such rows stay, and new ones are numbered after them; 0 for none. */
export const lastPaidNo = (rows: readonly { readonly no: number; readonly paid: number }[]): number =>
  Math.max(0, ...rows.filter(({ paid }) => paid > 0).map(({ no }) => no));

/**
 * The rows of a plan as they go on after those that stay: numbered after them, with interest that was earned before in the
 * first.
 */
export function continuedRows(rows: readonly ScheduleRow[], earned: Kopecks, after: number): ScheduleRow[] {
  return rows.map((row, index) => {
    const interest = kopecks(row.interest + (index === 0 ? earned : 0));
    return { ...row, no: after + row.no, interest, amount: kopecks(row.principal + interest) };
  });
}
