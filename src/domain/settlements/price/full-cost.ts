import { addMonths, type Day, daysBetween } from '../../values/days.ts';
import { type Kopecks, sumKopecks } from '../../values/money.ts';
import type { ScheduleRow } from '../schedule.ts';

/** Money on a day: what was issued to the debtor, or what he pays. */
export type Flow = { readonly day: Day; readonly amount: Kopecks };

/**
 * The full cost of a credit, ПСК, in thousandths of a percent a year (353-ФЗ, ст. 6; docs/domain.md §8.9).
 * Null when no rate makes the flows equal: as much is paid on the day of issue as is issued.
 *
 * ПСК = i · ЧБП · 100, where i is the least positive root of Σ ДП/((1 + e·i)(1 + i)^q) = 0. All is issued before anything is
 * paid, so each later flow is discounted more and the sum changes its sign once: the root is the only one. It is sought
 * among half-thousandths by the exact sign of the sum in whole numbers, so the answer is right in all three decimals.
 */
export function fullCost(issued: readonly Flow[], paid: readonly Flow[]): number | null {
  const start = issued.map(({ day }) => day).reduce((first, day) => (day < first ? day : first));
  const lastIssue = issued.map(({ day }) => day).reduce((last, day) => (day > last ? day : last));
  if (paid.some(({ day }) => day < lastIssue)) throw new RangeError('Nothing is issued after the first payment');
  const period = basePeriod([...issued, ...paid].map(({ day }) => day));
  const terms = [
    ...issued.map(({ day, amount }) => term(start, day, -BigInt(amount), period)),
    ...paid.map(({ day, amount }) => term(start, day, BigInt(amount), period)),
  ];
  return leastRoot((halves) => isPaidBackAt(terms, period, halves));
}

/**
 * The full cost of an agreed schedule: the agreed sum counts as issued on the day of the agreement. Days are the planned
 * ones: a payment moved from a day off does not make the credit cheaper.
 */
export function fullCostOfSchedule(agreedOn: Day, rows: readonly ScheduleRow[]): number | null {
  const issued = { day: agreedOn, amount: sumKopecks(rows.map(({ principal }) => principal)) };
  return fullCost(
    [issued],
    rows.map(({ plannedDate, amount }) => ({ day: plannedDate, amount })),
  );
}

/** A base period: months of the calendar or a number of days. */
type BasePeriod = { readonly months: number } | { readonly days: number };

/**
 * The most frequent interval between neighbouring flows, the shortest of equally frequent. One interval alone is taken in
 * days; when none is shorter than a year, a year; when all differ, their average in whole months or, below a month, days.
 */
export function basePeriod(flowDays: readonly Day[]): BasePeriod {
  const days = [...new Set(flowDays)].sort();
  const pairs = days.slice(1).map((day, index) => [days[index] as Day, day] as const);
  const lengths = pairs.map(([from, to]) => daysBetween(from, to));
  if (lengths.every((length) => length >= 365)) return { months: 12 };
  if (lengths.length === 1) return { days: lengths[0] as number };
  const counted = Map.groupBy(
    pairs.map(([from, to]) => interval(from, to)).filter((found) => lengthOf(found) <= 366),
    (found) => JSON.stringify(found),
  );
  const most = Math.max(...[...counted.values()].map((group) => group.length));
  const frequent = [...counted.values()].filter((group) => group.length === most).map(([first]) => first as BasePeriod);
  if (most > 1) return frequent.reduce((shortest, found) => (lengthOf(found) < lengthOf(shortest) ? found : shortest));
  const total = lengths.reduce((sum, length) => sum + length);
  return average(total, lengths.length);
}

/** Whole months when one day is the other moved by months, from either end, so that 31.01–28.02–31.03 are two months. */
function interval(from: Day, to: Day): BasePeriod {
  const months = monthsBetween(from, to);
  const isWhole = addMonths(from, months) === to || addMonths(to, -months) === from;
  return isWhole ? { months } : { days: daysBetween(from, to) };
}

function lengthOf(period: BasePeriod): number {
  return 'days' in period ? period.days : (period.months * 365) / 12;
}

/** The average of intervals, rounded half up to months, or to days below a month; never longer than a year. */
function average(total: number, count: number): BasePeriod {
  const roundedDays = Math.floor((total * 2 + count) / (count * 2));
  if (roundedDays < 30) return { days: roundedDays };
  const months = Math.floor((total * 24 + count * 365) / (count * 730));
  return { months: Math.min(12, Math.max(1, months)) };
}

/** Full months from one day to another. */
function monthsBetween(from: Day, to: Day): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth;
  return addMonths(from, months) <= to ? months : months - 1;
}

/** A flow after `full` whole base periods and `rest` days of the next. */
type Term = { readonly amount: bigint; readonly full: number; readonly rest: number };

function term(start: Day, day: Day, amount: bigint, period: BasePeriod): Term {
  if ('days' in period) {
    const passed = daysBetween(start, day);
    return { amount, full: Math.floor(passed / period.days), rest: passed % period.days };
  }
  const full = Math.floor(monthsBetween(start, day) / period.months);
  return { amount, full, rest: daysBetween(addMonths(start, full * period.months), day) };
}

/** How many days of a base period make a whole one: a month has 30, a year 365. */
function daysOf(period: BasePeriod): number {
  if ('days' in period) return period.days;
  return period.months === 12 ? 365 : 30 * period.months;
}

/**
 * Whether Σ ДП/((1 + e·i)(1 + i)^q), taken times its positive common denominator, is not below zero. `halves` is ПСК in
 * half-thousandths of a percent, so i = halves·d / (200 000 · 365) for a base of d days and halves·m / (200 000 · 12) for
 * one of m months. Flows with the same rest share a denominator.
 */
function isPaidBackAt(terms: readonly Term[], period: BasePeriod, halves: bigint): boolean {
  const by = halves * BigInt('days' in period ? period.days : period.months);
  const over = 200_000n * ('days' in period ? 365n : 12n);
  const last = Math.max(...terms.map(({ full }) => full));
  const grown = powers(over + by, last);
  const plain = powers(over, last);
  const discounted = ({ amount, full }: Term) => amount * (plain[full] as bigint) * (grown[last - full] as bigint);
  const groups = Map.groupBy(terms, ({ rest }) => rest);
  const whole = BigInt(daysOf(period)) * over;
  let sum = 0n;
  for (const [rest, group] of groups) {
    const others = [...groups.keys()].filter((other) => other !== rest);
    const factor = others.reduce((product, other) => product * (whole + BigInt(other) * by), 1n);
    sum += factor * group.reduce((total, found) => total + discounted(found), 0n);
  }
  return sum >= 0n;
}

function powers(base: bigint, last: number): bigint[] {
  const found = [1n];
  for (let power = 1; power <= last; power++) found.push((found[power - 1] as bigint) * base);
  return found;
}

/** Beyond a million percent a year a rate says nothing to anybody. */
const MAX_HALVES = 2n * 1_000_000n * 1000n;

/** Finds the half-thousandth that the root has reached and not left; half of it, a half counted up, is the answer. */
function leastRoot(isReached: (halves: bigint) => boolean): number | null {
  if (isReached(MAX_HALVES)) return null;
  let low = 0n;
  let high = MAX_HALVES;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isReached(middle)) low = middle;
    else high = middle;
  }
  return Number((low + 1n) / 2n);
}
