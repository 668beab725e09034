import { sql } from 'kysely';
import {
  type BreachRule,
  breachDay,
  breachRule,
  isNoticeDue,
  lastDayToCure,
  oldestOverdue,
  type RowDelay,
} from '#domain/settlements/breach.ts';
import { type Day, daysBetween, moscowDay } from '#domain/values/days.ts';
import { type BreachNotice, lastBreachNotice } from '#server/modules/documents/notices.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Db } from '#server/platform/database/db.ts';

/** How far an agreement in force is from its end for breach, on a day. */
export interface BreachStanding {
  rule: BreachRule;
  /** Its creditor has signed beforehand that it ends by itself. */
  byRule: boolean;
  /** The due day of the oldest open overdue payment; null while none is. */
  oldest: Day | null;
  /** The notice about that payment; null while there is none. */
  notice: BreachNotice | null;
  /** The last day to pay after it; null while it has not come. */
  payUntil: Day | null;
  /** The delay is long enough for a notice, and none tells of it yet. */
  isNoticeDue: boolean;
  /** The time to cure is over: the creditor may end the agreement. */
  isRipe: boolean;
}

/** How an agreement stands on a day; the caller has seen that it is in force. */
export async function breachStanding(db: Db, settlementId: number, today: Day): Promise<BreachStanding> {
  const { consumer, signedOn, contractDate, contractEnd, byRule } = await agreedOf(db, settlementId);
  const rows = await delaysOf(db, settlementId);
  const calendar = await calendarIn(db);
  const last = rows.at(-1)?.dueDate ?? signedOn;
  const rule = breachRule({ consumer, contractDate, contractEnd, planDays: daysBetween(signedOn, last) });
  const oldest = oldestOverdue(rows, today);
  const notice = oldest === null ? null : await lastBreachNotice(db, settlementId, oldest);
  const deliveredOn = notice?.deliveredOn ?? null;
  const payUntil = deliveredOn && lastDayToCure(rule, deliveredOn, calendar);
  return {
    rule,
    byRule,
    oldest,
    notice,
    payUntil,
    isNoticeDue: notice === null && isNoticeDue(rule, rows, today, calendar),
    isRipe: oldest !== null && deliveredOn !== null && today >= breachDay(rule, oldest, deliveredOn, calendar),
  };
}

async function agreedOf(db: Db, settlementId: number) {
  const row = await db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .innerJoin('agreements as g', 'g.settlementId', 's.id')
    .select(['s.consumer', 's.signedAt', 'e.contractDate', 'e.contractEnd', 'g.breachByRule as byRule'])
    .where('s.id', '=', settlementId)
    .orderBy('g.id', 'desc')
    .executeTakeFirstOrThrow();
  const { contractDate, contractEnd, signedAt, ...rest } = row;
  return {
    ...rest,
    signedOn: moscowDay(signedAt!),
    contractDate: contractDate as Day,
    contractEnd: contractEnd as Day | null,
  };
}

/** The payments of the schedule in force, each with the day on which its last kopeck came. */
async function delaysOf(db: Db, settlementId: number): Promise<RowDelay[]> {
  const { rows } = await sql<{ dueDate: Day; paidOn: Day | null }>`
    select i.due_date, case when i.status = 'paid' then coalesce((
        select max(p.value_date) from payment_allocations a join payments p on p.id = a.payment_id
        where a.settlement_id = i.settlement_id and a.no = i.no), i.due_date) end as paid_on
    from schedule_items i where i.settlement_id = ${settlementId} and i.status <> 'cancelled' order by i.due_date`.execute(
    db,
  );
  return rows;
}
