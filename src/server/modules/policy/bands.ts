import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { policy } from '#contract/settlements/policy.ts';
import { checkBand, overlappingBands, type PolicyBand } from '#domain/negotiation/policy-band.ts';
import { penaltyBound } from '#domain/settlements/penalty.ts';
import { kopecks } from '#domain/values/money.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { contractKindsOf } from './policy.queries.ts';

/** The conditions as they are published. */
export type Form = Input<typeof policy.replace>['body'];

/** The matrix as the rules of conditions take it. @throws Refusal `input.invalid`, each fault at its field */
export function readBands(bands: Form['bands']): PolicyBand[] {
  const read = bands.map((band) => ({
    ...band,
    debtFrom: kopecks(band.debtFrom),
    debtTo: band.debtTo === null ? null : kopecks(band.debtTo),
    minPayment: kopecks(band.minPayment),
    categoryId: null,
  }));
  const faults = read.flatMap((band, index) => [
    ...checkBand(band).map(({ field, message }) => [`bands.${index}.${field}`, message] as const),
    ...overlap(read, band, index),
  ]);
  if (faults.length > 0) throw new Refusal('input.invalid', { fields: Object.fromEntries(faults.toReversed()) });
  return read;
}

/**
 * No conditions are published with a penalty above what the law of the day leaves to the company's debts (docs/decisions/0121).
 * @throws Refusal `input.invalid`, at each row that names more
 */
export async function demandLawfulPenalties(
  { db, day }: Pick<Ctx, 'db' | 'day'>,
  legalEntityId: number,
  bands: readonly PolicyBand[],
): Promise<void> {
  if (bands.every(({ penaltyDayBps }) => penaltyDayBps === null)) return;
  const bound = penaltyBound(await contractKindsOf(db, legalEntityId), day, await ratesOf(db));
  if (!bound) return;
  const faults = bands.flatMap(({ penaltyDayBps }, index) =>
    (penaltyDayBps ?? 0) > (bound.dayBps ?? 0) ? [[`bands.${index}.penaltyDayBps`, bound.why] as const] : [],
  );
  if (faults.length > 0) throw new Refusal('input.invalid', { fields: Object.fromEntries(faults) });
}

/** For one debt there is one band. */
function overlap(bands: readonly PolicyBand[], band: PolicyBand, index: number): (readonly [string, string])[] {
  const isShared = overlappingBands(bands.slice(0, index), band).length > 0;
  return isShared ? [[`bands.${index}.dpdFrom`, 'Пересекается с другой строкой']] : [];
}
