import type { Answer } from '#contract/kernel/op.ts';
import { rates } from '#contract/platform/rates.ts';
import { implement } from '#server/platform/ctx.ts';
import { keptRates } from './kept-rates.queries.ts';
import { proposeRate } from './rates.commands.ts';
import { ratesOf } from './rates.queries.ts';

type Rows = Answer<typeof rates.inForce>['rows'];

export const rateHandlers = implement(rates, {
  list: (ctx) => keptRates(ctx),
  propose: (ctx, { body }) => proposeRate(ctx, body),
  // The rules of kinds say more of a value than its schema does.
  inForce: async (ctx) => ({ rows: [...(await ratesOf(ctx.db))] as unknown as Rows }),
});
