import { Refusal } from '#contract/kernel/errors.ts';
import { endings } from '#contract/settlements/endings.ts';
import { moscowDay } from '#domain/values/days.ts';
import { certificateOf } from '#server/modules/documents/certificates.acts.ts';
import { implement } from '#server/platform/ctx.ts';
import { datesOf, isPaying } from '../agreement/running-deadlines.acts.ts';
import { anonymousDeals } from '../anonymous.ts';
import { findCard } from '../card.ts';
import { lockDeal, lockOwing } from '../money/money.acts.ts';
import { closedReport } from './closed-report.ts';
import { breachDeal, fulfilDeal, waivePenalty } from './endings.acts.ts';
import { feedbackPage, judgeFeedback, rateDeal } from './feedback.ts';

export const endingHandlers = implement(endings, {
  async fulfil(ctx, { params }) {
    const deal = await lockDeal(ctx.db, params.x);
    const { paidOn } = await datesOf(ctx.db, params.x);
    await fulfilDeal(ctx, deal, paidOn ?? ctx.day);
    return findCard(ctx, params.x);
  },
  async breach(ctx, { params, body }) {
    const deal = await lockDeal(ctx.db, params.x);
    const isLate = deal.rows.some((row) => row.dueDate < moscowDay(ctx.now) && row.principal + row.interest > 0);
    if (deal.status === 'waiting_for_payment' && !isLate) {
      throw new Refusal('move.illegal', { detail: 'Просрочки нет: соглашение исполняется' });
    }
    if (await isPaying(ctx.db, params.x)) throw new Refusal('payment.open');
    await breachDeal(ctx, deal, body.reason);
    return findCard(ctx, params.x);
  },
  async waivePenalty(ctx, { params }) {
    const deal = await lockOwing(ctx.db, params.x, ctx.day);
    if (await isPaying(ctx.db, params.x)) throw new Refusal('payment.open');
    await waivePenalty(ctx, deal, ctx.day);
    return findCard(ctx, params.x);
  },
  certificate: (ctx, { params }) => certificateOf(ctx, params.id),
  async rate(ctx, { params, body }) {
    await rateDeal(ctx, params.loanId, body);
    return findCard(ctx, params.loanId);
  },
  moderate: (ctx, { params, body }) => judgeFeedback(ctx, params.id, body),
  feedbacks: (ctx, { query }) => feedbackPage(ctx, query),
  closedReport: (ctx, { body }) => closedReport(ctx, body),
  anonymousDeals: (ctx) => anonymousDeals(ctx),
});
