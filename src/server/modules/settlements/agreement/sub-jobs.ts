import { type RawBuilder, sql } from 'kysely';
import { REMINDED_DAYS, REMINDER_STEPS } from '#domain/settlements/reminders.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { type Closing, type EachDue, eachDue, type Together } from '#server/platform/state/deadlines.ts';
import type { SubJobs } from '#server/platform/state/sub-jobs.ts';
import { breachStates } from '../endings/breach.queries.ts';
import { recountInterest } from '../money/early-payment.commands.ts';
import { amountDue, type LockedSettlement, lockInForce, lockSettlement } from '../money/money.commands.ts';
import { accruePenalties, countedToMorning } from '../money/penalty.commands.ts';
import { remind } from '../money/reminders.commands.ts';
import { settleDeadlines } from '../negotiation/deadlines.commands.ts';
import { ageRows, closeInTime, judgeDelay, payOffByCount } from './running-deadlines.commands.ts';

/** So many objects are asked for at once. */
const portion = 500;

/** To which morning everything is brought: each day is left to its own close (docs/decisions/0179). */
const morning = (now: Date, closing?: Closing): Day => closing?.opens ?? moscowDay(now);

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

/**
 * Agreements with a row that fits, among those with an open one that is due by a day. Their own next day says so, and the rows of those alone are
 * looked up: how many there are of which kind is not known on the evening on which they were loaded (docs/decisions/0065).
 */
const withRow = (which: (today: Day) => RawBuilder<unknown>, within = 0) =>
  running(
    (today) => sql`s.next_due_date <= ${addDays(today, within)}
      and exists (select from ${lookup('schedule_items', sql`settlement_id = s.id`)} i where ${which(today)})`,
  );

/** Whether an open row of an agreement `s` is late. */
const isLate = (today: Day) => sql`s.next_due_date < ${today}`;

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

/** Does to one what is done to many. */
const alone =
  ({ run }: Together): EachDue['run'] =>
  async (app, tx, id, now, closing) =>
    (await run(app, tx, [id], now, closing!)).length > 0;

/** Rows of agreements come to a morning by one statement, and debtors are told of what is near or late. */
const ageTogether = (toTell: (today: Day) => RawBuilder<unknown>): Together => ({
  atOnce: portion,
  async run(_app, tx, ids, now, closing) {
    const locked = (await lockInForce(tx, ids)).map(({ id }) => id);
    const aged = await ageRows(tx, locked, morning(now, closing));
    const { rows } = await sql<{ id: number }>`select distinct i.settlement_id as id from schedule_items i
      where i.settlement_id = any(${locked}::bigint[]) and ${toTell(moscowDay(now))}`.execute(tx);
    if (rows.length > 0)
      await remind(
        tx,
        await lockInForce(
          tx,
          rows.map(({ id }) => id),
        ),
        now,
      );
    return aged;
  },
});

/** Does to many in one transaction what is done to each, under locks taken in their order before anything else. */
const inOne = (run: EachDue['run']): Together => ({
  atOnce: 50,
  async run(app, tx, ids, now, closing) {
    const changed: number[] = [];
    for (const { id } of await lockInForce(tx, ids)) {
      if ((await run(app, tx, id, now, closing)) !== false) changed.push(id);
    }
    return changed;
  },
});

/** Rows of the morning fall due, and payments that are near are asked for. */
const markDue = eachDue(
  'settlements.day',
  withRow((today) => sql`(i.status = 'planned' and i.due_date = ${today} or ${near(today)})`, REMINDED_DAYS),
  alone(ageTogether(near)),
  ageTogether(near),
);

/** Rows of before that nobody has paid are overdue, and their debtors are told of it. */
const markOverdue = eachDue(
  'settlements.day',
  withRow((today) => sql`(i.status in ('planned', 'due') and i.due_date < ${today} or ${firstLate(today)})`),
  alone(ageTogether(firstLate)),
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

/** Whether money of `s` came after a day: what it was late with until then is counted, though nothing is late any more. */
const isPaidSince = (closed: Day) => sql`s.id in (select p.settlement_id from payments p
  where p.value_date > ${closed} and p.updated_at >= ${closed}::timestamp at time zone 'Europe/Moscow')`;

/** Penalties are booked up to the morning; where nothing is left to pay, the agreement is paid by the count. */
const accrue: Together = {
  atOnce: portion,
  async run(_app, tx, ids, now, closing) {
    const day = morning(now, closing);
    const locked = new Set(await lockInForce(tx, ids));
    const accrued: LockedSettlement[] = [];
    for (const [to, some] of Map.groupBy(locked, await countedToMorning(tx, [...locked], day)))
      accrued.push(...(await accruePenalties(tx, some, to)));
    const paid = accrued.filter((settlement) => amountDue(settlement) === 0);
    for (const settlement of paid) await payOffByCount(tx, settlement, day);
    return accrued.filter((settlement) => !locked.has(settlement) || paid.includes(settlement)).map(({ id }) => id);
  },
};
const bookPenalties = eachDue(
  'settlements.day',
  running(
    (today, closed) =>
      sql`(s.penalty is not null and (${isLate(today)} or ${isPaidSince(closed)}) or s.next_due_date is null)`,
  ),
  alone(accrue),
  accrue,
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
const judge: EachDue['run'] = async (app, tx, id, now, closing) => {
  const settlement = await lockSettlement(tx, id);
  if (settlement.status !== 'waiting_for_payment') return false;
  return judgeDelay(app, tx, settlement, { day: morning(now, closing), now });
};
/** Of many most have nothing to come yet: those are found together and not locked, the others judged one by one. */
const judgeTogether: Together = {
  atOnce: 100,
  async run(app, tx, ids, now, closing) {
    const day = morning(now, closing);
    const stateOf = await breachStates(tx, ids, day);
    const coming = ids.filter((id) => stateOf(id).isNoticeDue || stateOf(id).isRipe);
    const changed: number[] = [];
    for (const settlement of await lockInForce(tx, coming)) {
      if (await judgeDelay(app, tx, settlement, { day, now })) changed.push(settlement.id);
    }
    return changed;
  },
};
const breachAgreements = eachDue('settlements.day', running(isLate), judge, judgeTogether);

/** Three working days after the last payment nobody has objected. */
const settlePaid = eachDue(
  'settlements.day',
  running(() => sql`true`, 'paid'),
  async (app, tx, id, now, closing) => {
    const settlement = await lockSettlement(tx, id);
    if (settlement.status !== 'paid') return false;
    await closeInTime(app, tx, settlement, { day: morning(now, closing), now });
    return (await lockSettlement(tx, id)).status !== 'paid';
  },
);

const about = 'settlements';

/** What agreements in force and offers do when a day is closed. */
export const agreementSubJobs: SubJobs = {
  'mark-due': [{ about, each: markDue }],
  'mark-overdue': [{ about, each: markOverdue }],
  'accrue-interest': [{ about, each: accrueInterest }],
  'accrue-penalties': [{ about, each: bookPenalties }],
  'expire-offers': [{ about, each: expireOffers }],
  'breach-agreements': [{ about, each: breachAgreements }],
  'settle-paid': [{ about, each: settlePaid }],
};

/** Brings one agreement to the morning of a moment, as the close of the day before does. */
export async function bringToMorning(app: App, tx: Tx, id: number, now: Date): Promise<void> {
  const opens = moscowDay(now);
  const closing: Closing = { day: addDays(opens, -1), opens, after: 0 };
  for (const each of [markDue, markOverdue, accrueInterest, bookPenalties, breachAgreements, settlePaid])
    await each.run(app, tx, id, now, closing);
}
