import type { BusinessCalendar } from '../values/business-calendar.ts';
import { addDays, type Day, formatDay } from '../values/days.ts';
import type { Kopecks } from '../values/money.ts';
import { type Forms, plural } from '../values/text/words.ts';

/** By so many days one payment is shifted (docs/decisions/0181). */
export const SHIFT_DAYS = 7;

/** The right to shift one payment may be given once in so many payments. */
export const MIN_SHIFT_EVERY = 2;
export const MAX_SHIFT_EVERY = 60;

/** Once in how many payments the debtor may shift one; null where he may not. */
export type ShiftEvery = number | null;

/** Whether a right to shift is worth less to the debtor than another: none is worth the least. */
export const isRarer = (one: ShiftEvery, other: ShiftEvery): boolean =>
  (one ?? Number.POSITIVE_INFINITY) > (other ?? Number.POSITIVE_INFINITY);

const payments: Forms = ['платёж', 'платежа', 'платежей'];

/** «6 платежей», as it follows «один раз в». */
export const shiftEveryWords = (every: number): string => `${every} ${plural(every, payments)}`;

/** The right in a few words: «на 7 дней, один раз в 6 платежей». */
export const shiftWords = (every: number): string => `на ${SHIFT_DAYS} дней, один раз в ${shiftEveryWords(every)}`;

/** A row of a schedule in force with what of it is open, kopecks. */
interface ShiftableRow {
  readonly no: number;
  readonly dueDate: Day;
  readonly principal: Kopecks;
  readonly interest: Kopecks;
}

/** What of the schedule in force has been shifted: which payments. */
export interface Shifting {
  readonly every: number;
  readonly rows: readonly ShiftableRow[];
  readonly shifted: readonly number[];
  readonly today: Day;
  readonly calendar: BusinessCalendar;
}

const isOpen = ({ principal, interest }: ShiftableRow): boolean => principal + interest > 0;

/** The day to which a payment is shifted: seven days after the one that is agreed, or the first working day after that (ГК РФ, ст. 193). */
export const shiftedDay = (dueDate: Day, calendar: BusinessCalendar): Day =>
  calendar.onOrAfter(addDays(dueDate, SHIFT_DAYS));

/** Why nothing of a schedule may be shifted now; null where some payment may be. */
export function shiftObstacle({ rows, today }: Pick<Shifting, 'rows' | 'today'>): string | null {
  const late = rows.find((row) => isOpen(row) && row.dueDate < today);
  if (late) return `Платёж со сроком ${formatDay(late.dueDate)} просрочен: сначала оплатите его`;
  return rows.some((row) => isOpen(row) && row.dueDate > today) ? null : 'Предстоящих платежей больше нет';
}

/** A payment that is still to come, with the day that it would have, and why it may not be shifted; null when it may. */
interface ShiftChoice {
  readonly no: number;
  readonly dueDate: Day;
  readonly to: Day;
  readonly why: string | null;
}

/**
 * The payments that are still to come, each with what keeps it from being shifted: of any `every` payments in a row one is, and no payment
 * comes to the day of the next one or after it. The last may be shifted: it costs no more for that.
 */
export function shiftChoices({ every, rows, shifted, today, calendar }: Shifting): ShiftChoice[] {
  return rows
    .filter((row) => isOpen(row) && row.dueDate > today)
    .map(({ no, dueDate }) => {
      const to = shiftedDay(dueDate, calendar);
      const next = rows.find((row) => row.no > no);
      return { no, dueDate, to, why: usedBy(no, shifted, every) ?? crowdedBy(to, next) };
    });
}

function usedBy(no: number, shifted: readonly number[], every: number): string | null {
  if (shifted.includes(no)) return 'Этот платёж уже перенесён';
  const near = shifted.find((other) => Math.abs(other - no) < every);
  if (near === undefined) return null;
  return `Перенесён платёж № ${near}, а право даётся один раз в ${shiftEveryWords(every)}`;
}

const crowdedBy = (to: Day, next: ShiftableRow | undefined): string | null =>
  next !== undefined && next.dueDate <= to
    ? `Новый срок ${formatDay(to)} не раньше срока следующего платежа, ${formatDay(next.dueDate)}`
    : null;

/** Why this payment may not be shifted, or the day to which it is. @param no its number in the schedule */
export function judgeShift(shifting: Shifting, no: number): { to: Day; from: Day } | { why: string } {
  const all = shiftObstacle(shifting);
  if (all !== null) return { why: all };
  const row = shifting.rows.find((one) => one.no === no);
  if (!row || !isOpen(row)) return { why: 'Такого неоплаченного платежа в графике нет' };
  const choice = shiftChoices(shifting).find((one) => one.no === no);
  if (!choice)
    return { why: `Срок платежа ${formatDay(row.dueDate)} уже наступил: переносят не позднее дня перед сроком` };
  return choice.why === null ? { to: choice.to, from: choice.dueDate } : { why: choice.why };
}
