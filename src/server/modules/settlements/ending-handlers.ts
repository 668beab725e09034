import { Refusal } from '#contract/kernel/errors.ts';
import { endings } from '#contract/settlements/endings.ts';
import { refusalWords } from '#domain/parties/life-moves.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { formatDay } from '#domain/values/days.ts';
import { certificateOf } from '#server/modules/documents/certificates/certificates.commands.ts';
import { demandSigningRight } from '#server/modules/employees/signing-right.queries.ts';
import { implement, type Writing } from '#server/platform/ctx.ts';
import { illegalIn } from '#server/platform/state/transition.ts';
import { isPaying } from './agreement/running-deadlines.commands.ts';
import { anonymousSettlements } from './anonymous.ts';
import { findCard } from './card.ts';
import { type BreachState, breachState } from './endings/breach.queries.ts';
import { closedReport } from './endings/closed-report.ts';
import { breachSettlement, fulfilSettlement, waivePenalty } from './endings/endings.commands.ts';
import { feedbackList, judgeFeedback, rateSettlement } from './endings/feedback.ts';
import { lockSettlement, lockWithAccruedPenalty } from './money/money.commands.ts';

/** Why an agreement cannot be ended yet. */
function tooEarly({ oldest, isLate, notice, payUntil, stoppedBy }: BreachState): string {
  if (stoppedBy !== null) return refusalWords(stoppedBy, 'breach');
  if (oldest === null) return 'Просрочки нет: соглашение исполняется';
  if (notice === null) return 'Сначала заёмщику придёт уведомление о нарушении: просрочка для него ещё мала';
  if (!isLate) return 'Просрочка для расторжения ещё мала';
  if (payUntil === null) return `Уведомление № ${notice.number} ещё не доставлено: срок на оплату не начался`;
  return `Заёмщик может заплатить просроченное по ${formatDay(payUntil)} включительно`;
}

/**
 * The creditor ends an agreement that is not kept: his own decision, after the notice and its time (docs/decisions/0098).
 * @throws Refusal `authority.needed`, `move.illegal` while the time to cure has not passed, `payment.open` while money is on its way
 */
export async function endForBreach(ctx: Writing, id: number, reason: string): Promise<void> {
  const settlement = await lockSettlement(ctx.db, id);
  if (!settlementMachine.canMove(settlement.status, 'breach')) throw illegalIn(settlementMachine, settlement.status);
  const signatory = await demandSigningRight(ctx, settlement.legalEntityId, ['change']);
  const breach = await breachState(ctx.db, id, ctx.day);
  if (!breach.isRipe) throw new Refusal('move.illegal', { detail: tooEarly(breach) });
  if (await isPaying(ctx.db, id)) throw new Refusal('payment.open');
  await breachSettlement(ctx, settlement, breach, { reason, decidedBy: 'Решение принял:', signatory });
}

/** Somebody of the creditor confirms that all is paid; the certificate is signed apart from it. @throws Refusal `authority.needed`, `move.illegal` */
export async function fulfilByHand(ctx: Writing, id: number): Promise<void> {
  const settlement = await lockSettlement(ctx.db, id);
  await demandSigningRight(ctx, settlement.legalEntityId, ['certify']);
  await fulfilSettlement(ctx, settlement);
}

export const endingHandlers = implement(endings, {
  async fulfil(ctx, { params }) {
    await fulfilByHand(ctx, params.x);
    return findCard(ctx, params.x);
  },
  async breach(ctx, { params, body }) {
    await endForBreach(ctx, params.x, body.reason);
    return findCard(ctx, params.x);
  },
  async waivePenalty(ctx, { params }) {
    const settlement = await lockWithAccruedPenalty(ctx.db, params.x, ctx.day);
    // To forgive what is owed disposes of the creditor's money: the role alone is not enough (docs/decisions/0096).
    await demandSigningRight(ctx, settlement.legalEntityId, ['change']);
    if (await isPaying(ctx.db, params.x)) throw new Refusal('payment.open');
    await waivePenalty(ctx, settlement, ctx.day);
    return findCard(ctx, params.x);
  },
  certificate: (ctx, { params }) => certificateOf(ctx, params.id),
  async rate(ctx, { params, body }) {
    await rateSettlement(ctx, params.loanId, body);
    return findCard(ctx, params.loanId);
  },
  moderate: (ctx, { params, body }) => judgeFeedback(ctx, params.id, body),
  feedbacks: (ctx, { query }) => feedbackList.page(ctx, query),
  closedReport: (ctx, { body }) => closedReport(ctx, body),
  anonymousSettlements: (ctx) => anonymousSettlements(ctx),
});
