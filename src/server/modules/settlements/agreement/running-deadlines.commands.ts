import { type RawBuilder, sql } from 'kysely';
import { settleDay } from '#domain/settlements/settlement-dates.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { stoppingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { breachState } from '../endings/breach.queries.ts';
import { askForDecision, notifyOfUnsent, reasonByRule, warnOfBreach } from '../endings/breach-notices.commands.ts';
import { breachSettlement, fulfilSettlement } from '../endings/endings.commands.ts';
import { ruleSigner, withoutRule } from '../endings/rule-signer.queries.ts';
import { lastIncomingDay } from '../money/incoming.queries.ts';
import { dropProposal, isReturning, type LockedSettlement, notifySides, payOff } from '../money/money.commands.ts';

/** Interest or a penalty that is not owed any more has left nothing to pay: no money says so to the sides. */
export async function payOffByCount(tx: Tx, settlement: LockedSettlement, today: Day): Promise<void> {
  const ctx = { db: tx, actor: null };
  const isPaid = 'Долг оплачен полностью';
  await dropProposal(ctx, settlement, isPaid);
  const paidOn = await lastIncomingDay(tx, settlement.id, today);
  await payOff(ctx, settlement, 'payOff', { turn: null, paidOn });
  const detail = 'Проценты и неустойка посчитаны по сегодняшний день: платить больше нечего';
  await notifySides(tx, settlement, { event: 'settlement.due', title: `${settlement.number}. ${isPaid}`, detail });
}

/** When a day comes, and what the clock says then. */
interface Coming {
  day: Day;
  now: Date;
}

/** Nobody has objected within three working days. */
export async function closeInTime(app: App, tx: Tx, settlement: LockedSettlement, { day, now }: Coming): Promise<void> {
  const paidOn = await toldPaidOn(tx, settlement.id);
  if (paidOn === null || day < settleDay(paidOn, await calendarIn(tx))) return;
  if (await isReturning(tx, settlement.id)) return;
  await fulfilSettlement({ app, db: tx, actor: null, now }, settlement);
}

/**
 * The day on which the settlement became paid here. The money may have come before: nobody can object to what was not yet told.
 */
async function toldPaidOn(tx: Tx, id: number): Promise<Day | null> {
  const told = await tx
    .selectFrom('statusHistory')
    .select('at')
    .where('objectType', '=', 'settlements')
    .where('objectId', '=', id)
    .where('toStatus', '=', 'paid')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return told ? moscowDay(told.at) : null;
}

/** Rows of agreements fall due and overdue. @returns the agreements of which some did */
export async function ageRows(tx: Tx, ids: readonly number[], today: Day): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with aged as (
      update schedule_items set status = case when due_date < ${today} then 'overdue' else 'due' end
      where settlement_id = any(${ids}::bigint[]) and status in ('planned', 'due') and due_date <= ${today}
        and not (status = 'due' and due_date = ${today}) returning settlement_id)
    select distinct settlement_id as id from aged order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Warns of a breach when the delay is long enough, where somebody has the right to. When the time to cure is over, an agreement whose
 * creditor has signed so beforehand ends by his rule once its debtor has opened the notice that long ago, while whoever has published it has the right, never while a payment is on its
 * way, the debtor has stated one that nobody has answered, or the creditor is not verified; any other stays in force until he decides.
 * @returns whether anything has come of it
 */
export async function judgeDelay(
  app: App,
  tx: Tx,
  settlement: LockedSettlement,
  { day, now }: Coming,
): Promise<boolean> {
  const ctx = { app, db: tx, actor: null, now };
  const breach = await breachState(tx, settlement.id, day);
  if (!breach.isNoticeDue && !breach.isRipe) return false;
  // A close that lags asks for its own morning: what has come into the debtor's life since stops it all the same.
  if ((await stoppingEventOf(tx, settlement.id, 'breach', moscowDay(now))) !== null) return false;
  const signer = await ruleSigner(tx, settlement, moscowDay(now), breach);
  if (breach.isNoticeDue) {
    if (signer.by === 'nobody') return notifyOfUnsent(tx, settlement, breach);
    // Conditions that were published since end no agreement that names another's: its notice says nothing of a rule.
    if (signer.by === 'successor') await warnOfBreach(ctx, settlement, withoutRule(breach), signer.signatory);
    else await warnOfBreach(ctx, settlement, breach, null);
    return true;
  }
  if (!breach.isRipe || (await isPaying(tx, settlement.id)) || (await isReturning(tx, settlement.id))) return false;
  // The debtor has opened the notice and his time since runs: what the rule will do nobody is asked to decide.
  if (breach.ruleUntil !== null && !breach.isRipeForRule && signer.by === 'publisher') return false;
  const isByRule =
    breach.isRipeForRule && !(await isStated(tx, settlement.id)) && (await mayAct(tx, settlement.legalEntityId));
  // What ends an agreement was signed by the very publisher of its conditions: another one's are another rule.
  if (signer.by !== 'publisher') return askForDecision(ctx, settlement, withoutRule(breach));
  if (!isByRule) return askForDecision(ctx, settlement, breach);
  const { signatory } = signer;
  const decidedBy =
    'По правилу, которое Кредитор подписал заранее и которое названо в Соглашении. За Кредитора правило подписано:';
  await breachSettlement(ctx, settlement, breach, { reason: reasonByRule(breach), decidedBy, signatory });
  return true;
}

/** Whether the partner has not yet said what became of a payment, also of one that was cancelled here. */
export const isPaying = (tx: Db, settlementId: number): Promise<boolean> =>
  hasPayment(
    tx,
    settlementId,
    sql<boolean>`(status in ('created', 'processing') or (status = 'cancelled' and partner_silent)) and channel <> 'outside'`,
  );

/** Whether the debtor has stated a payment past the platform that his creditor has not answered. */
const isStated = (tx: Tx, settlementId: number): Promise<boolean> =>
  hasPayment(tx, settlementId, sql<boolean>`status = 'created' and channel = 'outside'`);

async function hasPayment(tx: Db, settlementId: number, which: RawBuilder<boolean>): Promise<boolean> {
  const found = await tx
    .selectFrom('payments')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where(which)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a creditor may act on the platform at all: what he could not do by hand his rule does not do for him. */
async function mayAct(tx: Tx, legalEntityId: number): Promise<boolean> {
  const { verificationStatus } = await tx
    .selectFrom('legalEntities')
    .select('verificationStatus')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return verificationStatus === 'verified';
}
