import { addDays, type Day, daysBetween } from '../values/days.ts';

interface ReminderStep {
  readonly about: 'due' | 'overdue';
  /** From and to how many days after the due day; before it they are below zero. */
  readonly from: number;
  readonly to: number;
  /** The day after which a reminder is this one, by the due day. */
  readonly since: number;
}

/**
 * When a debtor is reminded of a payment (docs/decisions/0185): three days and one day before, on the day, and one, three and seven days
 * after it. What was missed is not made up for: he is told by where he stands. Of a delay that began long ago he is told
 * once, as of its first day.
 */
export const REMINDER_STEPS: readonly ReminderStep[] = [
  { about: 'due', from: -3, to: -2, since: -3 },
  { about: 'due', from: -1, to: -1, since: -1 },
  { about: 'due', from: 0, to: 0, since: 0 },
  { about: 'overdue', from: 1, to: 2, since: 1 },
  { about: 'overdue', from: 3, to: 6, since: 3 },
  { about: 'overdue', from: 7, to: 13, since: 7 },
  { about: 'overdue', from: 14, to: Number.POSITIVE_INFINITY, since: 1 },
];

/** So many days before a payment its debtor is first told of it. */
export const REMINDED_DAYS = 3;
/** A link to pay in a reminder lives so many days after the due day. */
const PAY_LINK_DAYS = 7;

/** The reminder of a payment on a day, with the day since which it was told if it was; null while it is far away. */
export function reminderOf(dueDate: Day, today: Day): { about: 'due' | 'overdue'; since: Day } | null {
  const late = daysBetween(dueDate, today);
  const step = REMINDER_STEPS.find(({ from, to }) => late >= from && late <= to);
  return step === undefined ? null : { about: step.about, since: addDays(dueDate, step.since) };
}

/** The last day on which a reminder's link still leads to its payment. */
export const payLinkUntil = (dueDate: Day): Day => addDays(dueDate, PAY_LINK_DAYS);
