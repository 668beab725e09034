import type { Answer } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import { ACCOUNT_CODES, accountOf } from '#domain/money/ledger-accounts.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { asGrown, totalsOn, turnoversOf } from './balances.queries.ts';

/** What each account had before a period, what moved in it and what was left. */
export async function trialBalance(
  db: Db,
  { from, to }: { from: Day; to: Day },
): Promise<Answer<typeof ledger.trialBalance>> {
  const before = await totalsOn(db, addDays(from, -1));
  const turnovers = await turnoversOf(db, { after: addDays(from, -1), to });
  const rows = ACCOUNT_CODES.map((account) => {
    const opening = before.get(account) ?? 0;
    const { debit, credit } = turnovers.get(account) ?? { debit: 0, credit: 0 };
    const { label, kind } = accountOf(account);
    return {
      account,
      label,
      memo: kind === 'memo' || kind === 'memo_contra',
      opening: asGrown(account, opening),
      debit,
      credit,
      closing: asGrown(account, opening + debit - credit),
    };
  });
  return { from, to, rows };
}
