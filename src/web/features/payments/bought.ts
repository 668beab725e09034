import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { paymentsOf } from '../plan/schedule-texts.ts';
import { openRows, owedOf, type Scheduled } from './owed.ts';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.bought;

/** A sum that stays to be paid, in kopecks; interest that is saved may make it less, never more. */
interface Left {
  sum: number;
  mayBeLess: boolean;
}

/** What a sum paid today is for, and what it leaves. */
interface Bought {
  /** So many payments whole, the last of them until that day. */
  whole: number;
  until: string | undefined;
  /** What is late and stays so; undefined where nothing does. */
  late: Left | undefined;
  /** The first payment that it leaves open; undefined where it pays all of the schedule. */
  next: (Left & { dueDate: string }) | undefined;
  /** What it leaves of the penalty as it is today. */
  penalty: number;
}

/**
 * What a sum buys of an agreement: money goes into the rows of its schedule in order, the penalty comes after all of them, and interest
 * that is saved is taken off the last rows (docs/decisions/0139).
 * @param amount not more than pays off all of it today; kopecks
 */
export function boughtBy(of: Scheduled, amount: number): Bought {
  const { rest, bySchedule } = owedOf(of);
  const rows = openRows(of.schedule);
  // Whoever pays the rows off saves all the interest that can be saved, also where some of the penalty is left.
  if (amount >= rest - of.penaltyOpen) {
    const until = rows.at(-1)?.dueDate;
    return { whole: rows.length, until, late: undefined, next: undefined, penalty: rest - amount };
  }
  let money = amount;
  const open = rows.map(({ dueDate, status, amount: sum, paid }) => {
    const part = Math.min(money, sum - paid);
    money -= part;
    return { dueDate, isLate: status === 'overdue', left: sum - paid - part };
  });
  const left = open.slice(open.findIndex((row) => row.left > 0));
  const whole = open.length - left.length;
  // A part saves no more than all of it does; a node from before an update does not tell how much that is.
  const saved = of.payOff === undefined ? Infinity : bySchedule - rest;
  const leftOf = (count: number): Left => ({
    sum: totalOf(left.slice(0, count)),
    mayBeLess: saved > totalOf(left.slice(count)),
  });
  const lateOnes = left.filter(({ isLate }) => isLate).length;
  const [next] = left;
  return {
    whole,
    until: open[whole - 1]?.dueDate,
    late: lateOnes > 0 ? leftOf(lateOnes) : undefined,
    next: next && { dueDate: next.dueDate, ...leftOf(1) },
    penalty: of.penaltyOpen,
  };
}

const totalOf = (rows: readonly { left: number }[]): number => rows.reduce((sum, { left }) => sum + left, 0);

/** The same in words; what comes later costs whoever bears a fee of the platform that as well. */
export function boughtWords(of: Scheduled & { debtorFee: object | null }, amount: number): string {
  const bought = boughtBy(of, amount);
  const { whole, late, next, penalty } = bought;
  if (!next) {
    if (penalty === 0) return t.all;
    return sentences(whole > 0 && t.schedule, t.penaltyLeft(formatMoneyOf(penalty)));
  }
  const words = ({ sum, mayBeLess }: Left): string => {
    const most = mayBeLess ? t.atMost(formatMoneyOf(sum)) : formatMoneyOf(sum);
    return of.debtorFee === null ? most : moneyTexts.charge.andFee(most);
  };
  const penaltyStays = penalty > 0 && t.penaltyStays(formatMoneyOf(penalty));
  if (late) return sentences(t.stillLate(words(late)), penaltyStays);
  const wasLate = openRows(of.schedule).some(({ status }) => status === 'overdue');
  const buys = wasLate ? t.inTime : wholeWords(bought);
  const day = formatDayOf(next.dueDate);
  return sentences(buys, buys ? t.after(words(next), day) : t.part(day, words(next)), penaltyStays);
}

/** Which payments are paid whole; nothing where none is. */
function wholeWords({ whole, until }: Bought): string | undefined {
  if (whole === 0) return undefined;
  return whole === 1 ? t.one(formatDayOf(until)) : t.some(paymentsOf(whole), formatDayOf(until));
}

const sentences = (...parts: (string | false | undefined)[]): string => parts.filter(Boolean).join(' ');
