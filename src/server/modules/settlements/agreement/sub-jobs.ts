import { type RawBuilder, sql } from 'kysely';
import { REMINDED_DAYS, REMINDER_STEPS } from '#domain/settlements/reminders.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { type Closing, type EachDue, eachDue, type Together } from '#server/platform/state/deadlines.ts';
import type { SubJobs } from '#server/platform/state/sub-jobs.ts';
import { recountInterest } from '../money/early-payment.commands.ts';
import { accruePenaltyUpTo, amountDue, lockSettlement } from '../money/money.commands.ts';
import { settleDeadlines } from '../negotiation/deadlines.commands.ts';
import { remind } from './reminders.ts';
import { ageRows, closeInTime, isAskedFor, judgeDelay, payOffByCount } from './running-deadlines.commands.ts';

/** So many objects are asked for at once. */
const portion = 500;

/**
 * To which morning everything is brought: that after the day being closed, never one that is over. What the watcher has counted up to
 * today a close of an older day would otherwise count back (docs/decisions/0160).
 */
function morning(now: Date, closing?: Closing): Day {
  const today = moscowDay(now);
  return closing && closing.opens > today ? closing.opens : today;
}

/** Agreements in force with something, by number. */
const running =
  (which: (today: Day, closed: Day) => RawBuilder<unknown>, status = 'waiting_for_payment') =>
  async (db: Db, now: Date, closing?: Closing): Promise<number[]> => {
    const today = morning(now, closing);
    const { rows } = await sql<{ id: number }>`
      select s.id from settlements s where s.status = ${sql.lit(status)} and s.id > ${closing?.after ?? 0}
        and ${which(today, closing?.day ?? addDays(today, -1))} order by s.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  };

/** Agreements with a row that fits. */
const withRow = (which: (today: Day) => RawBuilder<unknown>) =>
  running((today) => sql`exists (select from schedule_items i where i.settlement_id = s.id and ${which(today)})`);

const overdue = (today: Day) => sql`i.status in ('planned', 'due', 'overdue') and i.due_date < ${today}`;

/** Rows of whose step of reminders no letter has told yet. */
function untold(about: 'due' | 'overdue', today: Day): RawBuilder<unknown> {
  const steps = REMINDER_STEPS.filter((step) => step.about === about);
  const late = sql`${today}::date - i.due_date`;
  const since = sql`case ${sql.join(
    steps.map(({ to, since: days }) =>
      Number.isFinite(to) ? sql`when ${late} <= ${sql.lit(to)} then ${sql.lit(days)}` : sql`else ${sql.lit(days)}`,
    ),
    sql` `,
  )} end`;
  return sql`not exists (select from entry_notices n
    where n.settlement_id = i.settlement_id and n.about = ${sql.lit(about)}
      and (n.created_at at time zone 'Europe/Moscow')::date >= i.due_date + (${since})::int)`;
}

/** Later ones are not asked for while the first is. */
const isFirst = (
  from: RawBuilder<unknown>,
) => sql`not exists (select from schedule_items f where f.settlement_id = i.settlement_id
    and f.status in ('planned', 'due', 'overdue') and f.due_date >= ${from} and f.due_date < i.due_date)`;

const near = (today: Day) =>
  sql`i.status in ('planned', 'due') and i.due_date >= ${today} and i.due_date <= ${addDays(today, REMINDED_DAYS)}
    and ${isFirst(sql`${today}::date`)} and ${untold('due', today)}`;
const firstLate = (today: Day) =>
  sql`${overdue(today)} and ${isFirst(sql`'-infinity'::date`)} and ${untold('overdue', today)}`;

/** Rows of one agreement come to a morning, and its debtor is told of what is near or late. */
const ageAndRemind: EachDue['run'] = async (_app, tx, id, now, closing) => {
  const settlement = await lockSettlement(tx, id);
  if (settlement.status !== 'waiting_for_payment') return false;
  const aged = await ageRows(tx, [id], morning(now, closing));
  if (await isAskedFor(tx, id, moscowDay(now))) await remind(tx, settlement, now);
  return aged.length > 0;
};

/** The same of many: their rows by one statement, then those to be told of one by one. */
const ageTogether = (toTell: (today: Day) => RawBuilder<unknown>): Together => ({
  atOnce: 250,
  async run(_app, tx, ids, now, closing) {
    const locked = await lockInForce(tx, ids);
    const aged = await ageRows(tx, locked, morning(now, closing));
    const { rows } = await sql<{ id: number }>`select distinct i.settlement_id as id from schedule_items i
      where i.settlement_id = any(${locked}::bigint[]) and ${toTell(moscowDay(now))} order by 1`.execute(tx);
    for (const { id } of rows) {
      if (await isAskedFor(tx, id, moscowDay(now))) await remind(tx, await lockSettlement(tx, id), now);
    }
    return aged;
  },
});

/** Does to many in one transaction what is done to each, under locks taken in their order before anything else. */
const inOne = (run: EachDue['run']): Together => ({
  atOnce: 50,
  async run(app, tx, ids, now, closing) {
    const changed: number[] = [];
    for (const id of await lockInForce(tx, ids)) {
      if ((await run(app, tx, id, now, closing)) !== false) changed.push(id);
    }
    return changed;
  },
});

/** Those of these agreements that are in force, locked. */
async function lockInForce(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from settlements
    where id = any(${ids}::bigint[]) and status = 'waiting_for_payment' order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Rows of the morning fall due, and payments that are near are asked for. */
const markDue = eachDue(
  'settlements.day',
  withRow((today) => sql`(i.status = 'planned' and i.due_date = ${today} or ${near(today)})`),
  ageAndRemind,
  ageTogether(near),
);

/** Rows of before that nobody has paid are overdue, and their debtors are told of it. */
const markOverdue = eachDue(
  'settlements.day',
  withRow((today) => sql`(i.status in ('planned', 'due') and i.due_date < ${today} or ${firstLate(today)})`),
  ageAndRemind,
  ageTogether(firstLate),
);

/** What money ahead of its days keeps from being earned is taken off the rows (docs/decisions/0139). */
const earn: EachDue['run'] = async (_app, tx, id, now, closing) => {
  const settlement = await lockSettlement(tx, id);
  if (settlement.status !== 'waiting_for_payment') return false;
  const day = morning(now, closing);
  return (await recountInterest(tx, settlement, null, { day, today: day })) !== settlement;
};
const accrueInterest = eachDue(
  'settlements.day',
  running(
    (_today, closed) => sql`s.plan_kind in ('annuity', 'differentiated') and exists (select from payments p
      where p.settlement_id = s.id and p.succeeded_at is not null
        and p.updated_at >= ${closed}::timestamp at time zone 'Europe/Moscow')`,
  ),
  earn,
  inOne(earn),
);

/** The penalty is booked up to the morning; where nothing is left to pay, the agreement is paid by the count. */
const accrue: EachDue['run'] = async (_app, tx, id, now, closing) => {
  const settlement = await lockSettlement(tx, id);
  if (settlement.status !== 'waiting_for_payment') return false;
  const day = morning(now, closing);
  const accrued = await accruePenaltyUpTo(tx, settlement, day);
  if (amountDue(accrued) > 0) return accrued !== settlement;
  await payOffByCount(tx, accrued, day);
  return true;
};
const accruePenalties = eachDue(
  'settlements.day',
  running(
    (
      today,
    ) => sql`(s.penalty is not null and exists (select from schedule_items i where i.settlement_id = s.id and ${overdue(today)})
      or not exists (select from schedule_items i where i.settlement_id = s.id and i.status in ('planned', 'due', 'overdue')))`,
  ),
  accrue,
  inOne(accrue),
);

/** What has run out, or is of a form that nobody may sign any more, is taken off; the turn passes. */
const expireOffers = eachDue(
  'settlements.deadline',
  async (db, now, closing) => {
    const { rows } = await sql<{ id: number }>`select distinct settlement_id as id from terms_offers
      where status = 'active' and expires_at <= ${now} and settlement_id > ${closing?.after ?? 0}
      order by 1 limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  (_app, tx, id, now) => settleDeadlines(tx, id, now),
);

