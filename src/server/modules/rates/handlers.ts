import { rates } from '#contract/platform/rates.ts';
import { implement } from '#server/platform/ctx.ts';
import { countTouched, listRates } from './rate-list.queries.ts';
import { proposeRates } from './rates.commands.ts';
import { ratesOf } from './rates.queries.ts';

export const rateHandlers = implement(rates, {
  list: (ctx) => listRates(ctx),
  touched: (ctx, { query }) => countTouched(ctx, query.kind, query.from),
  propose: (ctx, { body }) => proposeRates(ctx, body),
  inForce: async (ctx) => ({ rows: [...(await ratesOf(ctx.db))] }),
});
