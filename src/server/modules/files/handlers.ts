import type { Uploaded } from '#contract/kernel/file.ts';
import {
  companyFiles,
  companyFolders,
  individualFiles,
  representativeFiles,
  requestFiles,
  shownFiles,
} from '#contract/parties/files.ts';
import type { Actor, Ctx, Implemented, Writing } from '#server/platform/ctx.ts';
import { implement } from '#server/platform/ctx.ts';
import { addByHand, putFile, removeByHand, removeFile } from './files.commands.ts';
import { type FileLocation, listFiles, readFile } from './files.queries.ts';
import { followLink, linkTo } from './links.queries.ts';

interface Slot<Params> {
  params: Params & { kind: string };
}

/** The handlers of the slots of any owner. */
const slotHandlers = <Params extends object>(locationOf: (params: Params) => FileLocation) => ({
  list: (ctx: Ctx, { params }: { params: Params }) => listFiles(ctx, locationOf(params)),
  put: (ctx: Writing, { params, file }: Slot<Params> & { file: Uploaded }) =>
    putFile(ctx, locationOf(params), params.kind, file),
  get: (ctx: Ctx, { params }: Slot<Params>) => readFile(ctx, locationOf(params), params.kind),
  link: (ctx: Ctx<Actor>, { params }: Slot<Params>) => linkTo(ctx, locationOf(params), params, params.kind),
  remove: (ctx: Writing, { params }: Slot<Params>) => removeFile(ctx, locationOf(params), params.kind),
});

const ofCompany =
  (owner: 'legalEntity' | 'representative', place: FileLocation['place']) =>
  ({ id }: { id: number }): FileLocation => ({ owner, column: 'legalEntityId', id, place });
const folder = ofCompany('legalEntity', 'folder');

export const fileHandlers: Implemented[] = [
  ...implement(
    individualFiles,
    slotHandlers(({ id }: { id: number }) => ({ owner: 'individual', column: 'individualId', id, place: 'slot' })),
  ),
  ...implement(
    requestFiles,
    slotHandlers(({ qid }: { qid: number }) => ({ owner: 'request', column: 'requestId', id: qid, place: 'slot' })),
  ),
  ...implement(companyFiles, slotHandlers(ofCompany('legalEntity', 'slot'))),
  ...implement(representativeFiles, slotHandlers(ofCompany('representative', 'representative'))),
  ...implement(companyFolders, {
    add: (ctx, { params, file }) => addByHand(ctx, folder(params), params.kind, file),
    list: (ctx, { params }) => listFiles(ctx, folder(params), params.kind),
    get: (ctx, { params }) => readFile(ctx, folder(params), params.kind, params.itemId),
    link: (ctx, { params }) => linkTo(ctx, folder(params), params, params.kind, params.itemId),
    remove: (ctx, { params }) => removeByHand(ctx, folder(params), params.kind, params.itemId),
  }),
  ...implement(shownFiles, { get: (ctx, { params }) => followLink(ctx, params.token) }),
];
