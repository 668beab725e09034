import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { payments } from '#contract/money/payments.ts';
import { debtOnDay, type IncomingPayment, interestBefore } from '#domain/settlements/debt-on-day.ts';
import type { Debt, DebtPartCode } from '#domain/settlements/debt-structure.ts';
import { type InterestHistory, payOffSum, rowsStopped } from '#domain/settlements/early-payment.ts';
import { openPenalty } from '#domain/settlements/penalty-accrual.ts';
import { restoredDebt } from '#domain/settlements/restored-debt.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { isCancelled } from '#domain/settlements/settlement.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { lesser, minus } from '#domain/values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';
import { stoppingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { interestHistory } from '#server/modules/settlements/money/early-payment.queries.ts';
import { scheduleOn } from '#server/modules/settlements/money/money.commands.ts';
import {
  countedTo,
  countPenalty,
  penaltyColumns,
  penaltySettledBy,
  settlementPenalty,
} from '#server/modules/settlements/money/penalty.commands.ts';
import type { Db } from '#server/platform/database/db.ts';

/** What of a payment had gone back by a day. */
const returnedBy = (on: Day) =>
  sql<number>`coalesce((select sum(r.amount) from refunds r where r.payment_id = payments.id and r.value_date <= ${on}), 0)::bigint`.as(
    'returned',
  );

/**
 * «Долг на дату»: counted anew from the schedule and the money that had come by then, so it is right for any day and
 * however late a payment was told of.
 * @throws Refusal `document.absent` where there is no agreement, `input.invalid` of a day before it was signed
 */
export async function debtOn(
  { db }: { db: Db },
  settlementId: number,
  on: Day,
): Promise<Answer<typeof payments.debtOnDay>> {
  const row = await db
    .selectFrom('settlements')
    .select([...penaltyColumns, 'signedAt', 'closedAt', 'closeReason', 'debt', 'consumer', 'paidAmount'])
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();
  const signedOn = row.signedAt && moscowDay(row.signedAt);
  if (signedOn && on < signedOn) throw new Refusal('input.invalid', { fields: { on: notYetSigned(signedOn) } });
  const succeeded = await db
    .selectFrom('payments')
    .select(['valueDate', 'amount', returnedBy(on)])
    .where('settlementId', '=', settlementId)
    .where('succeededAt', 'is not', null)
    .orderBy('id')
    .execute();
  const incoming = succeeded
    .map((row) => ({ day: row.valueDate as Day, amount: kopecks(row.amount - row.returned) }))
    .filter(({ amount }) => amount > 0);
  const breachedOn = row.closeReason === 'breached' && row.closedAt !== null ? moscowDay(row.closedAt) : null;
  if (breachedOn !== null && on >= breachedOn) return restoredOn(row, incoming, on);
  if (isCancelled(row.closeReason) && row.closedAt !== null && on >= moscowDay(row.closedAt)) {
    return nothingOwed(incoming, on);
  }
  const history = await interestHistory(db, { id: settlementId, ...row }, on);
  const schedule = await bearing(db, settlementId, { on, signedOn: signedOn ?? on, history });
  if (schedule.length === 0) throw new Refusal('document.absent');
  const debt = debtOnDay({ schedule, incoming }, on);
  const penalty = settlementPenalty(row);
  const settled = await penaltySettledBy(db, { id: settlementId, penalty }, on);
  const sums = { accrued: kopecks(0), ...settled };
  const to = await penaltyDay(db, { id: settlementId, penalty }, on);
  const counted = await countPenalty(db, { id: settlementId, penalty: { ...penalty, sums } }, to);
  // What the schedule has not taken went to the penalty, or was overpaid.
  const overpaid = minus(debt.overpaid, settled.paid);
  const ahead = aheadOn(history, debt);
  const interest = minus(debt.interest, lesser(ahead, debt.interest));
  const principal = minus(debt.principal, minus(ahead, minus(debt.interest, interest)));
  return { ...debt, principal, interest, ahead, overpaid, penalty: openPenalty(counted), rows: [...debt.rows] };
}

/** A penalty is of no day up to now that nobody has sealed yet (docs/decisions/0179); of days to come all of it is told. */
async function penaltyDay(db: Db, of: Parameters<typeof countedTo>[1], on: Day): Promise<Day> {
  if (on > moscowDay(new Date())) return on;
  const counted = await countedTo(db, of, on);
  return counted < on ? counted : on;
}

/** What the open rows of a day ask for beyond what would pay them off then: interest of days to come (docs/decisions/0139). */
function aheadOn(
  history: InterestHistory | null,
  { on, principal, interest, rows }: ReturnType<typeof debtOnDay>,
): Kopecks {
  if (history === null) return kopecks(0);
  const own = new Set(history.terms.rows.map(({ no }) => no));
  const others = rows.filter(({ no }) => !own.has(no)).map((row) => kopecks(row.principal + row.interest));
  const due = sumKopecks([payOffSum(history, on), ...others]);
  return kopecks(Math.max(0, principal + interest - due));
}

/** What the sums of a debt that is whole again are counted from. */
interface Breached {
  debt: Debt;
  consumer: boolean;
  paidAmount: number;
  penaltyPaid: number;
}

/**
 * From the day on which an agreement was ended for a breach: the debt that it names less what was paid by it, as the statement has it
 * (docs/decisions/0098). No schedule stands any more, so nothing of it is overdue; what has come later has paid nothing.
 */
function restoredOn(
  { debt, consumer, paidAmount, penaltyPaid }: Breached,
  incoming: readonly IncomingPayment[],
  on: Day,
): Answer<typeof payments.debtOnDay> {
  const rests = restoredDebt(debt, kopecks(paidAmount), { consumer });
  const total = (isAsked: (code: DebtPartCode) => boolean): Kopecks =>
    sumKopecks(rests.filter(({ code }) => isAsked(code)).map(({ amount }) => amount));
  const isInterest = (code: DebtPartCode): boolean => code === 'interest' || code === 'interest_overdue';
  const received = sumKopecks(incoming.filter(({ day }) => day <= on).map(({ amount }) => amount));
  const nothing = kopecks(0);
  return {
    on,
    received,
    overpaid: kopecks(Math.max(0, received - paidAmount - penaltyPaid)),
    principal: total((code) => !isInterest(code) && code !== 'penalty'),
    interest: total(isInterest),
    ahead: nothing,
    penalty: total((code) => code === 'penalty'),
    overdue: nothing,
    daysOverdue: 0,
    rows: [],
  };
}

/** From the day on which the law, or its creditor, has ended it: whatever was left of it nobody asks for (docs/decisions/0211). */
function nothingOwed(incoming: readonly IncomingPayment[], on: Day): Answer<typeof payments.debtOnDay> {
  const received = sumKopecks(incoming.filter(({ day }) => day <= on).map(({ amount }) => amount));
  const nothing = kopecks(0);
  const none = {
    principal: nothing,
    interest: nothing,
    ahead: nothing,
    penalty: nothing,
    overdue: nothing,
    overpaid: nothing,
  };
  return { on, received, ...none, daysOverdue: 0, rows: [] };
}

const notYetSigned = (day: Day): string =>
  `Соглашение подписано ${formatDay(day)}: назовите этот день или более поздний`;

/**
 * The schedule of a day. While interest stands still, as in a bankruptcy (127-ФЗ, ст. 213.11, п. 2 [K]), what its first day and those
 * after it would earn is not owed: the claim is made in the case without it (docs/decisions/0101).
 */
async function bearing(
  db: Db,
  settlementId: number,
  { on, signedOn, history }: { on: Day; signedOn: Day; history: InterestHistory | null },
): Promise<ScheduleRow[]> {
  const schedule = await scheduleOn(db, settlementId, on);
  const stopped = await stoppingEventOf(db, settlementId, 'interest', on);
  if (stopped === null) return schedule;
  if (history === null) return interestBefore(schedule, signedOn, stopped.since);
  // What was paid ahead has taken off the last rows what the stop takes off the next ones, so the rows are counted as they were signed.
  const own = rowsStopped(history, stopped.since);
  return [...schedule.filter(({ no }) => own.every((row) => row.no !== no)), ...own];
}
