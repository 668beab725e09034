import type { Answer } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { restorationTold } from '#server/modules/documents/notices.queries.ts';
import { accountInUse } from '#server/modules/payment-details/payment-details.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';

/** The debt that is whole again: what its notice has told, and where it is paid now; null when no notice was issued. */
export async function restoredOf(
  ctx: Ctx,
  { id, legalEntityId }: { id: number; legalEntityId: number },
): Promise<Answer<typeof settlements.get>['restored']> {
  const told = await restorationTold(ctx, id);
  if (!told) return null;
  const { phone } = await ctx.db
    .selectFrom('legalEntities')
    .select('phone')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  const { number, restoredOn, payUntil, total, paid, rest } = told;
  return { number, restoredOn, payUntil, total, paid, rest, payee: await accountInUse(ctx, legalEntityId), phone };
}
