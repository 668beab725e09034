import type { Result } from '#contract/kernel/op.ts';
import { rates } from '#contract/platform/rates.ts';
import { implement } from '#server/platform/ctx.ts';
import { ratesOf } from './rates.queries.ts';

type Rows = Result<typeof rates.inForce>['rows'];

export const rateHandlers = implement(rates, {
  // The rules of kinds say more of a value than its schema does.
  inForce: async (ctx) => ({ rows: [...(await ratesOf(ctx.db))] as unknown as Rows }),
});
