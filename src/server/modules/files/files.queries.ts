import { Refusal } from '#contract/kernel/errors.ts';
import { paperTypes } from '#contract/kernel/file.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { companyFolders } from '#contract/parties/files.ts';
import { isFolder, isSlot, type SlotOwner, TARIFF_FOLDER } from '#domain/values/file-kinds.ts';
import type { App } from '#server/platform/app.ts';
import { demandStill } from '#server/platform/auth/access.ts';
import type { Actor, Ctx, FileAnswer, ShownFile } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Image } from '#server/platform/database/json-columns.ts';
import { demandServed } from '#server/platform/files/virus/scanned.ts';
import { auditReading } from '#server/platform/state/write.ts';

/** Whose files, and in which of his slots or folders. */
export interface FileLocation {
  owner: SlotOwner | 'person';
  column: 'individualId' | 'legalEntityId' | 'requestId' | 'paymentId' | 'lifeEventId' | 'employeeId' | 'operatorId';
  id: number;
  place: 'slot' | 'representative' | 'folder' | 'tariff' | 'avatar';
}
type Shown = Answer<typeof companyFolders.add>;

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

async function findFile({ db }: Ctx, location: FileLocation, kind: string, id: number | undefined) {
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

async function auditView(ctx: Ctx, objectId: number, after: Image): Promise<void> {
  if (ctx.actor?.kind === 'individual') return;
  await auditReading(ctx, ctx.db, { objectType: 'owned_files', objectId, after, reason: null });
}

/** So long a link shows its file. */
const linkMs = 5 * 60_000;
const linkContext = 'shown_files.token';

/** What a link says: which file, to whom, until when, by which right. It is sealed, so nobody makes or changes one. */
interface Link {
  file: number;
  account: number;
  until: number;
  /** The code of the operation that gave the link, and the objects of its path. */
  right: string;
  ids: Readonly<Record<string, number>>;
}

/**
 * A link by which the one who asks sees a file in the page for a few minutes. Whoever looks at somebody else's paper is
 * written down now.
 * @param params what the path names: the objects by which the right is asked for again
 * @throws Refusal `object.absent`, `file.held`, `file.infected`
 */
export async function linkTo(
  ctx: Ctx<Actor>,
  location: FileLocation,
  params: object,
  kind: string,
  id?: number,
): Promise<Answer<typeof companyFolders.link>> {
  const found = await findFile(ctx, location, kind, id);
  await auditView(ctx, found.id, { shown: kind });
  const until = ctx.now.getTime() + linkMs;
  const ids = Object.fromEntries(Object.entries(params).filter((entry) => typeof entry[1] === 'number'));
  const right = ctx.operation.code;
  const token = sealLink(ctx.app, { file: found.id, account: ctx.actor.accountId, until, right, ids });
  return { href: `/api/shown-files/${token}`, until: new Date(until) };
}

/**
 * The file of a link. One that is forged, late, another's, of a file taken away or of somebody who would be given no such
 * link any more opens nothing, and does not say which.
 * @throws Refusal `token.dead`, and `file.held` or `file.infected` as a download
 */
export async function followLink(ctx: Ctx<Actor>, token: string): Promise<ShownFile> {
  const link = openLink(ctx, token);
  if (link?.account !== ctx.actor.accountId || link.until <= ctx.now.getTime()) throw new Refusal('token.dead');
  await demandStill(ctx.app, ctx.actor, link.right, link.ids).catch(asDeadLink);
  const found = await ctx.db
    .selectFrom('ownedFiles as o')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(['f.key', 'f.name', 'f.kind', 'f.scan'])
    .where('o.id', '=', link.file)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst();
  const type = paperTypes[found?.kind as keyof typeof paperTypes];
  if (!found || !type) throw new Refusal('token.dead');
  demandServed(found.scan);
  return { name: found.name, type, stream: ctx.app.files.read(found.key) };
}

function asDeadLink(error: unknown): never {
  throw error instanceof Refusal ? new Refusal('token.dead') : error;
}

/** The link as it is in its address. */
export const sealLink = ({ secrets }: App, link: Link): string => secrets.seal(linkContext, link);

function openLink({ app }: Ctx, token: string): Link | null {
  try {
    return app.secrets.open<Link>(linkContext, token);
  } catch {
    return null;
  }
}
