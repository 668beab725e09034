import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import { addFile, removeFile } from '#server/modules/files/files.commands.ts';
import { readOwnedFile } from '#server/modules/files/files.queries.ts';
import type { Ctx, FileAnswer, Writing } from '#server/platform/ctx.ts';
import type { PaperRow } from './claim-papers.queries.ts';

/** Where the papers of claims lie: in a folder of their company. */
type PaperFolder = 'deeds' | 'writs';

const folderOf = (id: number) => ({ owner: 'legalEntity', column: 'legalEntityId', id, place: 'folder' }) as const;

/**
 * Puts a paper into its folder, in place of the one before it.
 * @throws Refusal as the folder of the company does
 */
export async function replacePaper(
  ctx: Writing,
  { legalEntityId, folder, former }: { legalEntityId: number; folder: PaperFolder; former: number | null },
  file: Uploaded,
): Promise<number> {
  if (former !== null) await removePaper(ctx, legalEntityId, folder, former);
  return (await addFile(ctx, folderOf(legalEntityId), folder, file)).id;
}

/** Takes a paper out of its folder. @throws Refusal `object.absent`; `move.illegal` while the company is being verified */
export const removePaper = (ctx: Writing, legalEntityId: number, folder: PaperFolder, id: number): Promise<void> =>
  removeFile(ctx, folderOf(legalEntityId), folder, id);

/** Hands a paper out. @param absent what is said where none is attached @throws Refusal `document.absent`, `file.held`, `file.infected` */
export async function readPaper(
  ctx: Ctx,
  found: PaperRow | undefined,
  folder: PaperFolder,
  absent: string,
): Promise<FileAnswer> {
  if (!found) throw new Refusal('document.absent', { detail: absent });
  return readOwnedFile(ctx, found, folder);
}
