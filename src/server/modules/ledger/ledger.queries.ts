import { sql } from 'kysely';
import { type Balances, balanceKey } from '#domain/money/ledger.ts';
import type { AccountCode } from '#domain/money/ledger-accounts.ts';
import { type Broken, brokenInvariants } from '#domain/money/ledger-invariants.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The balances of all accounts as their rows keep them. */
async function balancesOf(db: Db): Promise<Balances> {
  const { rows } = await sql<{ account: AccountCode; holderId: number; balance: number }>`
    select b.account, b.holder_id, sum(case a.grows when 'debit' then debit - credit else credit - debit end)::bigint as balance
    from ledger_balances b join ledger_accounts a on a.code = b.account group by 1, 2`.execute(db);
  return new Map(
    rows.map(({ account, holderId, balance }) => [
      balanceKey({ account, holderId: holderId === 0 ? null : holderId }),
      kopecks(balance),
    ]),
  );
}

/** What the platform holds for a creditor, in kopecks. */
export async function owedTo(db: Db, legalEntityId: number): Promise<Kopecks> {
  const { owed } = await db
    .selectFrom('ledgerBalances')
    .select(sql<number>`coalesce(sum(credit - debit), 0)::bigint`.as('owed'))
    .where('account', '=', '2010')
    .where('holderId', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return kopecks(owed);
}

/** What the platform has at the partner by our ledger at the end of a day, in kopecks. */
export async function partnerBalanceOn(db: Db, day: Day): Promise<Kopecks> {
  const { rows } = await sql<{ balance: number }>`
    select (coalesce((select sum(debit - credit) from ledger_balances where account = '1010'), 0)
      - coalesce((select sum(case l.side when 'debit' then l.amount else -l.amount end)
          from ledger_entries e join ledger_lines l on l.entry_id = e.id
          where e.value_date > ${day} and l.account = '1010'), 0))::bigint as balance`.execute(db);
  return kopecks(rows[0]!.balance);
}

/** What is unpaid of the schedules in force, by settlement. */
async function openClaims(db: Db): Promise<Map<number, Kopecks>> {
  const { rows } = await sql<{ id: number; open: number }>`
    select s.id, sum(i.amount - i.paid)::bigint as open from settlements s join schedule_items i on i.settlement_id = s.id
    where s.status in ('waiting_for_payment', 'paid') and i.status <> 'cancelled' group by 1`.execute(db);
  return new Map(rows.map(({ id, open }) => [id, kopecks(open)]));
}

/** What is unpaid of the penalties of agreements in force, by settlement. */
async function openPenalties(db: Db): Promise<Map<number, Kopecks>> {
  const rows = await db
    .selectFrom('settlements')
    .select(['id', sql<number>`penalty_accrued - penalty_paid - penalty_waived`.as('open')])
    .where('penaltyAccrued', '>', 0)
    .execute();
  return new Map(rows.map(({ id, open }) => [id, kopecks(open)]));
}

/** Accounts whose rows of balance are not the sums of their lines, and entries that do not balance. */
async function driftedSums(db: Db): Promise<Broken[]> {
  const { rows } = await sql<{ rule: string; expected: number; found: number }>`
    select 'balance of ' || coalesce(l.account, b.account) || ' ' || coalesce(l.holder_id, b.holder_id) as rule,
      coalesce(l.sum, 0)::bigint as expected, coalesce(b.sum, 0)::bigint as found
    from (select account, holder_id, sum(case side when 'debit' then amount else -amount end) as sum from ledger_lines group by 1, 2) l
      full join (select account, holder_id, sum(debit - credit) as sum from ledger_balances group by 1, 2) b
        on b.account = l.account and b.holder_id = l.holder_id
    where coalesce(l.sum, 0) <> coalesce(b.sum, 0)
    union all
    select 'entry ' || l.entry_id, 0, sum(case side when 'debit' then amount else -amount end)::bigint
    from ledger_lines l join ledger_accounts a on a.code = l.account group by l.entry_id, a.memo
    having sum(case side when 'debit' then amount else -amount end) <> 0
    union all
    select 'lines of entry ' || e.id, 1, 0 from ledger_entries e
    where not exists (select from ledger_lines l where l.entry_id = e.id)`.execute(db);
  return rows.map(({ rule, expected, found }) => ({ rule, expected: kopecks(expected), found: kopecks(found) }));
}

/**
 * The invariants of the ledger over everything that is written in it (docs/domain.md §9): entries balance, balances are the
 * sums of their lines, claims are the unpaid schedules. Empty when all hold. Outside a transaction everything is read in a snapshot of its
 * own: what is written meanwhile would look like a difference.
 * @param statement the balance by the partner's statement, kopecks; left out where nobody has one
 */
export async function brokenLedger(db: Db, statement?: Kopecks): Promise<Broken[]> {
  if (!db.isTransaction) {
    const snapshot = db.transaction().setIsolationLevel('repeatable read');
    return snapshot.execute((tx) => brokenLedger(tx, statement));
  }
  const balances = await balancesOf(db);
  const witness = {
    statement: statement ?? balances.get('1010') ?? kopecks(0),
    openClaims: await openClaims(db),
    openPenalties: await openPenalties(db),
  };
  return [...brokenInvariants(balances, witness), ...(await driftedSums(db))];
}
