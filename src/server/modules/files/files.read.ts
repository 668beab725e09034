import type { companyFolders } from '#contract/files.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { isFolder, isSlot, type SlotOwner, TARIFF_FOLDER } from '#domain/file-kinds.ts';
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/db.ts';
import { demandServed } from '#server/platform/virus/scanned.ts';
import { auditReading } from '#server/platform/write.ts';

/** Whose files, and where among them. */
export interface Place {
  owner: SlotOwner | 'person';
  column: 'individualId' | 'legalEntityId' | 'requestId' | 'paymentId' | 'employeeId' | 'operatorId';
  id: number;
  place: 'slot' | 'representative' | 'folder' | 'tariff' | 'avatar';
}
type Shown = Answer<typeof companyFolders.add>;

/** @throws Refusal `object.absent` for a word that names no slot or folder of such an owner */
export function demandKind({ owner, place }: Place, kind: string): void {
  if (owner === 'person') return;
  if (place === 'tariff' ? kind === TARIFF_FOLDER : place === 'folder' ? isFolder(kind) : isSlot(owner, kind)) return;
  throw new Refusal('object.absent');
}

const living = (db: Db, { column, id, place }: Place) =>
  db
    .selectFrom('ownedFiles as o')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .where(`o.${column}`, '=', id)
    .where('o.place', '=', place)
    .where('o.deletedAt', 'is', null);

/** The files of a place, those of one kind alone where it is told, the oldest first. */
export async function listFiles({ db }: Ctx, place: Place, kind?: string): Promise<{ items: Shown[] }> {
  if (kind !== undefined) demandKind(place, kind);
  const rows = await living(db, place)
    .select(['o.id', 'o.kind', 'o.createdAt', 'f.name', 'f.size', 'f.kind as type', 'f.scan'])
    .$if(kind !== undefined, (some) => some.where('o.kind', '=', kind!))
    .orderBy('o.id')
    .execute();
  return { items: rows.map((row) => ({ ...row, type: row.type as Shown['type'], scan: row.scan as Shown['scan'] })) };
}

/**
 * Hands out the file of a slot, or the one of this id in a folder. Whoever looks at somebody else's paper is written down.
 * @throws Refusal `object.absent`, `file.held`, `file.infected`
 */
export async function readFile(ctx: Ctx, place: Place, kind: string, id?: number): Promise<FileAnswer> {
  demandKind(place, kind);
  const found = await living(ctx.db, place)
    .select(['o.id', 'f.key', 'f.name', 'f.scan'])
    .where('o.kind', '=', kind)
    .$if(id !== undefined, (some) => some.where('o.id', '=', id!))
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  demandServed(found.scan);
  // Photos stand beside names wherever names stand: looking at one is no event.
  if (place.place === 'avatar') return { name: found.name, stream: ctx.app.files.read(found.key) };
  const what = { objectType: 'owned_files', objectId: found.id, after: { downloaded: kind }, reason: null };
  if (ctx.actor?.kind !== 'individual') await auditReading(ctx, ctx.db, what);
  return { name: found.name, stream: ctx.app.files.read(found.key) };
}