/** A delay that is long enough is warned of; then its creditor decides, or his signed rule (docs/decisions/0098). */
const judge: EachDue['run'] = async (app, tx, id, now) => {
  const settlement = await lockSettlement(tx, id);
  if (settlement.status !== 'waiting_for_payment') return false;
  return judgeDelay(app, tx, settlement, now);
};
const breachAgreements = eachDue('settlements.day', withRow(overdue), judge, inOne(judge));

/** Three working days after the last payment nobody has objected. */
const settlePaid = eachDue(
  'settlements.day',
  running(() => sql`true`, 'paid'),
  async (app, tx, id, now) => {
    const settlement = await lockSettlement(tx, id);
    if (settlement.status !== 'paid') return false;
    await closeInTime(app, tx, settlement, now);
    return (await lockSettlement(tx, id)).status !== 'paid';
  },
);

const about = 'settlements';

/** What agreements in force and offers do when a day is closed. */
export const agreementSubJobs: SubJobs = {
  'mark-due': [{ about, each: markDue }],
  'mark-overdue': [{ about, each: markOverdue }],
  'accrue-interest': [{ about, each: accrueInterest }],
  'accrue-penalties': [{ about, each: accruePenalties }],
  'expire-offers': [{ about, each: expireOffers }],
  'breach-agreements': [{ about, each: breachAgreements }],
  'settle-paid': [{ about, each: settlePaid }],
};
