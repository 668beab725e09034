import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import { featureFlags } from '#contract/platform/feature-flags.ts';
import { features } from '#domain/settings/feature.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { personName } from '#server/platform/person-name.ts';

export const featureFlagHandlers = implement(featureFlags, {
  get: (ctx, { params: { id } }) => flagsOf(ctx, id),
  async update(ctx, { params: { id: legalEntityId }, body }) {
    const turned = features.flatMap((feature) => {
      const isOn = body[feature];
      return isOn === undefined ? [] : [{ legalEntityId, feature, isOn, changedBy: ctx.actor.accountId }];
    });
    if (turned.length > 0) {
      await ctx.db
        .insertInto('companyFeatures')
        .values(turned)
        .onConflict((conflict) =>
          conflict.columns(['legalEntityId', 'feature']).doUpdateSet({
            isOn: (row) => row.ref('excluded.isOn'),
            changedBy: (row) => row.ref('excluded.changedBy'),
            changedAt: sql<Date>`now()`,
          }),
        )
        .execute();
    }
    return flagsOf(ctx, legalEntityId);
  },
});

async function flagsOf({ db }: Pick<Ctx, 'db'>, legalEntityId: number): Promise<Answer<typeof featureFlags.get>> {
  const rows = await db
    .selectFrom('companyFeatures')
    .select(['feature', 'isOn', 'changedAt', personName('companyFeatures.changedBy').as('changedBy')])
    .where('legalEntityId', '=', legalEntityId)
    .execute();
  const byFeature = new Map(rows.map((row) => [row.feature, row]));
  const untouched = { isOn: true, changedBy: null, changedAt: null };
  return { items: features.map((feature) => ({ ...untouched, ...byFeature.get(feature), feature })) };
}
