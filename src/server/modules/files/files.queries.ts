import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { companyFolders } from '#contract/parties/files.ts';
import { isFolder, isSlot, type SlotOwner, TARIFF_FOLDER } from '#domain/values/file-kinds.ts';
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Image } from '#server/platform/database/json-columns.ts';
import { demandServed } from '#server/platform/files/virus/scanned.ts';
import { auditReading } from '#server/platform/state/write.ts';

/** Whose files, and in which of his slots or folders. */
export interface FileLocation {
  owner: SlotOwner | 'person';
  column:
    | 'individualId'
    | 'legalEntityId'
    | 'requestId'
    | 'paymentId'
    | 'lifeEventId'
    | 'employeeId'
    | 'operatorId'
    | 'chatId';
  id: number;
  place: 'slot' | 'representative' | 'folder' | 'tariff' | 'avatar';
}
type Shown = Answer<typeof companyFolders.add>;

/** Where the files of a chat are: each of them is in one message. */
export const messageFiles = (chatId: number): FileLocation => ({
  owner: 'person',
  column: 'chatId',
  id: chatId,
  place: 'folder',
});

/** @throws Refusal `object.absent` for a word that names no slot or folder of such an owner */
export function demandKind({ owner, place }: FileLocation, kind: string): void {
  if (owner === 'person') return;
  if (place === 'tariff' ? kind === TARIFF_FOLDER : place === 'folder' ? isFolder(kind) : isSlot(owner, kind)) return;
  throw new Refusal('object.absent');
}

const notDeleted = (db: Db, { column, id, place }: FileLocation) =>
  db
    .selectFrom('ownedFiles as o')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .where(`o.${column}`, '=', id)
    .where('o.place', '=', place)
    .where('o.deletedAt', 'is', null);

/** The files of a slot or folder, those of one kind alone where it is told, the oldest first. */
export async function listFiles({ db }: Ctx, location: FileLocation, kind?: string): Promise<{ items: Shown[] }> {
  if (kind !== undefined) demandKind(location, kind);
  const rows = await notDeleted(db, location)
    .select(['o.id', 'o.kind', 'o.createdAt', 'f.name', 'f.size', 'f.kind as type', 'f.scan'])
    .$if(kind !== undefined, (rows) => rows.where('o.kind', '=', kind!))
    .orderBy('o.id')
    .execute();
  return { items: rows.map((row) => ({ ...row, type: row.type as Shown['type'], scan: row.scan as Shown['scan'] })) };
}

/**
 * Hands out the file of a slot, or the one of this id in a folder. Whoever looks at somebody else's paper is written down.
 * @throws Refusal `object.absent`, `file.held`, `file.infected`
 */
export async function readFile(ctx: Ctx, location: FileLocation, kind: string, id?: number): Promise<FileAnswer> {
  const found = await findFile(ctx, location, kind, id);
  // Photos are beside names wherever names are shown: looking at one is no event.
  if (location.place !== 'avatar') await auditView(ctx, found.id, { downloaded: kind });
  return { name: found.name, stream: ctx.app.files.read(found.key) };
}

/**
 * Hands out a file that somebody else than its owner may see, as a debtor the deed by which his debt was acquired.
 * @throws Refusal `file.held`, `file.infected`
 */
export async function readOwnedFile(
  ctx: Ctx,
  { id, key, name, scan }: { id: number; key: string; name: string; scan: string },
  kind: string,
): Promise<FileAnswer> {
  demandServed(scan);
  await auditView(ctx, id, { downloaded: kind });
  return { name, stream: ctx.app.files.read(key) };
}

/** The file of a slot or of a folder, if it may be served. @throws Refusal `object.absent`, `file.held`, `file.infected` */
export async function findFile({ db }: Ctx, location: FileLocation, kind: string, id: number | undefined) {
  demandKind(location, kind);
  const found = await notDeleted(db, location)
    .select(['o.id', 'f.key', 'f.name', 'f.scan'])
    .where('o.kind', '=', kind)
    .$if(id !== undefined, (rows) => rows.where('o.id', '=', id!))
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  demandServed(found.scan);
  return found;
}

/** Writes down that somebody else than a person himself has seen a paper. */
export async function auditView(ctx: Ctx, objectId: number, after: Image): Promise<void> {
  if (ctx.actor?.kind === 'individual') return;
  await auditReading(ctx, ctx.db, { objectType: 'owned_files', objectId, after, reason: null });
}
