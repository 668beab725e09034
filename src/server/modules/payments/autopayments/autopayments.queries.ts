import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { autopayments } from '#contract/money/autopayments.ts';
import {
  ATTEMPT_DAYS,
  type AttemptStatus,
  type AutopaymentChannel,
  type AutopaymentStatus,
  autopaymentMachine,
  chargeable,
} from '#domain/money/autopayment.ts';
import type { PaymentStatus } from '#domain/money/payment.ts';
import { addDays, type Day, moscowDay, toDay } from '#domain/values/days.ts';
import { type LockedSettlement, settlementNow } from '#server/modules/settlements/money/money.commands.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { chargeObstacle, consentObstacle, orderObstacle } from '../charge-obstacle.queries.ts';
import { feeWayOf } from '../locked.ts';
import { demandTaken } from '../pay.ts';
import { newestAutopayment } from './autopayment-state.ts';
import { chargeSum } from './charge-sum.queries.ts';

type Shown = Answer<typeof autopayments.get>;
type Attempt = Shown['attempts'][number];

/** So many attempts are shown: those of some payments. */
const shown = 6;

/** The autopayment of a settlement as its debtor sees it; operators see it as well, but the page on which he binds. */
export async function autopaymentOf(ctx: Ctx, settlementId: number): Promise<Shown> {
  const settlement = await settlementNow(ctx.db, settlementId);
  const row = await newestAutopayment(ctx.db, settlementId);
  const status = (row?.status ?? null) as AutopaymentStatus | null;
  const isOpen = status !== null && autopaymentMachine.canMove(status, 'switchOff');
  const attempts = await attemptsOf(ctx, settlement);
  const since = row?.status === 'on' && row.boundAt ? moscowDay(row.boundAt) : null;
  const planned = attempts.findLast(
    (one) => one.status === 'planned' && chargeable(settlement.rows, toDay(one.dueDate)) > 0,
  );
  const next = planned ?? (since && (await firstOf(ctx, settlement, since)));
  const obstacle =
    status === 'on' ? await stops(ctx, settlement, next) : isOpen ? null : await obstacleTo(ctx, settlement);
  const mayEnd = ctx.may(autopayments.switchOff) || ctx.may(autopayments.switchOffByLetter);
  const mayBegin = !isOpen && obstacle === null && ctx.may(autopayments.switchOn);
  return {
    status,
    channel: (row?.channel ?? null) as AutopaymentChannel | null,
    mask: row?.mask ?? null,
    bindUrl: ctx.may(autopayments.switchOn) ? (row?.bindUrl ?? null) : null,
    partnerSilent: row?.partnerSilent ?? false,
    reason: row?.reason ?? null,
    // What something stops now is not announced beside it.
    next: obstacle === null ? next : null,
    attempts: attempts.filter((one) => one.status !== 'planned'),
    obstacle,
    moves: [...(isOpen && mayEnd ? (['switchOff'] as const) : []), ...(mayBegin ? (['switchOn'] as const) : [])],
  };
}

/** Why nothing can be switched on now. */
async function obstacleTo(ctx: Ctx, settlement: LockedSettlement): Promise<string | null> {
  try {
    await demandTaken(ctx, settlement);
  } catch (error) {
    if (error instanceof Refusal) return error.detail ?? error.message;
    throw error;
  }
  return (await orderObstacle(ctx.db, settlement, ctx.day))?.words ?? null;
}

/** Why an order that is on would not take the next payment, by its own day; where there is none, why it takes nothing now. */
async function stops(
  { db, day: today }: Ctx,
  settlement: LockedSettlement,
  next: Attempt | null,
): Promise<string | null> {
  if (next !== null) {
    const at = { dueDate: toDay(next.dueDate), day: toDay(next.day), today };
    const obstacle = await chargeObstacle(db, settlement, at);
    return obstacle && !obstacle.mayPass ? obstacle.words : null;
  }
  const obstacle = await orderObstacle(db, settlement, today);
  return obstacle ? obstacle.words : consentObstacle(db, settlement.individualId);
}

async function attemptsOf(ctx: Ctx, settlement: LockedSettlement): Promise<Attempt[]> {
  const rows = await ctx.db
    .selectFrom('autopaymentAttempts as t')
    .leftJoin('payments as p', 'p.id', 't.paymentId')
    .select(['t.dueDate', 't.attempt', 't.day', 't.status', 't.reason', 't.paymentId', 't.announcedAmount'])
    .select(['p.amount', 'p.feeAmount', 'p.status as paymentStatus'])
    .where('t.settlementId', '=', settlement.id)
    .orderBy('t.day', 'desc')
    .orderBy('t.id', 'desc')
    .limit(shown)
    .execute();
  const attempts: Attempt[] = [];
  for (const { amount, feeAmount, announcedAmount, paymentStatus, reason, ...row } of rows) {
    const onTop = feeWayOf(settlement) === 'on_top' ? (feeAmount ?? 0) : 0;
    const told =
      announcedAmount ?? (await sumOf(ctx, settlement, { dueDate: toDay(row.dueDate), day: toDay(row.day) }));
    const isTaken = TAKEN.includes(paymentStatus as PaymentStatus);
    attempts.push({
      ...row,
      // Money that came late after all was taken.
      status: isTaken ? 'succeeded' : (row.status as AttemptStatus),
      reason: isTaken ? null : reason,
      amount: amount === null ? told : amount + onTop,
    });
  }
  return attempts;
}

/** A payment has come, whatever has gone back of it since. */
const TAKEN: readonly PaymentStatus[] = ['succeeded', 'partially_refunded', 'refunded'];

/** The first payment of the schedule that will be taken, while nobody has planned it. */
async function firstOf(ctx: Ctx, settlement: LockedSettlement, since: Day): Promise<Attempt | null> {
  if (settlement.status !== 'waiting_for_payment') return null;
  const row = settlement.rows.find(
    ({ dueDate, principal, interest }) => dueDate > since && dueDate > ctx.day && principal + interest > 0,
  );
  if (!row) return null;
  const { dueDate } = row;
  const day = addDays(dueDate, ATTEMPT_DAYS[0]);
  const amount = await sumOf(ctx, settlement, { dueDate, day });
  return { dueDate, attempt: 1, day, amount, status: 'planned', reason: null, paymentId: null };
}

async function sumOf(
  { db }: Ctx,
  settlement: LockedSettlement,
  { dueDate, day }: { dueDate: Day; day: Day },
): Promise<number> {
  if (chargeable(settlement.rows, dueDate) === 0) return 0;
  const sum = await chargeSum({ db, day }, settlement, dueDate);
  return 'words' in sum ? 0 : sum.charged;
}
