import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { autopayments } from '#contract/money/autopayments.ts';
import {
  ATTEMPT_DAYS,
  type AttemptStatus,
  type AutopaymentChannel,
  type AutopaymentStatus,
  autopaymentMachine,
} from '#domain/money/autopayment.ts';
import { addDays, type Day, moscowDay, toDay } from '#domain/values/days.ts';
import { type LockedSettlement, settlementNow } from '#server/modules/settlements/money/money.commands.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { feeWayOf } from '../locked.ts';
import { demandTaken } from '../pay.ts';
import { newestAutopayment } from './autopayment-state.ts';
import { payerSum } from './planning.commands.ts';

type Shown = Answer<typeof autopayments.get>;
type Attempt = Shown['attempts'][number];

/** So many attempts are shown: those of some payments. */
const shown = 6;

/** The autopayment of a settlement as its debtor sees it. */
export async function autopaymentOf(ctx: Ctx, settlementId: number): Promise<Shown> {
  const settlement = await settlementNow(ctx.db, settlementId);
  const row = await newestAutopayment(ctx.db, settlementId);
  const status = (row?.status ?? null) as AutopaymentStatus | null;
  const isOpen = status !== null && autopaymentMachine.canMove(status, 'switchOff');
  const attempts = await attemptsOf(ctx, settlement);
  const planned = attempts.find((one) => one.status === 'planned');
  const obstacle = isOpen ? null : await obstacleTo(ctx, settlement);
  const since = row?.status === 'on' && row.boundAt ? moscowDay(row.boundAt) : null;
  return {
    status,
    channel: (row?.channel ?? null) as AutopaymentChannel | null,
    mask: row?.mask ?? null,
    bindUrl: row?.bindUrl ?? null,
    partnerSilent: row?.partnerSilent ?? false,
    reason: row?.reason ?? null,
    next: planned ?? (since && (await firstOf(ctx, settlement, since))),
    attempts: attempts.filter((one) => one.status !== 'planned'),
    obstacle,
    moves: isOpen ? ['switchOff'] : obstacle === null && ctx.may(autopayments.switchOn) ? ['switchOn'] : [],
  };
}

/** Why nothing can be switched on now. */
async function obstacleTo(ctx: Ctx, settlement: LockedSettlement): Promise<string | null> {
  try {
    await demandTaken(ctx, settlement);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.detail ?? error.message;
    throw error;
  }
}

async function attemptsOf(ctx: Ctx, settlement: LockedSettlement): Promise<Attempt[]> {
  const rows = await ctx.db
    .selectFrom('autopaymentAttempts as t')
    .leftJoin('payments as p', 'p.id', 't.paymentId')
    .select(['t.dueDate', 't.attempt', 't.day', 't.status', 't.reason', 't.paymentId', 'p.amount', 'p.feeAmount'])
    .where('t.settlementId', '=', settlement.id)
    .orderBy('t.day', 'desc')
    .orderBy('t.id', 'desc')
    .limit(shown)
    .execute();
  const attempts: Attempt[] = [];
  for (const { amount, feeAmount, ...row } of rows) {
    const onTop = feeWayOf(settlement) === 'on_top' ? (feeAmount ?? 0) : 0;
    const taken = amount === null ? await sumOf(ctx, settlement, toDay(row.dueDate)) : amount + onTop;
    attempts.push({ ...row, status: row.status as AttemptStatus, amount: taken });
  }
  return attempts;
}

/** The first payment of the schedule that will be taken, while nobody has planned it. */
async function firstOf(ctx: Ctx, settlement: LockedSettlement, since: Day): Promise<Attempt | null> {
  if (settlement.status !== 'waiting_for_payment') return null;
  const row = settlement.rows.find(
    ({ dueDate, principal, interest }) => dueDate > since && dueDate > ctx.day && principal + interest > 0,
  );
  if (!row) return null;
  const amount = await sumOf(ctx, settlement, row.dueDate);
  const day = addDays(row.dueDate, ATTEMPT_DAYS[0]);
  return { dueDate: row.dueDate, attempt: 1, day, amount, status: 'planned', reason: null, paymentId: null };
}

async function sumOf(ctx: Ctx, settlement: LockedSettlement, dueDate: Day): Promise<number> {
  try {
    return (await payerSum(ctx, settlement, dueDate)) ?? 0;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
}
