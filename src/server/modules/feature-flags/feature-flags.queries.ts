import { Refusal } from '#contract/kernel/errors.ts';
import { FEATURES, type Feature } from '#domain/settings/feature.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Whether a company may use something; what nobody has turned off is on. */
export async function hasFeature(db: Db, legalEntityId: number, feature: Feature): Promise<boolean> {
  const row = await db
    .selectFrom('companyFeatures')
    .select('isOn')
    .where('legalEntityId', '=', legalEntityId)
    .where('feature', '=', feature)
    .executeTakeFirst();
  return row?.isOn ?? true;
}

/** @throws Refusal `feature.off` */
export async function demandFeature(db: Db, legalEntityId: number, feature: Feature): Promise<void> {
  if (await hasFeature(db, legalEntityId, feature)) return;
  throw new Refusal('feature.off', { detail: `У компании выключена функция «${FEATURES[feature].label}»` });
}
