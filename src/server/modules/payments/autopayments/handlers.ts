import { autopayments } from '#contract/money/autopayments.ts';
import { implement } from '#server/platform/ctx.ts';
import { autopaymentOf } from './autopayments.queries.ts';
import { switchOff, switchOn } from './switching.commands.ts';

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
});
