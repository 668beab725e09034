import { addDays, type Day, daysBetween, formatDay } from '../values/days.ts';
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
  readonly matched: number;
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

/**
 * The movements of a statement beside the lines of the ledger: the same sum on the same day, then the same sum on the nearest day. Each
 * is taken once.
 */
export function compareStatement<Line extends LedgerMovement>(
  bank: readonly BankMovement[],
  ledger: readonly Line[],
): Comparison<Line> {
  const free = new Map<string, Line[]>();
  for (const line of ledger.toReversed()) {
    const key = keyOf(line.amount, line.day);
    const same = free.get(key);
    if (same) same.push(line);
    else free.set(key, [line]);
  }
  const taken = new Set<Line>();
  let onlyInBank = bank;
  for (let apart = 0; apart <= APART_DAYS; apart += 1) {
    onlyInBank = onlyInBank.filter(({ day, amount }) => {
      const line =
        free.get(keyOf(amount, addDays(day, -apart)))?.pop() ?? free.get(keyOf(amount, addDays(day, apart)))?.pop();
      if (line) taken.add(line);
      return !line;
    });
  }
  return { matched: taken.size, onlyInBank, onlyInLedger: ledger.filter((line) => !taken.has(line)) };
}

const keyOf = (amount: Kopecks, day: Day): string => `${amount} ${day}`;
