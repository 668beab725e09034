import { Refusal } from '#contract/kernel/errors.ts';
import { reconciliation } from '#contract/money/reconciliation.ts';
import { askOfReturns } from '#server/modules/payments/payouts/payout-returns.commands.ts';
import { PartnerRefused, PartnerSilent } from '#server/partners/errors.ts';
import { implement, prepared } from '#server/platform/ctx.ts';
import { decideDifference } from './decide.ts';
import { reconcileDay } from './reconcile.ts';
import { differenceList, findDifference, findRun, runList } from './rows.ts';
import { proposeSeparation } from './separate.ts';

export const reconciliationHandlers = implement(reconciliation, {
  list: (ctx, { query }) => runList.page(ctx, query),
  run: prepared(reconciliation.run, {
    async prepare(ctx, { body: { day } }) {
      if (day > ctx.day) throw new Refusal('input.invalid', { fields: { day: 'Этот день ещё не наступил' } });
      if (!ctx.app.payments) throw new Refusal('payment.unavailable');
      try {
        const statement = await ctx.app.payments.statement(day);
        await askOfReturns(ctx.app, statement);
        return statement;
      } catch (error) {
        if (error instanceof PartnerSilent || error instanceof PartnerRefused) throw new Refusal('partner.silent');
        throw error;
      }
    },
    async run(ctx, { body: { day } }, statement) {
      const { accountId } = ctx.actor;
      return findRun(ctx, await reconcileDay(ctx.app, ctx.db, { day, statement, accountId }));
    },
  }),
  differences: (ctx, { query }) => differenceList.page(ctx, query),
  counts: (ctx, { query }) => differenceList.counts(ctx, query),
  async decide(ctx, { params: { id }, body }) {
    await decideDifference(ctx, id, body);
    return findDifference(ctx, id);
  },
  async separate(ctx, { params: { id }, body: { comment } }) {
    await proposeSeparation(ctx, id, comment);
    return findDifference(ctx, id);
  },
});
