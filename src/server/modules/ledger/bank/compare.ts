import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import {
  APART_DAYS,
  type BankStatement,
  compareStatement,
  type LedgerMovement,
  missingSum,
} from '#domain/money/bank-statement.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import type { AccountCode } from '#domain/money/ledger-accounts.ts';
import { addDays } from '#domain/values/days.ts';
import { type Kopecks, sumKopecks } from '#domain/values/money.ts';
import type { Db } from '#server/platform/database/db.ts';
import { netOf } from '../book-days.queries.ts';

/** The operator's own account at a bank. */
const bankAccount: AccountCode = '1020';
/** So many rows of a kind are shown; how many there are and what they come to is told of all. */
const mostRows = 500;

interface Line extends LedgerMovement {
  entryId: number;
  kind: LedgerEvent['kind'];
}

/**
 * A statement beside the lines of the account: as a bank's, its days are those on which money counts. What the ledger has a few days
 * before or after them may be what the bank has within.
 */
export async function compareBank(db: Db, statement: BankStatement): Promise<Answer<typeof ledger.bankStatement>> {
  const { account, from, to, opening, closing, movements } = statement;
  const { rows } = await sql<{ opening: number; closing: number }>`
    select coalesce(sum(${netOf('l')}) filter (where e.value_date < ${from}::date), 0)::bigint as opening,
      coalesce(sum(${netOf('l')}), 0)::bigint as closing
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where l.account = ${bankAccount} and e.value_date <= ${to}::date`.execute(db);
  const { rows: lines } = await sql<Line>`
    select l.id, l.entry_id, e.kind, e.value_date as day, ${netOf('l')} as amount
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where l.account = ${bankAccount}
      and e.value_date >= ${addDays(from, -APART_DAYS)}::date and e.value_date <= ${addDays(to, APART_DAYS)}::date
    order by e.value_date, l.id`.execute(db);
  const { matched, onlyInBank, onlyInLedger } = compareStatement(movements, lines);
  return {
    account,
    from,
    to,
    bank: { opening, closing },
    ledger: rows[0]!,
    missing: missingSum(statement),
    matched: matched.length,
    apart: left(
      matched.filter(([, { day }]) => day < from || day > to).map(([{ day: bankDay }, line]) => ({ ...line, bankDay })),
    ),
    came: left(onlyInBank.filter(({ amount }) => amount > 0)),
    went: left(onlyInBank.filter(({ amount }) => amount < 0)),
    onlyInLedger: left(onlyInLedger.filter(({ day }) => day >= from && day <= to)),
  };
}

/** What is left of one side. */
const left = <Row extends { amount: Kopecks }>(rows: readonly Row[]) => ({
  count: rows.length,
  sum: sumKopecks(rows.map(({ amount }) => amount)),
  items: rows.slice(0, mostRows),
});
