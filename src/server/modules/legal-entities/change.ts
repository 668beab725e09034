import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { type legalEntities, legalEntityRights } from '#contract/parties/legal-entities.ts';
import { criticalFields, type VerificationStatus } from '#domain/parties/verification.ts';
import {
  applyForVerification,
  demandCodeOfVerifiedOnce,
  demandFilled,
  demandOpenForm,
  emptyOf,
  type OwnersChange,
  reopen,
  touchesFields,
  withEditor,
} from '#server/modules/verification/verification.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { applicationFields, missingOf, subjectOf } from './companies.ts';
import { changeRepresentative, findRepresentative } from './representative.ts';

/** Changes the company's data; a critical change sends a verified company back into the queue. */
export async function changeCompany(
  ctx: Writing,
  id: number,
  { version, code, ...patch }: Input<typeof legalEntities.update>['body'],
): Promise<void> {
  const status = await demandOpenForm(ctx, subjectOf(id));
  if (status === 'verified') demandFilled(emptyOf(patch, applicationFields));
  const before = await ctx.db
    .selectFrom('legalEntities')
    .select([...criticalFields.legalEntities])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await changeRow(ctx.db, 'legalEntities', id, version, { ...patch, editors: withEditor(ctx) });
  if (touchesFields(before, patch, criticalFields.legalEntities))
    await vouchAnew(ctx, id, status, { code, form: { act: 'company', version, ...patch } });
}

/**
 * Changes the representative: he is a part of what is verified, so the company goes into the queue with him. The version of the company
 * grows too, or a verifier would vouch for whom he has not seen.
 */
export async function changeItsRepresentative(
  ctx: Writing,
  id: number,
  { code, ...change }: Input<typeof legalEntities.updateRepresentative>['body'],
): Promise<void> {
  const status = await demandOpenForm(ctx, subjectOf(id));
  const before = await findRepresentative(ctx, id);
  await changeRepresentative(ctx, id, before, change);
  await ctx.db
    .updateTable('legalEntities')
    .set({ editors: withEditor(ctx), version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  if (touchesFields(before, change, criticalFields.representatives))
    await vouchAnew(ctx, id, status, { code, form: { act: 'representative', ...change } });
}

/** What was verified has changed: a verified company goes back into the queue, one that was verified before shows its code. */
async function vouchAnew(ctx: Writing, id: number, status: VerificationStatus, change: OwnersChange): Promise<void> {
  if (status === 'verified') return reopen(ctx, subjectOf(id), { change, verify: legalEntityRights.verify });
  await demandCodeOfVerifiedOnce(ctx, subjectOf(id), change);
}

/** Sends the company's data to the verifiers, once all that they need is there. */
export async function applyCompany(ctx: Writing, id: number, version: number): Promise<void> {
  demandFilled(await missingOf(ctx, id));
  await applyForVerification(ctx, subjectOf(id), { version, verify: legalEntityRights.verify });
}
