import { sql } from 'kysely';
import {
  DEFAULT_PAYOUT_RULE,
  lastPayoutDay,
  PAYOUT_EVERY,
  PAYOUT_UNDER_WAY,
  type PayoutEvery,
} from '#domain/money/payout.ts';
import { addDays, compareDays, moscowDay } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type Closing, eachDue } from '#server/platform/state/deadlines.ts';
import { SubJobProblem } from '#server/platform/state/sub-jobs.ts';
import { lockFreeMoney } from '../free-money.queries.ts';
import { owedBy } from './movements.queries.ts';
import { hasUnbookedFee, isCompared, openDifferences } from './payout-holds.ts';
import { makePayout, tellOfUnfinished } from './payouts.commands.ts';

/** So many are asked for at once. */
const portion = 500;

/**
 * Creditors whose day of payouts dawns and who are owed enough; whoever was owed enough on his last one and has not been paid since is served
 * now. What refunds are going to take of it, details and verification are looked at under the locks: whoever is not paid then is shown why.
 */
export const payCreditors = eachDue(
  'payouts.close',
  async (db, _now, closing) => {
    if (!closing) return [];
    await demandReconciled(db, closing);
    return dueCreditors(db, closing);
  },
  async (app, tx, id, now, closing) => {
    if (!closing || app.payments === undefined) return false;
    await lockFreeMoney(tx, id);
    // One that has failed before comes here also on a day that is none of his.
    await demandReconciled(tx, closing);
    const opens = [closing.opens, moscowDay(now)].toSorted(compareDays).at(-1)!;
    if ((await dueCreditors(tx, { ...closing, opens }, id)).length === 0) return false;
    return 'id' in (await makePayout({ app, db: tx }, id, null));
  },
);

/** Those who are due on a morning, or the one of them that is asked about. */
async function dueCreditors(db: Db, { opens, after }: Closing, only?: number): Promise<number[]> {
  const every = Object.keys(PAYOUT_EVERY) as PayoutEvery[];
  const days = every.map((one) => lastPayoutDay(one, opens));
  const { rows } = await sql<{ id: number }>`
    select e.id from legal_entities e left join payout_rules r on r.legal_entity_id = e.id
      join ledger_balances b on b.account = '2010' and b.holder_id = e.id
      join unnest(${every}::text[], ${days}::date[]) as o (every, day) on o.every = coalesce(r.every, ${DEFAULT_PAYOUT_RULE.every})
    where ${only === undefined ? sql`e.id > ${after}` : sql`e.id = ${only}`}
      and not exists (select from payouts p where p.legal_entity_id = e.id and p.status = any(${PAYOUT_UNDER_WAY}::text[]))
      and (o.day = ${opens} or (
        -- A rule that was set since then has missed nothing.
        r.updated_at < o.day::timestamp at time zone 'Europe/Moscow'
        and not exists (select from payouts p where p.legal_entity_id = e.id and p.status <> all('{failed,returned}'::text[])
          and p.created_at >= o.day::timestamp at time zone 'Europe/Moscow')
        -- What was owed by then is what is owed now less what has come since: of months back nothing is read.
        and r.least <= (select sum(n.credit - n.debit) from ledger_balances n where n.account = '2010' and n.holder_id = e.id)
          - (select coalesce(sum(${owedBy}), 0) from ledger_lines l join ledger_entries x on x.id = l.entry_id
            where l.account = '2010' and l.holder_id = e.id and x.value_date >= o.day)))
      and not ${hasUnbookedFee(sql`e.id`)}
    group by e.id, r.least
    having sum(b.credit - b.debit) >= coalesce(r.least, ${DEFAULT_PAYOUT_RULE.least})
    order by e.id limit ${portion}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What has waited for two persons longer than a day is told of again at each close: large payouts, and those that the partner does not end. */
export const remindOfUnfinished = eachDue(
  'payouts.remind',
  async (db, _now, closing) => {
    if (!closing) return [];
    const { rows } = await sql<{ id: number }>`select p.id from payouts p
      where p.status = any(${PAYOUT_UNDER_WAY}::text[]) and p.created_at < ${addDays(closing.opens, -1)}::timestamp at time zone 'Europe/Moscow'
        and p.id > ${closing.after} and not exists (select from approvals a where a.object_type = 'payouts' and a.object_id = p.id
          and a.status = 'pending' and a.expires_at > now())
      order by p.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (_app, tx, id) => {
    // One of whom it could not be told before may have gone since.
    const row = await tx
      .selectFrom('payouts')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!PAYOUT_UNDER_WAY.some((status) => status === row.status)) return false;
    await tellOfUnfinished(tx, id);
    return true;
  },
);

/**
 * Nothing is paid out while the partner's statement has not come, or somebody has to look at what it and our books do not agree about
 * (docs/domain.md §10.1).
 * @throws SubJobProblem
 */
async function demandReconciled(db: Db, { day }: Closing): Promise<void> {
  if (!(await isCompared(db, day))) throw new SubJobProblem('Сначала сверьте день с выпиской партнёра');
  const count = await openDifferences(db, day);
  if (count > 0) throw new SubJobProblem(`Сначала разберите расхождения с выпиской партнёра: ${count}`);
}
