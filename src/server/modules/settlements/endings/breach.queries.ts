import { sql } from 'kysely';
import type { LifeSpan } from '#domain/parties/life-event.ts';
import {
  BREACH_WORDS,
  type BreachRule,
  breachRule,
  isNoticeDue,
  lastDayToCure,
  noticeDay,
  oldestOverdue,
  type RowDelay,
} from '#domain/settlements/breach.ts';
import { type Day, daysBetween, moscowDay } from '#domain/values/days.ts';
import { type BreachNotice, lastBreachNotice } from '#server/modules/documents/notices/notices.queries.ts';
import { stillDaysOf, stoppingEventOf } from '#server/modules/life-events/life-events.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Db } from '#server/platform/database/db.ts';

/** How far an agreement in force is from its end for breach, on a day. */
export interface BreachState {
  rule: BreachRule;
  /** Its creditor has signed beforehand that it ends by itself. */
  byRule: boolean;
  /** The due day of the oldest open overdue payment; null while none is. */
  oldest: Day | null;
  /** The notice about that payment; null while there is none. */
  notice: BreachNotice | null;
  /** The last day to pay after it; null while it has not come. */
  payUntil: Day | null;
  /** The delay is long enough by the rule in force. */
  isLate: boolean;
  /** The delay is long enough for a notice, and there is none about it yet. */
  isNoticeDue: boolean;
  /** The delay is long enough, and the time to cure is over: the creditor may end the agreement. */
  isRipe: boolean;
  /** The last day before the creditor's rule ends it, counted from the day on which its debtor has opened the notice; else null. */
  ruleUntil: Day | null;
  /** That day is over, too: the rule ends the agreement. */
  isRipeForRule: boolean;
  /** What in the debtor's life forbids it on this day; null when nothing does. */
  stoppedBy: LifeSpan | null;
}

/** The state of an agreement's breach on a day; the caller has checked that it is in force. */
export async function breachState(db: Db, settlementId: number, today: Day): Promise<BreachState> {
  const { byRule, ...terms } = await agreedOf(db, settlementId);
  const stopped = await stoppingEventOf(db, settlementId, 'breach', today);
  const rows = await delaysOf(db, settlementId, today);
  const calendar = await calendarIn(db);
  const rule = breachRule(terms);
  const oldest = oldestOverdue(rows, today);
  const notice = oldest === null ? null : await lastBreachNotice(db, settlementId, oldest);
  const deliveredOn = notice?.deliveredOn ?? null;
  const payUntil = deliveredOn && lastDayToCure(rule, deliveredOn, calendar);
  const readOn = notice?.readOn ?? null;
  const ruleUntil = byRule && readOn ? lastDayToCure(rule, readOn, calendar) : null;
  const isLate = isNoticeDue(rule, rows, today, calendar);
  return {
    rule,
    byRule,
    oldest,
    notice,
    payUntil,
    isLate,
    isNoticeDue: stopped === null && notice === null && isLate,
    // A notice may be older than the rule: the delay is asked by the one in force (353-ФЗ, ст. 14, ч. 2).
    isRipe: stopped === null && isLate && payUntil !== null && today > payUntil,
    ruleUntil,
    isRipeForRule: stopped === null && isLate && ruleUntil !== null && today > ruleUntil,
    stoppedBy: stopped,
  };
}

/** When the notice of a coming breach goes out if nothing is paid, and how long there is to pay after it; null when nothing is overdue. */
export async function upcomingBreach(
  db: Db,
  settlementId: number,
  today: Day,
): Promise<{ noticeOn: Day; cure: string } | null> {
  if ((await stoppingEventOf(db, settlementId, 'breach', today)) !== null) return null;
  const rule = breachRule(await agreedOf(db, settlementId));
  const noticeOn = noticeDay(rule, await delaysOf(db, settlementId, today), today, await calendarIn(db));
  return noticeOn && { noticeOn, cure: BREACH_WORDS[rule].cure };
}

/** What the text of the agreement says of its end: by the offer's own day and schedule, whatever an addendum has changed since. */
async function agreedOf(db: Db, settlementId: number) {
  const row = await db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .innerJoin('agreements as g', 'g.settlementId', 's.id')
    .innerJoin('termsOffers as o', 'o.id', 'g.offerId')
    .select(['s.consumer', 'o.createdAt', 'e.contractDate', 'e.contractEnd', 'g.breachByRule as byRule'])
    .select((eb) =>
      eb
        .selectFrom('scheduleItems as i')
        .select(({ fn }) => fn.max('i.dueDate').as('lastDue'))
        .whereRef('i.settlementId', '=', 's.id')
        .where('i.addedOn', 'is', null)
        .as('lastDue'),
    )
    .where('s.id', '=', settlementId)
    .orderBy('g.id', 'desc')
    .executeTakeFirstOrThrow();
  const { consumer, byRule, createdAt, lastDue } = row;
  const madeOn = moscowDay(createdAt);
  return {
    byRule,
    consumer,
    contractDate: row.contractDate as Day,
    contractEnd: row.contractEnd as Day | null,
    planDays: daysBetween(madeOn, (lastDue as Day | null) ?? madeOn),
  };
}

/** The payments of the schedule in force, each with the day on which its last kopeck came, and on which some last went back. */
async function delaysOf(db: Db, settlementId: number, today: Day): Promise<RowDelay[]> {
  const excused = (await stillDaysOf(db, settlementId, 'breach')).filter(({ since }) => since <= today).at(-1);
  const excusedUntil = excused === undefined ? null : (excused.until ?? today);
  const { rows } = await sql<RowDelay>`
    select i.due_date, (select max(r.value_date) from refund_allocations b join refunds r on r.id = b.refund_id
        where r.settlement_id = i.settlement_id and b.no = i.no) as returned_on, case when i.status = 'paid' then coalesce((
        select max(p.value_date) from payment_allocations a join payments p on p.id = a.payment_id
        where a.settlement_id = i.settlement_id and a.no = i.no), i.due_date) end as paid_on
    from schedule_items i where i.settlement_id = ${settlementId} and i.status <> 'cancelled' order by i.due_date`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, excusedUntil }));
}
