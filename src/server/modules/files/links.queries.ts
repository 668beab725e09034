import { Refusal } from '#contract/kernel/errors.ts';
import { paperTypes } from '#contract/kernel/file.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { companyFolders } from '#contract/parties/files.ts';
import type { App } from '#server/platform/app.ts';
import { demandStill } from '#server/platform/auth/access.ts';
import type { Actor, Ctx, ShownFile } from '#server/platform/ctx.ts';
import { demandServed } from '#server/platform/files/virus/scanned.ts';
import { auditView, type FileLocation, findFile } from './files.queries.ts';

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
