import { sql } from 'kysely';
import {
  DEFAULT_PAYOUT_RULE,
  lastPayoutDay,
  PAYOUT_EVERY,
  PAYOUT_UNDER_WAY,
  type PayoutEvery,
} from '#domain/money/payout.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type Closing, eachDue } from '#server/platform/state/deadlines.ts';
import { SubJobProblem } from '#server/platform/state/sub-jobs.ts';
import { openDifferences } from './payout-facts.ts';
import { makePayout, tellOfLarge } from './payouts.commands.ts';

/** So many are asked for at once. */
const portion = 500;

/**
 * Creditors whose day of payouts dawns, or was missed since creditors were paid the last time, and who are owed enough. What refunds are going to take of
 * it, details and verification are looked at under the locks: whoever is not paid then is shown why.
 */
export const payCreditors = eachDue(
  'payouts.close',
  async (db, _now, closing) => {
    if (!closing) return [];
    await demandReconciled(db, closing);
    const span = { from: await firstUnserved(db, closing), to: closing.opens };
    const every = (Object.keys(PAYOUT_EVERY) as PayoutEvery[]).filter((one) => lastPayoutDay(one, span) !== null);
    const { rows } = await sql<{ id: number }>`
      select e.id from legal_entities e left join payout_rules r on r.legal_entity_id = e.id
        join ledger_balances b on b.account = '2010' and b.holder_id = e.id
      where coalesce(r.every, ${DEFAULT_PAYOUT_RULE.every}) = any(${every}::text[]) and e.id > ${closing.after}
        and not exists (select from payouts p where p.legal_entity_id = e.id and p.status = any(${PAYOUT_UNDER_WAY}::text[]))
      group by e.id, r.least
      having sum(b.credit - b.debit) >= coalesce(r.least, ${DEFAULT_PAYOUT_RULE.least})
      order by e.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (app, tx, id) => app.payments !== undefined && 'id' in (await makePayout({ app, db: tx }, id, null)),
);

/** Large payouts that wait for two persons longer than a day are told of again at each close. */
export const remindOfLarge = eachDue(
  'payouts.remind',
  async (db, _now, closing) => {
    if (!closing) return [];
    const { rows } = await sql<{ id: number }>`select p.id from payouts p
      where p.status = 'waiting' and p.created_at < ${addDays(closing.opens, -1)}::timestamp at time zone 'Europe/Moscow'
        and p.id > ${closing.after} and not exists (select from approvals a where a.object_type = 'payouts' and a.object_id = p.id
          and a.status = 'pending' and a.expires_at > now())
      order by p.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (_app, tx, id) => {
    await tellOfLarge(tx, id);
    return true;
  },
);

/** The morning after the last one on which creditors were paid without an error; the coming one where none is known. */
async function firstUnserved(db: Db, { day, opens }: Closing): Promise<Day> {
  const row = await db
    .selectFrom('subJobResults as r')
    .innerJoin('businessDays as b', 'b.id', 'r.businessDayId')
    .select('b.day')
    .where('r.sub', '=', 'payout-creditors')
    .where('r.status', '=', 'done')
    .where('b.day', '<', day)
    .orderBy('b.day', 'desc')
    .limit(1)
    .executeTakeFirst();
  // The close of a day serves the morning after it.
  return row ? addDays(row.day as Day, 2) : opens;
}

/**
 * Nothing is paid out while the partner's statement has not come, or somebody has to look at what it and our books do not agree about
 * (docs/domain.md §10.1).
 * @throws SubJobProblem
 */
async function demandReconciled(db: Db, { day }: Closing): Promise<void> {
  const { rows } = await sql<{ isCompared: boolean }>`
    select exists (select from reconciliations where day = ${day} and (created_at at time zone 'Europe/Moscow')::date > ${day})
      or exists (select from sub_job_results r join business_days b on b.id = r.business_day_id
        where b.day = ${day} and r.sub = 'reconcile-payments' and r.status = 'done') as is_compared`.execute(db);
  if (!rows[0]!.isCompared) throw new SubJobProblem('Сначала сверьте день с выпиской партнёра');
  const count = await openDifferences(db, day);
  if (count > 0) throw new SubJobProblem(`Сначала разберите расхождения с выпиской партнёра: ${count}`);
}
