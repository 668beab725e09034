import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type AutopaymentChannel, autopaymentMachine } from '#domain/money/autopayment.ts';
import { demandOwnConsent } from '#server/modules/consents/consents.queries.ts';
import { lockSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Db, type Tx } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { orderObstacle } from '../charge-obstacle.queries.ts';
import { enqueueBinding, enqueuePaymentQuery } from '../jobs.ts';
import { movePayment } from '../locked.ts';
import { demandTaken } from '../pay.ts';
import { autopaymentState, lockAutopayment, lockedStatus, OPEN } from './autopayment-state.ts';
import { noMoreTaken, tellPayer } from './tell-payer.ts';

/**
 * A debtor begins to bind what payments of one agreement will be taken of; he is led to the partner's page for it. Begun again by the same
 * way it is the same one.
 * @throws Refusal `payment.unavailable`, `consent.needed`, `move.illegal`
 */
export async function switchOn(ctx: Writing, settlementId: number, channel: AutopaymentChannel): Promise<void> {
  if (!ctx.app.payments) throw new Refusal('payment.unavailable');
  const settlement = await lockSettlement(ctx.db, settlementId);
  await demandTaken(ctx, settlement);
  const obstacle = await orderObstacle(ctx.db, settlement, ctx.day);
  if (obstacle) throw new Refusal('move.illegal', { detail: obstacle.words });
  await demandOwnConsent(ctx, 'autopayment');
  const open = await openOf(ctx.db, settlementId);
  if (open?.status === 'created' && open.channel === channel) return;
  if (open) throw alreadyOn();
  const { id } = await ctx.db
    .insertInto('autopayments')
    .values({ settlementId, individualId: settlement.individualId, channel })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw brokenConstraint(error) === 'autopayments_open' ? alreadyOn() : error;
    });
  await enqueueBinding(ctx.app, ctx.db, id);
}

const alreadyOn = (): Refusal =>
  new Refusal('move.illegal', { detail: 'Автоплатёж уже есть. Чтобы привязать другое, сначала выключите его' });

/**
 * A debtor switches his autopayment off, at once: what the partner has not been told of is not taken. What he may have heard of is asked
 * to be cancelled with him, and counts as any payment where it is too late for that.
 * @throws Refusal `move.illegal` when there is none
 */
export const switchOff = (ctx: Writing, settlementId: number): Promise<void> =>
  endOpen(ctx, settlementId, 'Вы выключили автоплатёж');

/**
 * An operator does it for a debtor who has asked by a letter and cannot sign in, or does not want to; the debtor is told.
 * @param letter which letter it was
 * @throws Refusal `move.illegal` when there is none
 */
export async function switchOffByLetter(ctx: Writing, settlementId: number, letter: string): Promise<void> {
  await endOpen(ctx, settlementId, `Оператор выключил автоплатёж по вашему обращению: ${letter}`);
  const settlement = await lockSettlement(ctx.db, settlementId);
  await tellPayer(ctx, settlement, {
    title: 'Автоплатёж выключен по вашему обращению',
    detail: await noMoreTaken(ctx.db, settlement, 'платите на странице соглашения'),
  });
}

async function endOpen(ctx: Writing, settlementId: number, reason: string): Promise<void> {
  await lockSettlement(ctx.db, settlementId);
  const open = await openOf(ctx.db, settlementId);
  if (!open) throw new Refusal('move.illegal', { detail: 'Автоплатёж уже выключен' });
  await turnOff(ctx, open.id, reason);
}

const openOf = (db: Tx, settlementId: number) =>
  db
    .selectFrom('autopayments')
    .select(['id', 'status', 'channel'])
    .where('settlementId', '=', settlementId)
    .where('status', 'in', OPEN)
    .executeTakeFirst();

/** Who takes back the consent has all of his switched off. */
export async function switchOffAll(
  ctx: TransitionContext & { app: App },
  { individualId }: { individualId: number },
): Promise<void> {
  const open = await ctx.db
    .selectFrom('autopayments')
    .select(['id', 'settlementId'])
    .where('individualId', '=', individualId)
    .where('status', 'in', OPEN)
    .orderBy('settlementId')
    .execute();
  for (const { id, settlementId } of open) {
    await lockSettlement(ctx.db, settlementId);
    await turnOff(ctx, id, 'Согласие на автоплатёж отозвано');
  }
}

/** An order is for one agreement: with it it ends, also where the two bargain again. What was bound the clock takes back. */
export async function switchOffWithAgreement(
  ctx: TransitionContext,
  { settlementId }: { settlementId: number },
): Promise<void> {
  const open = await openOf(ctx.db, settlementId);
  if (open) await markOff(ctx, open.id, ended);
}

const ended = 'Соглашение закончено';

/** Ends an autopayment whose settlement is locked, unless it has ended meanwhile; the partner is told, and asked, from jobs. */
export async function turnOff(ctx: TransitionContext & { app: App }, id: number, reason: string): Promise<void> {
  const { toldPaymentId } = await markOff(ctx, id, reason);
  await enqueueBinding(ctx.app, ctx.db, id);
  if (toldPaymentId !== null) await enqueuePaymentQuery(ctx.app, ctx.db, toldPaymentId);
}

/** What was planned by it is not made any more. @returns the payment that the partner may have heard of, which he is to be asked about */
async function markOff(ctx: TransitionContext, id: number, reason: string): Promise<{ toldPaymentId: number | null }> {
  const status = await lockedStatus(ctx.db, id);
  if (!autopaymentMachine.canMove(status, 'switchOff')) return { toldPaymentId: null };
  await transition(ctx, autopaymentState(id), 'switchOff', { reason, set: { reason, bindUrl: null } });
  await ctx.db
    .updateTable('autopaymentAttempts')
    .set({ status: 'skipped', reason, updatedAt: sql<Date>`now()` })
    .where('autopaymentId', '=', id)
    .where('status', '=', 'planned')
    .execute();
  const sent = await sentCharge(ctx.db, id);
  if (!sent) return { toldPaymentId: null };
  // A payment that is being taken by it ends, if it can be ended.
  const wasTold = sent.sentAt !== null || sent.partnerId !== null;
  await movePayment(ctx, sent.paymentId, 'cancel', { reason, set: { payUrl: null, partnerSilent: wasTold } });
  const set = wasTold ? { reason } : { reason, status: 'skipped' };
  await ctx.db.updateTable('autopaymentAttempts').set(set).where('id', '=', sent.id).execute();
  return { toldPaymentId: wasTold ? sent.paymentId : null };
}

const sentCharge = (tx: Tx, autopaymentId: number) =>
  tx
    .selectFrom('autopaymentAttempts as t')
    .innerJoin('payments as p', 'p.id', 't.paymentId')
    .select(['t.id', 't.sentAt', 'p.id as paymentId', 'p.partnerId'])
    .where('t.autopaymentId', '=', autopaymentId)
    .where('t.status', '=', 'sent')
    .where('p.status', '=', 'created')
    .executeTakeFirst();

/** So many objects are asked for at once. */
const portion = 500;

/** What an older program beside this one has left of an agreement that has ended, or has given way to another one. */
export const endAutopayments = eachDue(
  'autopayments.end',
  async (db: Db) => {
    const { rows } = await sql<{
      id: number;
    }>`select a.id from autopayments a join settlements s on s.id = a.settlement_id
      where a.status in ('created', 'on') and (s.status not in ('waiting_for_payment', 'paid') or a.created_at < s.signed_at)
      order by a.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (app, tx, id) => {
    await lockAutopayment(tx, id);
    await turnOff({ app, db: tx, actor: null }, id, ended);
  },
);
