import type { BusinessCalendar } from '../values/business-calendar.ts';
import { addDays, type Day, daysBetween } from '../values/days.ts';

/**
 * When an agreement that is not kept may be ended (docs/domain.md §7.3, docs/decisions/0098). A loan of a consumer keeps the
 * terms of early demand of 353-ФЗ, ст. 14: so many days overdue in all of the last 180, and so many days to pay after the
 * notice. Elsewhere the agreement's own: the notice after 10 working days of grace, and 5 to pay after it.
 */
export type BreachRule = 'common' | 'loan' | 'short_loan';

/** Working days: of grace after a row is overdue, and to pay after the notice. */
const GRACE_WORKING_DAYS = 10;
const CURE_WORKING_DAYS = 5;
/** 353-ФЗ, ст. 14, ч. 2 and 3: days overdue that must be passed, within which days, and days to pay after the notice. */
const COUNTED_DAYS = 180;
const LOAN_DAYS = { loan: { overdue: 60, cure: 30 }, short_loan: { overdue: 10, cure: 10 } } as const;
/** A loan is short when it was concluded for less than so many days. */
const SHORT_LOAN_DAYS = 60;
/** Days to pay a debt that is whole again, where no law names more (ГК РФ, ст. 314, п. 2). */
const RESTORED_DAYS = 7;

/**
 * By which rule an agreement may be ended. Both the loan and its new schedule must be short, and its term known, for the shorter
 * terms: what is not known is decided for the debtor.
 */
export function breachRule(claim: {
  readonly consumer: boolean;
  readonly contractDate: Day;
  readonly contractEnd: Day | null;
  /** From the day of the offer to its last payment. */
  readonly planDays: number;
}): BreachRule {
  if (!claim.consumer) return 'common';
  const { contractDate, contractEnd, planDays } = claim;
  const isShort = contractEnd !== null && daysBetween(contractDate, contractEnd) < SHORT_LOAN_DAYS;
  return isShort && planDays < SHORT_LOAN_DAYS ? 'short_loan' : 'loan';
}

/** A payment of a schedule: when it was due, and when its last kopeck came; null while it is open. */
export type RowDelay = {
  readonly dueDate: Day;
  readonly paidOn: Day | null;
  /** When money of it last went back: what was paid then was not overdue before. */
  readonly returnedOn?: Day | null;
  /** The last day on which something in the debtor's life excused him from paying it (docs/decisions/0101). */
  readonly excusedUntil?: Day | null;
};

/** The day after which a payment counts as overdue. */
const lateSince = ({ dueDate, returnedOn, excusedUntil }: RowDelay): Day =>
  [returnedOn, excusedUntil].reduce<Day>((last, day) => (day && day > last ? day : last), dueDate);

/** Days of the last 180 on which some payment was overdue, the day of payment included; each counts once. */
export function overdueDays(rows: readonly RowDelay[], today: Day): number {
  const since = addDays(today, 1 - COUNTED_DAYS);
  let counted = 0;
  for (let day = since; day <= today; day = addDays(day, 1)) {
    if (rows.some((row) => lateSince(row) < day && (row.paidOn === null || day <= row.paidOn))) counted++;
  }
  return counted;
}

/** Whether the delay is long enough for the notice of a coming breach; without an open overdue payment it never is. */
export function isNoticeDue(
  rule: BreachRule,
  rows: readonly RowDelay[],
  today: Day,
  calendar: BusinessCalendar,
): boolean {
  const open = openOverdue(rows, today);
  if (open.length === 0) return false;
  if (rule !== 'common') return overdueDays(rows, today) > LOAN_DAYS[rule].overdue;
  return open.some((row) => today > calendar.addWorkingDays(lateSince(row), GRACE_WORKING_DAYS));
}

/** How far ahead a notice is looked for: longer than any delay that the rules ask for, with every day off between. */
const AHEAD_DAYS = 200;

/** The day on which the notice of a coming breach goes out if nothing is paid until then; null when nothing is overdue. */
export function noticeDay(
  rule: BreachRule,
  rows: readonly RowDelay[],
  today: Day,
  calendar: BusinessCalendar,
): Day | null {
  if (openOverdue(rows, today).length === 0) return null;
  for (let ahead = 0; ahead <= AHEAD_DAYS; ahead++) {
    const day = addDays(today, ahead);
    if (isNoticeDue(rule, rows, day, calendar)) return day;
  }
  return null;
}

const openOverdue = (rows: readonly RowDelay[], today: Day): RowDelay[] =>
  rows.filter((row) => row.paidOn === null && row.dueDate < today && (row.excusedUntil ?? row.dueDate) < today);

/** The due day of the oldest open overdue payment. */
export function oldestOverdue(rows: readonly RowDelay[], today: Day): Day | null {
  const days = openOverdue(rows, today).map(({ dueDate }) => dueDate);
  return days.toSorted()[0] ?? null;
}

/** The last day to pay after a notice that was delivered on a day; a day off moves it on (ГК РФ, ст. 191, 193). */
export const lastDayToCure = (rule: BreachRule, deliveredOn: Day, calendar: BusinessCalendar): Day =>
  rule === 'common'
    ? calendar.addWorkingDays(deliveredOn, CURE_WORKING_DAYS)
    : calendar.onOrAfter(addDays(deliveredOn, LOAN_DAYS[rule].cure));

/** The last day to pay the debt that is whole again. */
export const restoredUntil = (rule: BreachRule, terminatedOn: Day, calendar: BusinessCalendar): Day =>
  calendar.onOrAfter(addDays(terminatedOn, rule === 'common' ? RESTORED_DAYS : LOAN_DAYS[rule].cure));

/** The rule in words, as agreements and notices say it. */
export const BREACH_WORDS: Readonly<
  Record<BreachRule, { readonly delay: string; readonly cure: string; readonly restored: string }>
> = {
  common: {
    delay: `платёж просрочен более чем на ${GRACE_WORKING_DAYS} рабочих дней`,
    cure: `${CURE_WORKING_DAYS} рабочих дней`,
    restored: `${RESTORED_DAYS} календарных дней`,
  },
  loan: {
    delay: `за последние ${COUNTED_DAYS} дней платежи были просрочены в общей сложности более ${LOAN_DAYS.loan.overdue} дней`,
    cure: `${LOAN_DAYS.loan.cure} календарных дней`,
    restored: `${LOAN_DAYS.loan.cure} календарных дней`,
  },
  short_loan: {
    delay: `за последние ${COUNTED_DAYS} дней платежи были просрочены в общей сложности более ${LOAN_DAYS.short_loan.overdue} дней`,
    cure: `${LOAN_DAYS.short_loan.cure} календарных дней`,
    restored: `${LOAN_DAYS.short_loan.cure} календарных дней`,
  },
};
