import { type Balances, balanceKey, type Line } from '#domain/money/ledger.ts';
import { type AccountCode, growsByDebit } from '#domain/money/ledger-accounts.ts';
import { type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';

/** What the database does with an entry (migrations/0020-ledger.sql), in a few lines: the rules are tried without one. */

/** Whether debits equal credits. */
export function isBalanced(lines: readonly Line[]): boolean {
  const total = (side: Line['side']) =>
    sumKopecks(lines.filter((line) => line.side === side).map(({ amount }) => amount));
  return total('debit') === total('credit');
}

/** By how much each balance is changed by an entry. */
export function changesOf(lines: readonly Line[]): Map<string, Kopecks> {
  const changes = new Map<string, Kopecks>();
  for (const line of lines) {
    const grows = growsByDebit(line.account) === (line.side === 'debit');
    const key = balanceKey(line);
    changes.set(key, kopecks((changes.get(key) ?? 0) + (grows ? 1 : -1) * line.amount));
  }
  return changes;
}

/** The balances after an entry. */
export function post(balances: Balances, lines: readonly Line[]): Balances {
  const next = new Map(balances);
  for (const [key, change] of changesOf(lines)) next.set(key, kopecks((next.get(key) ?? 0) + change));
  return next;
}

/**
 * Accounts that may not go below zero: nobody pays out, refunds or closes more than there is (docs/domain.md §9, invariants).
 * A creditor whose paid fee is reversed by a refund is in advance on 1200, so that one may.
 */
const NOT_BELOW_ZERO: readonly AccountCode[] = ['1010', '1020', '2010', '2020', '2030', 'M10', 'M20', 'M30', 'M99'];

/** The balances that an entry would take below zero where that is forbidden; an entry with any is refused. */
export function overdrawn(balances: Balances, lines: readonly Line[]): string[] {
  const guarded = new Set(lines.filter(({ account }) => NOT_BELOW_ZERO.includes(account)).map(balanceKey));
  return [...changesOf(lines)]
    .filter(([key, change]) => guarded.has(key) && change < 0 && (balances.get(key) ?? 0) + change < 0)
    .map(([key]) => key);
}
