import { rates } from '#contract/platform/rates.ts';
import { implement } from '#server/platform/ctx.ts';
import { keptRates } from './kept-rates.queries.ts';
import { proposeRate } from './rates.commands.ts';
import { ratesOf } from './rates.queries.ts';

export const rateHandlers = implement(rates, {
  list: (ctx) => keptRates(ctx),
  propose: (ctx, { body }) => proposeRate(ctx, body),
  inForce: async (ctx) => ({ rows: [...(await ratesOf(ctx.db))] }),
});
