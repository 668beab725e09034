import { Refusal } from '#contract/kernel/errors.ts';
import { endings } from '#contract/settlements/endings.ts';
import { moscowDay } from '#domain/values/days.ts';
import { certificateOf } from '#server/modules/documents/certificates.commands.ts';
import { implement } from '#server/platform/ctx.ts';
import { datesOf, isPaying } from '../agreement/running-deadlines.commands.ts';
import { anonymousSettlements } from '../anonymous.ts';
import { findCard } from '../card.ts';
import { lockSettlement, lockWithAccruedPenalty } from '../money/money.commands.ts';
import { closedReport } from './closed-report.ts';
import { breachSettlement, fulfilSettlement, waivePenalty } from './endings.commands.ts';
import { feedbackList, judgeFeedback, rateSettlement } from './feedback.ts';

export const endingHandlers = implement(endings, {
  async fulfil(ctx, { params }) {
    const settlement = await lockSettlement(ctx.db, params.x);
    const { paidOn } = await datesOf(ctx.db, params.x);
    await fulfilSettlement(ctx, settlement, paidOn ?? ctx.day);
    return findCard(ctx, params.x);
  },
  async breach(ctx, { params, body }) {
    const settlement = await lockSettlement(ctx.db, params.x);
    const isLate = settlement.rows.some((row) => row.dueDate < moscowDay(ctx.now) && row.principal + row.interest > 0);
    if (settlement.status === 'waiting_for_payment' && !isLate) {
      throw new Refusal('move.illegal', { detail: 'Просрочки нет: соглашение исполняется' });
    }
    if (await isPaying(ctx.db, params.x)) throw new Refusal('payment.open');
    await breachSettlement(ctx, settlement, body.reason);
    return findCard(ctx, params.x);
  },
  async waivePenalty(ctx, { params }) {
    const settlement = await lockWithAccruedPenalty(ctx.db, params.x, ctx.day);
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
