import { addDays, compareDays, type Day, daysBetween, formatDay } from '../values/days.ts';
import { type Kopecks, kopecks, MAX_AMOUNT, sumKopecks } from '../values/money.ts';

/** Money that came to a bank account, or left it: then the sum is below zero. */
export interface BankMovement {
  readonly day: Day;
  readonly amount: Kopecks;
  /** The number of the payment order. */
  readonly number: string;
  /** Who is on the other side. */
  readonly counterparty: string;
  readonly purpose: string;
}

/** What a bank tells of one account over some days. */
export interface BankStatement {
  readonly account: string;
  readonly from: Day;
  readonly to: Day;
  readonly opening: Kopecks;
  readonly closing: Kopecks;
  readonly movements: readonly BankMovement[];
}

/** What the ledger has of the same account: the sum of a line, below zero when money left. */
export interface LedgerMovement {
  readonly id: number;
  readonly day: Day;
  readonly amount: Kopecks;
}

/** What agrees and what only one of both has. */
interface Comparison<Line extends LedgerMovement> {
  readonly matched: readonly Pair<Line>[];
  readonly onlyInBank: readonly BankMovement[];
  readonly onlyInLedger: readonly Line[];
}

/** A bank books on its own day: so far apart the same sum may still be the same movement. */
export const APART_DAYS = 3;

/** Why a statement does not add up by itself: its movements lead elsewhere than to its closing balance. Null when it does. */
export function missingSum({ opening, closing, movements }: BankStatement): Kopecks | null {
  const reached = sumKopecks([opening, ...movements.map(({ amount }) => amount)]);
  return reached === closing ? null : kopecks(closing - reached);
}

/** Longer statements are none of a bank, but of two days that were mixed up. */
const MOST_DAYS = 366;

/** Why the days or the sums of a statement cannot be true; null when they can. */
export function statementProblem({ from, to, opening, closing, movements }: BankStatement): string | null {
  const all = movements.reduce((sum, { amount }) => sum + Math.abs(amount), Math.abs(opening) + Math.abs(closing));
  if (all > MAX_AMOUNT) return 'Суммы в выписке невозможно велики';
  if (to < from) return 'Последний день выписки раньше первого';
  if (daysBetween(from, to) >= MOST_DAYS) return 'Выписка длиннее года: загрузите её по частям';
  const outside = movements.find(({ day }) => day < from || day > to);
  if (!outside) return null;
  const { day, number } = outside;
  return `Документ № ${number || '—'} от ${formatDay(day)} — вне дней выписки: она с ${formatDay(from)} по ${formatDay(to)}`;
}

/** A movement of a bank and the line of the ledger that it is. */
type Pair<Line> = readonly [movement: BankMovement, line: Line];

/**
 * The movements of a statement beside the lines of the ledger: the same sum on the same day, then the same sum on the nearest day, and in the
 * order of days where more of them agree so. Each is taken once.
 */
export function compareStatement<Line extends LedgerMovement>(
  bank: readonly BankMovement[],
  ledger: readonly Line[],
): Comparison<Line> {
  const ofSum = Map.groupBy(ledger, ({ amount }) => amount);
  const matched = [...Map.groupBy(bank, ({ amount }) => amount)].flatMap(([amount, movements]) => {
    const lines = ofSum.get(amount) ?? [];
    const nearest = byNearest(movements, lines);
    if (nearest.length === Math.min(movements.length, lines.length)) return nearest;
    const ordered = inOrder(movements, lines);
    return ordered.length > nearest.length ? ordered : nearest;
  });
  const [told, taken] = [new Set(matched.map(([movement]) => movement)), new Set(matched.map(([, line]) => line))];
  return {
    matched,
    onlyInBank: bank.filter((movement) => !told.has(movement)),
    onlyInLedger: ledger.filter((line) => !taken.has(line)),
  };
}

/** Of one sum: those of one day, then those a day apart, and so on. */
function byNearest<Line extends LedgerMovement>(bank: readonly BankMovement[], ledger: readonly Line[]): Pair<Line>[] {
  const free = Map.groupBy(ledger.toReversed(), ({ day }) => day);
  const pairs: Pair<Line>[] = [];
  let left = bank;
  for (let apart = 0; apart <= APART_DAYS && left.length > 0; apart += 1) {
    left = left.filter((movement) => {
      const line = free.get(addDays(movement.day, -apart))?.pop() ?? free.get(addDays(movement.day, apart))?.pop();
      if (line) pairs.push([movement, line]);
      return !line;
    });
  }
  return pairs;
}

/** Of one sum: the first with the first that is near enough, which leaves as few as can be. */
function inOrder<Line extends LedgerMovement>(bank: readonly BankMovement[], ledger: readonly Line[]): Pair<Line>[] {
  const byDay = (one: { day: Day }, other: { day: Day }) => compareDays(one.day, other.day);
  const [movements, lines] = [bank.toSorted(byDay), ledger.toSorted(byDay)];
  const pairs: Pair<Line>[] = [];
  let at = 0;
  for (const line of lines) {
    while (at < movements.length && daysBetween(movements[at]!.day, line.day) > APART_DAYS) at += 1;
    const movement = movements[at];
    if (!movement || daysBetween(line.day, movement.day) > APART_DAYS) continue;
    pairs.push([movement, line]);
    at += 1;
  }
  return pairs;
}
