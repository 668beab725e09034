import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { AutopaymentChannel } from '#domain/money/autopayment.ts';
import { demandOwnConsent } from '#server/modules/consents/consents.queries.ts';
import { lockSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Db, type Tx } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { enqueuePaymentQuery } from '../jobs.ts';
import { movePayment } from '../locked.ts';
import { demandTaken } from '../pay.ts';
import { autopaymentState, enqueueBinding, lockAutopayment } from './autopayment-state.ts';

/**
 * A debtor begins to bind what payments of one agreement will be taken of; he is led to the partner's page for it. Begun again by the same
 * way it is the same one.
 * @throws Refusal `payment.unavailable`, `consent.needed`, `move.illegal`
 */
export async function switchOn(ctx: Writing, settlementId: number, channel: AutopaymentChannel): Promise<void> {
  if (!ctx.app.payments) throw new Refusal('payment.unavailable');
  const settlement = await lockSettlement(ctx.db, settlementId);
  await demandTaken(ctx, settlement);
  await demandOwnConsent(ctx, 'autopayment');
  const open = await ctx.db
    .selectFrom('autopayments')
    .select(['status', 'channel'])
    .where('settlementId', '=', settlementId)
    .where('status', 'in', ['created', 'on'])
    .executeTakeFirst();
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
export async function switchOff(ctx: Writing, settlementId: number): Promise<void> {
  await lockSettlement(ctx.db, settlementId);
  const open = await ctx.db
    .selectFrom('autopayments')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('status', 'in', ['created', 'on'])
    .executeTakeFirst();
  if (!open) throw new Refusal('move.illegal', { detail: 'Автоплатёж уже выключен' });
  await turnOff(ctx, open.id, 'Вы выключили автоплатёж');
}

/** Who takes back the consent has all of his switched off. */
export async function switchOffAll(
  ctx: TransitionContext & { app: App },
  { individualId }: { individualId: number },
): Promise<void> {
  const open = await ctx.db
    .selectFrom('autopayments')
    .select(['id', 'settlementId'])
    .where('individualId', '=', individualId)
    .where('status', 'in', ['created', 'on'])
    .orderBy('settlementId')
    .execute();
  for (const { id, settlementId } of open) {
    await lockSettlement(ctx.db, settlementId);
    await turnOff(ctx, id, 'Согласие на автоплатёж отозвано');
  }
}

/** Ends an autopayment whose settlement is locked, unless it has ended meanwhile; the partner is told from a job. */
export async function turnOff(ctx: TransitionContext & { app: App }, id: number, reason: string): Promise<void> {
  const { status } = await lockAutopayment(ctx.db, id);
  if (status !== 'created' && status !== 'on') return;
  await transition(ctx, autopaymentState(id), 'switchOff', { reason, set: { reason, bindUrl: null } });
  await ctx.db
    .updateTable('autopaymentAttempts')
    .set({ status: 'skipped', reason, updatedAt: new Date() })
    .where('autopaymentId', '=', id)
    .where('status', '=', 'planned')
    .execute();
  await stopCharge(ctx, id, reason);
  await enqueueBinding(ctx.app, ctx.db, id);
}

/** A payment that is being taken by it ends, if it can be ended. */
async function stopCharge(ctx: TransitionContext & { app: App }, autopaymentId: number, reason: string): Promise<void> {
  const sent = await sentCharge(ctx.db, autopaymentId);
  if (!sent) return;
  const wasTold = sent.sentAt !== null;
  await movePayment(ctx, sent.paymentId, 'cancel', { reason, set: { payUrl: null, partnerSilent: wasTold } });
  const set = wasTold ? { reason } : { reason, status: 'skipped' };
  await ctx.db.updateTable('autopaymentAttempts').set(set).where('id', '=', sent.id).execute();
  if (wasTold) await enqueuePaymentQuery(ctx.app, ctx.db, sent.paymentId);
}

const sentCharge = (tx: Tx, autopaymentId: number) =>
  tx
    .selectFrom('autopaymentAttempts as t')
    .innerJoin('payments as p', 'p.id', 't.paymentId')
    .select(['t.id', 't.sentAt', 'p.id as paymentId'])
    .where('t.autopaymentId', '=', autopaymentId)
    .where('t.status', '=', 'sent')
    .where('p.status', '=', 'created')
    .executeTakeFirst();

/** So many objects are asked for at once. */
const portion = 500;

/** An agreement that has ended takes nothing any more: what was bound for it is taken back. */
export const endAutopayments = eachDue(
  'autopayments.end',
  async (db: Db) => {
    const { rows } = await sql<{
      id: number;
    }>`select a.id from autopayments a join settlements s on s.id = a.settlement_id
      where a.status in ('created', 'on') and s.status = 'closed' order by a.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (app, tx, id) => {
    const { settlementId } = await tx
      .selectFrom('autopayments')
      .select('settlementId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await lockSettlement(tx, settlementId);
    await turnOff({ app, db: tx, actor: null }, id, 'Соглашение закончено');
  },
);
