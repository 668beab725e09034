import type { StillDays } from '../parties/life-event.ts';
import { addDays, addMonths, type Day, daysBetween } from '../values/days.ts';
import { greater, lesser, minus, mulDivDown } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { Plan } from './plan.ts';
import { withoutEarned } from './price/offer-price.ts';
import { type ScheduleRow, scheduleTotal } from './schedule.ts';

/** The schedule that bears interest, as it was agreed, in the order of its rows. */
export type InterestTerms = {
  readonly rows: readonly ScheduleRow[];
  /** The day of the agreement, after which its first row begins to earn. */
  readonly since: Day;
  /** Since when the first row counts its interest, where that is sooner: nobody owes that of days before the agreement. */
  readonly counted?: Day;
  /** Of the interest of its rows what had been earned before that day; kopecks. */
  readonly earned: Kopecks;
  /** Days on which nothing is earned, as in a bankruptcy (127-ФЗ, ст. 213.11, п. 2 [K]), also once they are over (docs/decisions/0101). */
  readonly still?: readonly StillDays[];
};

/** Money that the rows of a schedule have got; below zero what has gone back. It counts from the day after. */
export type DatedMoney = { readonly day: Day; readonly amount: number };

/**
 * What each row of a schedule earns when money comes ahead of its days (docs/domain.md §8.8, docs/decisions/0139): by the day, the day
 * of a payment included, on what is left of the principal and never on more than the schedule leaves. Interest of the periods that
 * are over is paid first. Without a fraction of a kopeck, for the debtor. What was earned before the schedule is not counted.
 */
export function interestEarned(terms: InterestTerms, money: readonly DatedMoney[]): Kopecks[] {
  const { rows, since, counted = since, earned } = terms;
  const still = stillOf(terms);
  const bearing = withoutEarned(rows, earned);
  const whole = sumKopecks(bearing.map(({ principal }) => principal));
  let owed: number = earned;
  let scheduled = whole;
  let from = counted < since ? counted : since;
  return bearing.map(({ principal, interest, plannedDate }) => {
    const left = (on: Day): bigint => {
      if (on < since || isStill(still, addDays(on, 1))) return 0n;
      const paid = money.reduce((sum, { day, amount }) => sum + (day <= on ? amount : 0), 0);
      const rest = whole - Math.max(0, paid - owed);
      return BigInt(Math.min(Math.max(rest, 0), scheduled));
    };
    const stops = still.flatMap(({ since: first, until }) => [addDays(first, -1), ...(until === null ? [] : [until])]);
    const changes = [since, ...stops, ...money.map(({ day }) => day)];
    const part = earnedIn({ from, to: plannedDate, interest, scheduled, left, changes });
    scheduled = minus(scheduled, principal);
    owed += part;
    if (plannedDate > from) from = plannedDate;
    return part;
  });
}

/** A row that is due on the very first day that earns nothing keeps its interest whole. */
const stillOf = ({ rows, still = [] }: InterestTerms): StillDays[] =>
  still.map(({ since, until }) => {
    const isDue = rows.some(({ plannedDate, dueDate }) => plannedDate === since && dueDate === since);
    return { since: isDue ? addDays(since, 1) : since, until };
  });

const isStill = (still: readonly StillDays[], day: Day): boolean =>
  still.some(({ since, until }) => since <= day && (until === null || day <= until));

/** A period of a row: its days, what it bears by the schedule, what bears at the end of a day, and on which days that changes. */
type Period = {
  readonly from: Day;
  readonly to: Day;
  readonly interest: Kopecks;
  readonly scheduled: Kopecks;
  readonly left: (on: Day) => bigint;
  readonly changes: readonly Day[];
};

function earnedIn({ from, to, interest, scheduled, left, changes }: Period): Kopecks {
  if (interest === 0 || scheduled === 0 || to <= from) return interest;
  const within = changes.filter((day) => day > from && day < to);
  const marks = [from, ...new Set(within), to].toSorted();
  const kopeckDays = marks
    .slice(0, -1)
    .reduce((sum, mark, index) => sum + left(mark) * BigInt(daysBetween(mark, marks[index + 1]!)), 0n);
  return mulDivDown(interest, kopeckDays, BigInt(scheduled) * BigInt(daysBetween(from, to)));
}

