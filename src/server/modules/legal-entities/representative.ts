import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { maskIdentity } from '#domain/values/masks.ts';
import { papersOf } from '#server/modules/verification/papers.queries.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import { changeRow } from '#server/platform/state/write.ts';

const papers = papersOf('representatives');

const nobody: Answer<typeof legalEntities.representative> = {
  lastName: null,
  firstName: null,
  middleName: null,
  position: null,
  basis: null,
  basisNumber: null,
  basisDate: null,
  basisValidUntil: null,
  inn: null,
  snils: null,
  passport: null,
  phone: null,
  email: null,
  version: 0,
};

/** Whether the viewer sees by what the representative is found and reached: whoever may write it down does. */
export const seesRepresentative = (ctx: Ctx, legalEntityId: number): boolean =>
  ctx.may(legalEntities.updateRepresentative, { legalEntityId });

/**
 * The company's representative; before one is named, an empty form of version 0. By what he is found and reached is masked
 * to those who do not see it.
 */
export async function findRepresentative(
  ctx: Ctx,
  legalEntityId: number,
): Promise<Answer<typeof legalEntities.representative>> {
  const row = await ctx.db
    .selectFrom('representatives')
    .selectAll()
    .where('legalEntityId', '=', legalEntityId)
    .executeTakeFirst();
  if (!row) return nobody;
  const shown = seesRepresentative(ctx, legalEntityId) ? row : maskIdentity(row);
  return { ...shown, ...papers.masked(ctx.app.secrets, row) };
}

/** Changes the representative `before`; the first change (from version 0) makes him. */
export async function changeRepresentative(
  ctx: Writing,
  legalEntityId: number,
  before: Answer<typeof legalEntities.representative>,
  { version, snils, passport, ...plain }: Input<typeof legalEntities.updateRepresentative>['body'],
): Promise<void> {
  const { basis = before.basis, basisNumber = before.basisNumber } = plain;
  if (basis === 'power_of_attorney' && !basisNumber) {
    throw new Refusal('input.invalid', { fields: { basisNumber: 'Поле должно быть заполнено' } });
  }
  const patch = { ...plain, ...papers.seal(ctx.app.secrets, { snils, passport }) };
  if (version === 0) {
    const made = await ctx.db
      .insertInto('representatives')
      .values({ legalEntityId, ...patch })
      .onConflict((conflict) => conflict.column('legalEntityId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new Refusal('version.stale');
    return;
  }
  const row = await ctx.db
    .selectFrom('representatives')
    .select('id')
    .where('legalEntityId', '=', legalEntityId)
    .executeTakeFirst();
  if (!row) throw new Refusal('version.stale');
  await changeRow(ctx.db, 'representatives', row.id, version, patch);
}
