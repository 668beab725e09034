import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { assignmentDeeds } from '#contract/registries/assignment-deeds.ts';
import { implement, type Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { deedOf } from './assignment-deeds.queries.ts';
import { shownPaper } from './claim-papers.queries.ts';
import { readPaper, removePaper, replacePaper } from './claim-papers.ts';

type Shown = Answer<typeof assignmentDeeds.attach>;

const folder = 'deeds';
const noScan = 'Скан договора уступки не приложен';

/**
 * Attaches the scan of the deed that a claim names, in place of the one before it.
 * @throws Refusal `move.illegal` for a claim that was not acquired, and as the folder of the company does
 */
async function attach(ctx: Writing, legalEntityId: number, entryId: number, file: Uploaded): Promise<Shown> {
  const deed = await lockDeed(ctx, legalEntityId, entryId);
  const fileId = await replacePaper(ctx, { legalEntityId, folder, former: deed.fileId }, file);
  await ctx.db
    .updateTable('assignmentDeeds')
    .set({ fileId, attachedBy: ctx.actor.accountId })
    .where('id', '=', deed.id)
    .execute();
  return shownPaper(await deedOf(ctx.db, entryId))!;
}

/** @throws Refusal `document.absent` where no scan is attached, `move.illegal` while the company is being verified */
async function remove(ctx: Writing, legalEntityId: number, entryId: number): Promise<void> {
  const { fileId } = await lockDeed(ctx, legalEntityId, entryId);
  if (fileId === null) throw new Refusal('document.absent', { detail: noScan });
  await removePaper(ctx, legalEntityId, folder, fileId);
}

/** The row of the deed that a claim names, locked; of two who attach at once the second replaces. @throws Refusal `move.illegal` */
async function lockDeed(
  { db, actor }: Writing,
  legalEntityId: number,
  entryId: number,
): Promise<{ id: number; fileId: number | null }> {
  const { basis, cedentInn, cessionRef } = await db
    .selectFrom('registryEntries')
    .select(['basis', 'cedentInn', 'cessionRef'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  if (basis !== 'cession' || cedentInn === null || cessionRef === null) {
    throw new Refusal('move.illegal', { detail: 'Это требование не приобретено: договора уступки у него нет' });
  }
  const deed = { legalEntityId, cedentInn, cessionRef };
  await db
    .insertInto('assignmentDeeds')
    .values({ ...deed, attachedBy: actor.accountId })
    .onConflict((conflict) => conflict.columns(['legalEntityId', 'cedentInn', 'cessionRef']).doNothing())
    .execute();
  return lockRow(db, deed);
}

/** With the file that is still there. */
const lockRow = async (db: Tx, deed: { legalEntityId: number; cedentInn: string; cessionRef: string }) => {
  const { id, fileId, deletedAt } = await db
    .selectFrom('assignmentDeeds as a')
    .leftJoin('ownedFiles as o', 'o.id', 'a.fileId')
    .select(['a.id', 'a.fileId', 'o.deletedAt'])
    .where('a.legalEntityId', '=', deed.legalEntityId)
    .where('a.cedentInn', '=', deed.cedentInn)
    .where('a.cessionRef', '=', deed.cessionRef)
    .forUpdate('a')
    .executeTakeFirstOrThrow();
  return { id, fileId: deletedAt === null ? fileId : null };
};

export const assignmentDeedHandlers = implement(assignmentDeeds, {
  attach: (ctx, { params, file }) => attach(ctx, params.id, params.e, file),
  remove: (ctx, { params }) => remove(ctx, params.id, params.e),
  get: async (ctx, { params }) => readPaper(ctx, await deedOf(ctx.db, params.e), folder, noScan),
});
