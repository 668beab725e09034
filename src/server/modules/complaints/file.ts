import { Refusal } from '#contract/kernel/errors.ts';
import { type ComplaintStatus, keepsFile } from '#domain/parties/complaint.ts';
import { MESSAGE_FOLDER } from '#domain/values/file-kinds.ts';
import { readOwnedFile } from '#server/modules/files/files.queries.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';

/**
 * The file of a message that was complained of, also where it, or its message, was taken away since: as all that the message has said.
 * @throws Refusal `object.absent`, `file.held`, `file.infected`
 */
export async function complaintFile(ctx: Ctx<Actor>, id: number): Promise<FileAnswer> {
  const found = await ctx.db
    .selectFrom('complaints as k')
    .innerJoin('chatMessages as m', 'm.id', 'k.messageId')
    .innerJoin('ownedFiles as o', 'o.id', 'm.fileId')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(['k.status', 'o.id', 'f.key', 'f.name', 'f.scan'])
    .where('k.id', '=', id)
    .executeTakeFirst();
  if (!found || !keepsFile(found.status as ComplaintStatus)) throw new Refusal('object.absent');
  return readOwnedFile(ctx, found, MESSAGE_FOLDER);
}
