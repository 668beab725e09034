import { sql } from 'kysely';
import type { LifeSpan } from '#domain/parties/life-event.ts';
import { stillDays, stoppingEvent } from '#domain/parties/life-table.ts';
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
import type { BusinessCalendar } from '#domain/values/business-calendar.ts';
import { type Day, daysBetween, moscowDay } from '#domain/values/days.ts';
import { type BreachNotice, lastBreachNotices } from '#server/modules/documents/notices/notices.queries.ts';
import { spansOfSettlements } from '#server/modules/life-events/life-spans.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
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
export const breachState = async (db: Db, settlementId: number, today: Day): Promise<BreachState> =>
  (await breachStates(db, [settlementId], today))(settlementId);

/** The same of many, by as few questions as of one. */
export async function breachStates(
  db: Db,
  ids: readonly number[],
  today: Day,
): Promise<(settlementId: number) => BreachState> {
  const agreed = await agreedOf(db, ids);
  const spansOf = await spansOfSettlements(db, ids);
  const delays = await delaysOf(db, ids);
  const noticeOf = await lastBreachNotices(db, ids);
  const calendar = await calendarIn(db);
  return (id) => {
    const spans = spansOf(id);
    const rows = excused(delays(id), spans, today);
    const oldest = oldestOverdue(rows, today);
    const notice = oldest === null ? null : noticeOf(id, oldest);
    const stoppedBy = stoppingEvent(spans, 'breach', today);
    return stateOf({ ...agreed(id), rows, oldest, notice, stoppedBy }, today, calendar);
  };
}

/** What the state of a breach is made of. */
type Breaking = ReturnType<Awaited<ReturnType<typeof agreedOf>>> &
  Pick<BreachState, 'oldest' | 'notice' | 'stoppedBy'> & { rows: readonly RowDelay[] };

function stateOf(breaking: Breaking, today: Day, calendar: BusinessCalendar): BreachState {
  const { byRule, rows, oldest, notice, stoppedBy, ...terms } = breaking;
  const rule = breachRule(terms);
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
    isNoticeDue: stoppedBy === null && notice === null && isLate,
    // A notice may be older than the rule: the delay is asked by the one in force (353-ФЗ, ст. 14, ч. 2).
    isRipe: stoppedBy === null && isLate && payUntil !== null && today > payUntil,
    ruleUntil,
    isRipeForRule: stoppedBy === null && isLate && ruleUntil !== null && today > ruleUntil,
    stoppedBy,
  };
}

/** When the notice of a coming breach goes out if nothing is paid, and how long there is to pay after it; null when nothing is overdue. */
export async function upcomingBreach(
  db: Db,
  settlementId: number,
  today: Day,
): Promise<{ noticeOn: Day; cure: string } | null> {
  const spans = (await spansOfSettlements(db, [settlementId]))(settlementId);
  if (stoppingEvent(spans, 'breach', today) !== null) return null;
  const rule = breachRule((await agreedOf(db, [settlementId]))(settlementId));
  const rows = excused((await delaysOf(db, [settlementId]))(settlementId), spans, today);
  const noticeOn = noticeDay(rule, rows, today, await calendarIn(db));
  return noticeOn && { noticeOn, cure: BREACH_WORDS[rule].cure };
}

/** What the text of agreements says of their end: by the offer's own day and schedule, whatever an addendum has changed since. */
async function agreedOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .innerJoin('agreements as g', 'g.settlementId', 's.id')
    .innerJoin('termsOffers as o', 'o.id', 'g.offerId')
    .distinctOn('s.id')
    .select(['s.id', 's.consumer', 'o.createdAt', 'e.contractDate', 'e.contractEnd', 'g.breachByRule as byRule'])
    .select((eb) =>
      eb
        .selectFrom('scheduleItems as i')
        .select(({ fn }) => fn.max('i.dueDate').as('lastDue'))
        .whereRef('i.settlementId', '=', 's.id')
        .where('i.addedOn', 'is', null)
        .as('lastDue'),
    )
    .where('s.id', '=', anyOf(ids))
    .orderBy('s.id')
    .orderBy('g.id', 'desc')
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id: number) => {
    const row = found.get(id);
    if (!row) throw new Error(`There is no agreement of settlement ${id}`);
    const madeOn = moscowDay(row.createdAt);
    return {
      byRule: row.byRule,
      consumer: row.consumer,
      contractDate: row.contractDate as Day,
      contractEnd: row.contractEnd as Day | null,
      planDays: daysBetween(madeOn, (row.lastDue as Day | null) ?? madeOn),
    };
  };
}

/** The payments of the schedules in force, each with the day on which its last kopeck came, and on which some last went back. */
async function delaysOf(db: Db, ids: readonly number[]): Promise<(settlementId: number) => readonly RowDelay[]> {
  const { rows } = await sql<RowDelay & { settlementId: number }>`
    select i.settlement_id, i.due_date, (select max(r.value_date) from refund_allocations b join refunds r on r.id = b.refund_id
        where r.settlement_id = i.settlement_id and b.no = i.no) as returned_on, case when i.status = 'paid' then coalesce((
        select max(p.value_date) from payment_allocations a join payments p on p.id = a.payment_id
        where a.settlement_id = i.settlement_id and a.no = i.no), i.due_date) end as paid_on
    from schedule_items i where i.settlement_id = any(${ids}::bigint[]) and i.status <> 'cancelled' order by i.due_date`.execute(
    db,
  );
  const found = Map.groupBy(rows, ({ settlementId }) => settlementId);
  return (id) => found.get(id) ?? [];
}

/** The same payments with the last day on which something in the debtor's life has excused him. */
function excused(rows: readonly RowDelay[], spans: readonly LifeSpan[], today: Day): RowDelay[] {
  const last = stillDays(spans, 'breach').findLast(({ since }) => since <= today);
  const excusedUntil = last === undefined ? null : (last.until ?? today);
  return rows.map((row) => ({ ...row, excusedUntil }));
}
