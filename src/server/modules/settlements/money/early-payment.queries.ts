import { sql } from 'kysely';
import { PAID_HERE } from '#domain/money/payment.ts';
import { countedSince, type DatedMoney, type InterestHistory } from '#domain/settlements/early-payment.ts';
import type { PenaltyTerm } from '#domain/settlements/penalty-accrual.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { type Day, moscowDay, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { stillDaysOf } from '#server/modules/life-events/life-spans.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** Of a settlement what says since when its schedules bear interest. */
interface Agreed {
  id: number;
  signedAt: Date | null;
  /** Each of the agreement and its addenda has one, from the day on which it took effect. */
  penaltyTerms: readonly PenaltyTerm[];
}

/**
 * The schedule of a day as both have signed it, with the money that its rows have got since; null where it bears no interest.
 * @param on the day; the schedule in force unless told
 */
export async function interestHistory(
  db: Db | Tx,
  { id, signedAt, penaltyTerms }: Agreed,
  on?: Day,
): Promise<InterestHistory | null> {
  if (signedAt === null) return null;
  const offers = await db
    .selectFrom('termsOffers')
    .select(['id', 'kind', 'plan', 'rows', 'told', 'createdAt'])
    .where('settlementId', '=', id)
    .where('status', '=', 'accepted')
    .where('kind', '<>', 'annulment')
    .orderBy('id', 'desc')
    .execute();
  // Bargaining that was opened again has an agreement of its own, with which all begins anew.
  const since = offers.slice(0, offers.findIndex(({ kind }) => kind === 'terms') + 1).map((offer, index) => {
    const agreedOn = offer.kind === 'terms' ? signedAt : offer.createdAt;
    return { ...offer, since: penaltyTerms.at(-1 - index)?.since ?? moscowDay(agreedOn) };
  });
  const found = since.find((offer) => on === undefined || offer.since <= on);
  if (!found || !('rateBps' in found.plan) || found.plan.rateBps === 0) return null;
  const first = found.rows[0]?.no ?? 1;
  const { plan, kind, told } = found;
  const rows = await shiftedRows(db, found);
  const isNew = kind === 'terms';
  const earned = isNew ? 0 : told && 'earned' in told ? told.earned : await earnedBefore(db, id, found.since);
  // A pause moves what is owed as it is; any other schedule is a plan of its own.
  const isPlan = isNew || (told !== null && !('pause' in told));
  const counted = isPlan ? countedSince(plan as Plan, rows, found.since) : found.since;
  const still = await stillDaysOf(db, id, 'interest');
  const terms = { rows, counted, since: found.since, earned: kopecks(earned), still };
  return { terms, money: await moneyOf(db, id, first, on) };
}

/** The rows as both have signed them, each on the day to which its debtor has shifted it since; interest goes by the planned days. */
async function shiftedRows(
  db: Db | Tx,
  { id, rows }: { id: number; rows: readonly ScheduleRow[] },
): Promise<readonly ScheduleRow[]> {
  const shifts = await db.selectFrom('paymentShifts').select(['no', 'toDate']).where('offerId', '=', id).execute();
  const dayOf = new Map(shifts.map(({ no, toDate }) => [no, toDay(toDate)]));
  return rows.map((row) => ({ ...row, dueDate: dayOf.get(row.no) ?? row.dueDate }));
}

/** The interest of the rows that a new schedule without a paper of its own has taken over: of what was due by its day. */
async function earnedBefore(db: Db | Tx, settlementId: number, day: Day): Promise<number> {
  const { sum } = await db
    .selectFrom('scheduleItems')
    .select(sql<number>`coalesce(sum(greatest(interest - paid, 0)), 0)::bigint`.as('sum'))
    .where('settlementId', '=', settlementId)
    .where('replacedOn', '=', day)
    .where('dueDate', '<=', day)
    .executeTakeFirstOrThrow();
  return sum;
}

/**
 * The money of the rows of a schedule by days, and what has gone back of it. What is paid through the platform counts by the day on which
 * its payer has begun it: he was told the sum of that day (docs/decisions/0139).
 * @param by the day by which it has come: what is on its way lowers nothing; all of it unless told
 */
async function moneyOf(db: Db | Tx, settlementId: number, firstNo: number, by?: Day): Promise<DatedMoney[]> {
  const { rows } = await sql<DatedMoney>`
    select case when p.channel in (${sql.join(PAID_HERE)})
        then least(p.value_date, (p.created_at at time zone 'Europe/Moscow')::date) else p.value_date end as day,
      (a.principal + a.interest)::bigint as amount
      from payment_allocations a join payments p on p.id = a.payment_id
      where a.settlement_id = ${settlementId} and a.no >= ${firstNo} and p.value_date <= coalesce(${by ?? null}::date, 'infinity')
    union all
    select r.value_date, -(a.principal + a.interest)::bigint
      from refund_allocations a join refunds r on r.id = a.refund_id
      where r.settlement_id = ${settlementId} and a.no >= ${firstNo}`.execute(db);
  return rows;
}
