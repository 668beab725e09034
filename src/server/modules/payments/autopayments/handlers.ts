import { autopayments } from '#contract/money/autopayments.ts';
import { implement } from '#server/platform/ctx.ts';
import { autopaymentOf } from './autopayments.queries.ts';
import { switchOff, switchOffByLetter, switchOn } from './switching.commands.ts';

export const autopaymentHandlers = implement(autopayments, {
  get: (ctx, { params }) => autopaymentOf(ctx, params.loanId),
  async switchOn(ctx, { params, body }) {
    await switchOn(ctx, params.loanId, body.channel);
    return autopaymentOf(ctx, params.loanId);
  },
  async switchOff(ctx, { params }) {
    await switchOff(ctx, params.loanId);
    return autopaymentOf(ctx, params.loanId);
  },
  ofSettlement: (ctx, { params }) => autopaymentOf(ctx, params.id),
  async switchOffByLetter(ctx, { params, body }) {
    await switchOffByLetter(ctx, params.id, body.reason);
    return autopaymentOf(ctx, params.id);
  },
});