/**
 * Since when the first row of a plan counts its interest: it bears that of a whole period, also where the plan was agreed to when less of
 * it was left (docs/decisions/0140).
 * @param since the day of the agreement
 */
export function countedSince(plan: Plan, [first]: readonly ScheduleRow[], since: Day): Day {
  if (!first || !('periodMonths' in plan)) return since;
  if ('accrueFrom' in plan && plan.accrueFrom) return plan.accrueFrom;
  return first.plannedDate < addMonths(since, plan.periodMonths)
    ? addMonths(first.plannedDate, -plan.periodMonths)
    : since;
}

/**
 * The rows of a schedule as they are owed after money that came ahead of its days: what they do not earn is taken off the last of them,
 * so that no day of payment moves. A row keeps what has been paid of it; one of which nothing is left is left out.
 * @param paidOf what has been paid of a row, by its number
 */
export function rowsAfter(
  terms: InterestTerms,
  money: readonly DatedMoney[],
  paidOf: (no: number) => Kopecks,
): ScheduleRow[] {
  const { rows, earned } = terms;
  const interest = sumKopecks(rows.map((row) => row.interest));
  let notEarned = minus(interest, sumKopecks([earned, ...interestEarned(terms, money)]));
  const cut = rows.toReversed().map((row): ScheduleRow => {
    const off = lesser(notEarned, greater(minus(row.amount, paidOf(row.no)), kopecks(0)));
    notEarned = minus(notEarned, off);
    const left = minus(row.interest, lesser(off, row.interest));
    const amount = minus(row.amount, off);
    return { ...row, amount, interest: left, principal: minus(amount, left) };
  });
  return cut.toReversed().filter(({ amount }) => amount > 0);
}

/** A schedule that bears interest, with the money that its rows have got. */
export type InterestHistory = { readonly terms: InterestTerms; readonly money: readonly DatedMoney[] };

/**
 * What of a schedule is still to be paid if all of it is paid off on a day: the principal, and the interest of the days up to and
 * including that one (ГК РФ, ст. 809 п. 6; 353-ФЗ, ст. 11). Kopecks.
 */
export function payOffSum({ terms, money }: InterestHistory, day: Day): Kopecks {
  const before = money.filter((one) => one.day <= day);
  const paid = before.reduce((sum, { amount }) => sum + amount, 0);
  const earned = interestEarned(terms, [...before, { day, amount: scheduleTotal(terms.rows) }]);
  const principal = sumKopecks(terms.rows.map((row) => row.principal));
  return kopecks(Math.max(0, principal + terms.earned + sumKopecks(earned) - paid));
}

/**
 * What is left of a schedule on a day without the interest of a period that is not over: a new schedule reckons its own. Of it the
 * interest of each row that has fallen due is paid first. Kopecks.
 * @param isDue whether a row has fallen due by the day
 */
export function leftOfSchedule(
  { terms, money }: InterestHistory,
  day: Day,
  isDue: (row: ScheduleRow) => boolean,
): Kopecks {
  const { rows, earned } = terms;
  const before = money.filter((one) => one.day <= day);
  const parts = interestEarned(terms, before).filter((_, index) => isDue(rows[index]!));
  const paid = before.reduce((sum, { amount }) => sum + amount, 0);
  return kopecks(Math.max(0, sumKopecks([earned, ...parts, ...rows.map(({ principal }) => principal)]) - paid));
}

/**
 * The rows of a schedule as they are owed when interest stands still from a day on: each bears what it has earned before
 * (docs/decisions/0101), also where money has come ahead. A row that is due on the day keeps its interest.
 * @param stopped the first day that earns nothing
 */
export function rowsStopped({ terms, money }: InterestHistory, stopped: Day): ScheduleRow[] {
  const { rows, earned } = terms;
  const isDue = rows.some(({ plannedDate, dueDate }) => plannedDate === stopped && dueDate === stopped);
  const last = isDue ? stopped : addDays(stopped, -1);
  // Nothing is left to earn when all of it is paid off on the last day.
  const known = money.filter(({ day }) => day <= last);
  const parts = interestEarned(terms, [...known, { day: last, amount: scheduleTotal(rows) }]);
  const bearing = withoutEarned(rows, earned);
  return rows.map((row, index) => {
    const interest = kopecks(row.interest - bearing[index]!.interest + parts[index]!);
    return { ...row, interest, amount: kopecks(row.principal + interest) };
  });
}
