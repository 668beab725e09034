import { payouts } from '#contract/money/payouts.ts';
import { implement, scopedRead } from '#server/platform/ctx.ts';
import { movementList } from './movements.queries.ts';
import { cancelPayout, proposePayout, proposePayoutFailure } from './payout-decisions.commands.ts';
import { setPayoutRule } from './payout-rules.commands.ts';
import { payNow } from './payouts.commands.ts';
import { balanceOf, findPayout, payoutList } from './payouts.queries.ts';
import { agentReport, exportMovements, printAgentReport } from './report.ts';

export const payoutHandlers = implement(payouts, {
  list: (ctx, { query }) => payoutList.page(ctx, query),
  counts: (ctx, { query }) => payoutList.counts(ctx, query),
  get: scopedRead(payouts.get, (ctx, { params }) => findPayout(ctx, params.id)),
  balance: (ctx, { params }) => balanceOf(ctx, params.id),
  movements: (ctx, { params, query }) => movementList.page(ctx, query, params.id),
  exportMovements: (ctx, { params, query }) => exportMovements(ctx, params.id, query),
  report: (ctx, { params, query }) => agentReport(ctx.db, params.id, query),
  reportPaper: (ctx, { params, query }) => printAgentReport(ctx, params.id, query),
  async setRule(ctx, { params: { id }, body }) {
    await setPayoutRule(ctx, id, body);
    return balanceOf(ctx, id);
  },
  async payNow(ctx, { params, body }) {
    return findPayout(ctx, await payNow(ctx, params.id, body));
  },
  async fail(ctx, { params: { id }, body }) {
    await proposePayoutFailure(ctx, id, body.reason);
    return findPayout(ctx, id);
  },
  async propose(ctx, { params: { id } }) {
    await proposePayout(ctx, id);
    return findPayout(ctx, id);
  },
  async cancel(ctx, { params: { id } }) {
    await cancelPayout(ctx, id);
    return findPayout(ctx, id);
  },
});
