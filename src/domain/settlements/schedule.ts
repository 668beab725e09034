import type { BusinessCalendar } from '../values/business-calendar.ts';
import { type Day, daysBetween } from '../values/days.ts';
import { BPS, divideHalfUp, lesser, minus, mulDiv, splitEqually } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { checkPlan, type InterestPlan, type Plan, type PlanProblem, plannedDates } from './plan.ts';

/**
 * A row of a schedule. `plannedDate` is the calendar's base of the rows after it; `dueDate` is the same or the next working
 * day, and days overdue are counted from it. `amount` is `principal` + `interest`, all in kopecks.
 */
export type ScheduleRow = {
  readonly no: number;
  readonly plannedDate: Day;
  readonly dueDate: Day;
  readonly principal: Kopecks;
  readonly interest: Kopecks;
  readonly amount: Kopecks;
};

type Schedule =
  | { readonly ok: true; readonly rows: readonly ScheduleRow[] }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

type Sums = { readonly principal: Kopecks; readonly interest: Kopecks };

const ZERO = kopecks(0);

/**
 * The schedule of a plan (docs/domain.md §8.3–8.6). The principals add up to the agreed sum to the kopeck. What the rows say
 * at agreement is the only truth about interest: nothing is accrued beside them.
 * `calendar` moves a payment due on a day off to the next working day (ГК РФ, ст. 193); null leaves it where it is.
 */
export function makeSchedule(plan: Plan, calendar: BusinessCalendar | null): Schedule {
  const problems = checkPlan(plan);
  if (problems.length > 0) return { ok: false, problems };
  const dates = plannedDates(plan);
  const sums = sumsOf(plan, dates);
  if (sums === null) return { ok: false, problems: [{ field: 'rateBps', message: NEVER_PAID_OFF }] };
  const rows = sums.map(({ principal, interest }, index) => {
    const plannedDate = dates[index] as Day;
    const dueDate = calendar ? calendar.onOrAfter(plannedDate) : plannedDate;
    return { no: index + 1, plannedDate, dueDate, principal, interest, amount: kopecks(principal + interest) };
  });
  return { ok: true, rows };
}

const NEVER_PAID_OFF = 'При такой ставке и сроке платёж не покрывает проценты';

/** All that is paid by a schedule, in kopecks. */
export function scheduleTotal(rows: readonly ScheduleRow[]): Kopecks {
  return sumKopecks(rows.map(({ amount }) => amount));
}

/** All interest of a schedule, in kopecks. */
export function scheduleInterest(rows: readonly ScheduleRow[]): Kopecks {
  return sumKopecks(rows.map(({ interest }) => interest));
}

/** Principal and interest of every row; null when an annuity does not pay the debt off. */
function sumsOf(plan: Plan, dates: readonly Day[]): Sums[] | null {
  if (plan.kind === 'at_once') return [free(plan.amount)];
  if (plan.kind === 'custom') return plan.parts.map(({ amount }) => free(amount));
  const rest = minus(plan.amount, plan.downPayment);
  const down = plan.downPayment > 0 ? [free(plan.downPayment)] : [];
  if (plan.kind === 'equal') return [...down, ...splitEqually(rest, plan.payments).map(free)];
  const bearing = bearingRest(plan);
  const rows = bearing === 0 ? plainRows(plan.payments) : bearingRows(plan, bearing, periodRates(plan, dates));
  if (rows === null) return null;
  const others = splitEqually(minus(rest, bearing), plan.payments);
  return [...down, ...rows.map((row, index) => added(row, others[index] as Kopecks))];
}

/**
 * On what interest grows after the down payment: the principal of the loan. The down payment is taken from it before all
 * else, which is the cheaper for the debtor.
 */
function bearingRest({ amount, interestOn = amount, downPayment }: InterestPlan): Kopecks {
  const principal = lesser(interestOn, amount);
  return minus(principal, lesser(principal, downPayment));
}

const plainRows = (payments: number): Sums[] => Array.from({ length: payments }, () => free(ZERO));

function bearingRows(plan: InterestPlan, bearing: Kopecks, rates: readonly Rate[]): Sums[] | null {
  if (plan.kind === 'differentiated') return differentiated(bearing, rates);
  return annuityRows(bearing, annuityPayment(bearing, plan), rates);
}

/** A row with an equal part of what bears no interest. */
const added = ({ principal, interest }: Sums, other: Kopecks): Sums => ({
  principal: kopecks(principal + other),
  interest,
});

function free(principal: Kopecks): Sums {
  return { principal, interest: ZERO };
}

/** A rate of one period as an exact fraction. */
type Rate = { readonly by: number; readonly over: number };

/** The rate of each instalment's period: months of a year of twelve, or days of a year of 365 (docs/domain.md §8.4). */
function periodRates({ rateBps, periodMonths, payments, accrueFrom }: InterestPlan, dates: readonly Day[]): Rate[] {
  const instalments = dates.slice(-payments);
  if (accrueFrom === undefined) return instalments.map(() => ({ by: rateBps * periodMonths, over: 12 * BPS }));
  const starts = [dates.length > payments ? (dates[0] as Day) : accrueFrom, ...instalments];
  return instalments.map((date, index) => ({
    by: rateBps * daysBetween(starts[index] as Day, date),
    over: 365 * BPS,
  }));
}

/** A = S·i / (1 − (1 + i)^−n), exact until the one rounding at the end. */
export function annuityPayment(
  amount: Kopecks,
  terms: Pick<InterestPlan, 'rateBps' | 'periodMonths' | 'payments'>,
): Kopecks {
  const by = BigInt(terms.rateBps * terms.periodMonths);
  const over = BigInt(12 * BPS);
  const grown = (over + by) ** BigInt(terms.payments);
  const whole = over ** BigInt(terms.payments);
  return kopecks(Number(divideHalfUp(BigInt(amount) * by * grown, over * (grown - whole))));
}

/**
 * The rows of an annuity, the last one takes balance and interest; null when it is no payment like the others, not in
 * (0, 2A]: at high rates and long terms the rounding of A runs away (docs/domain.md §8.4), and a payment may not even cover
 * the interest.
 */
function annuityRows(amount: Kopecks, payment: Kopecks, rates: readonly Rate[]): Sums[] | null {
  let balance = amount;
  const rows: Sums[] = [];
  for (const [index, { by, over }] of rates.entries()) {
    const interest = mulDiv(balance, by, over);
    const isLast = index === rates.length - 1;
    const principal = isLast ? balance : minus(payment, interest);
    if (principal < 0 || principal > balance) return null;
    rows.push({ principal, interest });
    balance = minus(balance, principal);
    if (isLast && (principal + interest <= 0 || principal + interest > 2 * payment)) return null;
  }
  return rows;
}

/** Equal principals, the remainder in the last row; interest of the balance (docs/domain.md §8.5). */
function differentiated(amount: Kopecks, rates: readonly Rate[]): Sums[] {
  const part = kopecks(Math.floor(amount / rates.length));
  let balance = amount;
  return rates.map(({ by, over }, index) => {
    const principal = index === rates.length - 1 ? balance : part;
    const interest = mulDiv(balance, by, over);
    balance = minus(balance, principal);
    return { principal, interest };
  });
}
