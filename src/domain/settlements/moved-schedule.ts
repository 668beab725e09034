import type { BusinessCalendar } from '../values/business-calendar.ts';
import { addDays, addMonths, type Day, daysBetween } from '../values/days.ts';
import { BPS, mulDiv } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { Plan } from './plan.ts';
import type { ScheduleRow } from './schedule.ts';

/** A row that is still to be paid, with what is open of it. */
type OpenRow = Pick<ScheduleRow, 'plannedDate' | 'principal' | 'interest'>;

interface Pause {
  readonly since: Day;
  /** The rows move by so many at least. */
  readonly months: number;
  /** Its last day, where that is not the end of these months. */
  readonly until?: Day;
}

/** The last day of a pause. */
export const pauseUntil = ({ since, months, until }: Pause): Day => until ?? addDays(addMonths(since, months), -1);

/** Moves end somewhere: a plan has at most sixty payments a year apart. */
const MOST_MONTHS = 1_200;

/**
 * The open rows of a schedule as a pause moves them: all by as many months, at least those of the pause, so that the first falls
 * after it (docs/decisions/0101). Sums stay; where interest does not stop, that of the days moved is paid with the last row.
 * @param interest the rate a year in basis points on a sum; null where the pause adds none
 * @param after rows up to this number stay
 */
export function movedRows(
  rows: readonly OpenRow[],
  pause: Pause,
  {
    calendar,
    after,
    interest,
  }: {
    calendar: BusinessCalendar;
    after: number;
    interest: { rateBps: number; on: Kopecks } | null;
  },
): ScheduleRow[] {
  const first = rows[0]!.plannedDate;
  const until = pauseUntil(pause);
  const months = monthsOver(first, until, pause.months);
  // Days before the pause have borne what they bear: a row that was late by then adds no interest of them.
  const days = daysBetween(first > pause.since ? first : pause.since, addMonths(first, months));
  const added = interest === null ? kopecks(0) : mulDiv(interest.on, interest.rateBps * days, 365 * BPS);
  return rows.map((row, index) => {
    const plannedDate = addMonths(row.plannedDate, months);
    const earned = kopecks(row.interest + (index === rows.length - 1 ? added : 0));
    const { principal } = row;
    const amount = kopecks(principal + earned);
    return {
      no: after + index + 1,
      plannedDate,
      dueDate: calendar.onOrAfter(plannedDate),
      principal,
      interest: earned,
      amount,
    };
  });
}

function monthsOver(first: Day, until: Day, least: number): number {
  let months = least;
  while (months < MOST_MONTHS && addMonths(first, months) <= until) months++;
  return months;
}

/** The plan of a moved schedule: the one in force for what is left, on its new days. */
export function movedPlan(inForce: Plan, rows: readonly ScheduleRow[], interestOn: Kopecks): Plan {
  const amount = sumKopecks(rows.map(({ principal }) => principal));
  const firstDate = rows[0]!.plannedDate;
  if (inForce.kind === 'at_once') return { ...inForce, amount, firstDate };
  if (inForce.kind === 'custom') {
    return {
      ...inForce,
      amount,
      parts: rows.map(({ plannedDate, principal }) => ({ date: plannedDate, amount: principal })),
    };
  }
  const plan = { ...inForce, amount, firstDate, downPayment: kopecks(0), payments: rows.length };
  return 'rateBps' in plan ? { ...plan, interestOn } : plan;
}

/**
 * Rows that were made by a calendar of before: what has come to fall on a day off is due on the next working one (ГК РФ, ст. 193;
 * docs/decisions/0215).
 */
export const dueBy = (rows: readonly ScheduleRow[], calendar: BusinessCalendar): ScheduleRow[] =>
  rows.map((row) => ({ ...row, dueDate: calendar.onOrAfter(row.dueDate) }));
