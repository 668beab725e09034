import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { writs } from '#contract/registries/writs.ts';
import { addFile, removeFile } from '#server/modules/files/files.commands.ts';
import { readOwnedFile } from '#server/modules/files/files.queries.ts';
import { implement, type Writing } from '#server/platform/ctx.ts';
import { postRegistryMessage } from '../messages.ts';
import { enforcementOf, writsOf } from './enforcement.queries.ts';

const folder = 'writs';
const folderOf = (id: number) => ({ owner: 'legalEntity', column: 'legalEntityId', id, place: 'folder' }) as const;

/**
 * The debtor says that no bailiffs collect the debt: kept once, and told to his creditor.
 * @throws Refusal `object.absent`; `move.illegal` where nobody says they do, or the writ is there
 */
export async function denyBailiffs(ctx: Writing, who: number, id: number): Promise<void> {
  const claim = await ctx.db
    .selectFrom('registryEntries')
    .select(['registryId', 'noBailiffsAt'])
    .where('id', '=', id)
    .where('individualId', '=', who)
    .where('withdrawnAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!claim) throw new Refusal('object.absent');
  const enforcement = await enforcementOf(ctx.db, id);
  if (enforcement === null)
    throw new Refusal('move.illegal', { detail: 'Кредитор и не говорит, что долг у приставов' });
  if (enforcement.writ !== null) {
    throw new Refusal('move.illegal', {
      detail: 'Кредитор приложил исполнительный документ. Если он не о вашем долге, напишите в поддержку',
    });
  }
  if (claim.noBailiffsAt !== null) return;
  await ctx.db.updateTable('registryEntries').set({ noBailiffsAt: ctx.now }).where('id', '=', id).execute();
  await postRegistryMessage(ctx.db, claim.registryId, 'bailiffs_denied', {}, id);
}

/**
 * Attaches the writ of a claim, or the act of the court, in place of the one before it.
 * @throws Refusal `move.illegal` for a claim that is not in enforcement, and as the folder of the company does
 */
async function attach(
  ctx: Writing,
  legalEntityId: number,
  entryId: number,
  file: Uploaded,
): Promise<Answer<typeof writs.attach>> {
  const { stage, writFileId } = await ctx.db
    .selectFrom('registryEntries')
    .select(['stage', 'writFileId'])
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (stage !== 'enforcement') {
    throw new Refusal('move.illegal', { detail: 'Стадия этого требования не «Исполнительное производство»' });
  }
  const isThere = writFileId !== null && (await writsOf(ctx.db, entryId).select('o.id').executeTakeFirst());
  if (isThere) await removeFile(ctx, folderOf(legalEntityId), folder, writFileId);
  const { id } = await addFile(ctx, folderOf(legalEntityId), folder, file);
  await ctx.db.updateTable('registryEntries').set({ writFileId: id }).where('id', '=', entryId).execute();
  const { writ } = (await enforcementOf(ctx.db, entryId))!;
  return writ!;
}

export const writHandlers = implement(writs, {
  attach: (ctx, { params, file }) => attach(ctx, params.id, params.e, file),
  async get(ctx, { params }) {
    const found = await writsOf(ctx.db, params.e).select(['o.id', 'f.key', 'f.name', 'f.scan']).executeTakeFirst();
    if (!found) throw new Refusal('document.absent', { detail: 'Исполнительный документ не приложен' });
    return readOwnedFile(ctx, found, folder);
  },
});
