import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Kind, Resource } from '#contract/kernel/access.ts';
import { coerce } from '#contract/kernel/coerce.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { nothingElse } from '#contract/kernel/fields.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import { fieldErrors } from '#contract/kernel/messages.ts';
import { isWrite, needsKey, type Operation, type Permitted, successOf } from '#contract/kernel/op.ts';
import { bookmarkHeader } from '#contract/kernel/page-bookmarks.ts';
import { unknownField } from '#contract/kernel/unknown-field.ts';
import { moscowDay } from '#domain/values/days.ts';
import type { App } from '../app.ts';
import { everyRow, holdsPermission, holdsPermissionAt, scopeFilter } from '../auth/access.ts';
import {
  type AnyHandler,
  type Ctx,
  type FileAnswer,
  handlerAppliesScope,
  type Parsed,
  type ShownFile,
} from '../ctx.ts';
import { sqlState, type Tx } from '../database/db.ts';
import { scanUpload } from '../files/virus/scanned.ts';
import { findStoredAnswer, heldByKey, type StoredAnswer, storeAnswer } from '../state/idempotency.ts';
import { inWriteTransaction } from '../state/write.ts';
import { bodyLimitOf } from './body-limit.ts';
import { sendCookies } from './cookies.ts';
import { deferStreamError, sendFile, showFile } from './files.ts';
import { demandScoped, notingReads, runScopedRead } from './objects.ts';
import type { RequestContext } from './routes.ts';
import { brokenQuery } from './server.ts';
import { shapeAnswer } from './shape.ts';
import { demandTone } from './tone.ts';
import { readForm } from './upload.ts';

/** Parses what was asked, runs the handler (a write in one transaction) and sends the parsed answer. */
export async function performOperation(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
  handler: AnyHandler,
): Promise<FastifyReply> {
  const { operation } = context;
  const query = readQuery(operation, request.query);
  const { body, file: sent } = await readBody(app, operation, request);
  const ctx = makeCtx(app, context);
  const answer = await removingUnusedFile(app, sent, async (commit) => {
    demandTone(ctx, body);
    const file = sent && (await scanUpload(ctx, sent));
    const input: Parsed = { params: notingReads(context), query, body, file };
    const key = needsKey(operation) ? idempotencyKey(ctx, request) : null;
    const attempt = { key, input, commit };
    return (await earlierAnswer(ctx, key, input, handler)) ?? (await newAnswer(ctx, context, attempt, handler));
  });
  sendCookies(app, reply, ctx.cookies);
  if (ctx.bookmark.issued) reply.header(bookmarkHeader, ctx.bookmark.issued);
  reply.code(answer.status);
  const { file: type } = operation.def;
  if (typeof type === 'string') return sendFile(app, reply, type, answer.body as FileAnswer);
  if (type) return showFile(app, reply, answer.body as ShownFile);
  if (!operation.def.out) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

/** Whether the work of a write is done, so that only its commit may still fail. */
interface Commit {
  isAsked: boolean;
}

/**
 * An uploaded file is removed on a repeat, whose file is stored already, and when nothing of the work stays. Whether a commit that
 * nobody has acknowledged took place is not known: a row may point to the file, so the sweep of files without a row decides.
 */
async function removingUnusedFile(
  app: App,
  file: Uploaded | undefined,
  work: (commit: Commit) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const commit = { isAsked: false };
  if (!file) return work(commit);
  try {
    const answer = await work(commit);
    if (answer.repeated) await app.files.remove(file.key);
    return answer;
  } catch (error) {
    if (leavesNothing(error, commit)) await app.files.remove(file.key);
    throw error;
  }
}

/** A session that is broken off (classes 08 and 57) says of a commit that was under way neither that it was made nor that it was not. */
function leavesNothing(error: unknown, { isAsked }: Commit): boolean {
  if (error instanceof Refusal) return !error.commits;
  const state = sqlState(error);
  return !isAsked || (state !== undefined && !/^(08|57)/.test(state));
}

/** A repeat is answered before anything is prepared: the first time may have changed what preparing looks at. */
async function earlierAnswer(
  ctx: Ctx,
  key: string | null,
  input: Parsed,
  handler: AnyHandler,
): Promise<StoredAnswer | null> {
  return key === null || typeof handler !== 'object' ? null : findStoredAnswer(ctx, ctx.db, key, input);
}

/** What a request asks for, and how far it has come. */
interface Attempt {
  key: string | null;
  input: Parsed;
  commit: Commit;
}

async function newAnswer(
  ctx: Ctx,
  context: RequestContext,
  attempt: Attempt,
  handler: AnyHandler,
): Promise<StoredAnswer> {
  const { input } = attempt;
  const prepared = typeof handler === 'object' ? await handler.prepare(ctx, input) : undefined;
  const run = async (store: Ctx): Promise<unknown> => {
    const answer =
      typeof handler === 'object' ? await handler.run(store, input, prepared) : await handler(store, input);
    if (ctx.operation.def.file) deferStreamError(answer as FileAnswer);
    demandScoped(context);
    return parseAnswer(ctx.operation, answer);
  };
  if (isWrite(ctx.operation)) return write(ctx, attempt, run);
  const body = handlerAppliesScope(handler) ? await runScopedRead(ctx.app, context, () => run(ctx)) : await run(ctx);
  return { status: successOf(ctx.operation), body };
}

/** One transaction: the stored answer of a repeated key, or the handler's work together with its key. */
async function write(
  ctx: Ctx,
  { key, input, commit }: Attempt,
  run: (ctx: Ctx) => Promise<unknown>,
): Promise<StoredAnswer> {
  const work = async (db: Tx): Promise<StoredAnswer> => {
    // It may be the second attempt: what the commit of the first one said was that nothing stays.
    commit.isAsked = false;
    const stored = key === null ? null : await findStoredAnswer(ctx, db, key, input);
    if (stored) return stored;
    const done = { status: successOf(ctx.operation), body: await run({ ...ctx, db }) };
    if (key !== null) await storeAnswer(ctx, db, key, input, done);
    commit.isAsked = true;
    return done;
  };
  return inWriteTransaction(ctx, work, key === null ? undefined : heldByKey(ctx, key));
}

/**
 * Answers to anonymous people are not kept: there is nobody to keep them for, and one stranger's key must not fetch
 * another's answer. Those operations are safe to repeat by themselves.
 */
function idempotencyKey(ctx: Ctx, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !ctx.actor) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Refusal('input.invalid', {
      fields: { 'Idempotency-Key': 'Ключ повтора: от 1 до 200 знаков без пробелов' },
    });
  return key;
}

function readQuery(operation: Operation, given: unknown): unknown {
  if (given === brokenQuery) throw new Refusal('input.query');
  const { query: schema = nothingElse } = operation.def;
  // The address of a photo has its number behind it, by which a browser sees that it is another one.
  if (!operation.def.query && !isWrite(operation)) return undefined;
  // What a write does not know is refused: a close that was to be tried is not done because of a word that nobody has read.
  const query = parse(schema, coerce(schema, { ...(given as object) }), 'input.invalid');
  return operation.def.query ? query : undefined;
}

interface Body {
  body?: unknown;
  file?: Uploaded | undefined;
}

async function readBody(app: App, operation: Operation, request: FastifyRequest): Promise<Body> {
  const { body: schema = nothingElse, upload } = operation.def;
  if (operation.method === 'GET') return readNone(request);
  // Only a file comes in a form: anything else is JSON, as the contract says.
  if (request.isMultipart() !== (upload !== undefined)) throw new Refusal('body.type');
  const { given, file } = await bodyOf(app, operation, request, schema);
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '');
  if (match && 'version' in schema.shape && isPlain(given)) given['version'] ??= Number(match[1]);
  try {
    const body = parse(schema, given, 'input.invalid');
    if (upload && !upload.optional && !file) throw new Refusal('input.invalid', { fields: { file: 'Приложите файл' } });
    return operation.def.body ? { body, file } : {};
  } catch (error) {
    if (file) await app.files.remove(file.key);
    throw error;
  }
}

/** Of a body that comes with a reading nobody parses the fields: it is refused whole. @throws Refusal `input.invalid` */
function readNone({ headers }: FastifyRequest): Body {
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (!isEmpty) throw new Refusal('input.invalid', { fields: { body: unknownField } });
  return {};
}

async function bodyOf(
  app: App,
  operation: Operation,
  request: FastifyRequest,
  schema: z.ZodObject,
): Promise<{ given: unknown; file?: Uploaded | undefined }> {
  if (request.isMultipart()) {
    const { fields, file } = await readForm(request, app.files, operation.def.upload, bodyLimitOf(operation));
    return { given: coerce(schema, fields), file };
  }
  return { given: request.body ?? {} };
}

function parse(schema: z.ZodObject, given: unknown, code: 'input.invalid'): unknown {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new Refusal(code, { fields: fieldErrors(parsed.error) });
  return parsed.data;
}

/** The answer goes out as the contract says: fields it does not know are dropped, a wrong shape is our defect. */
function parseAnswer(operation: Operation, answer: unknown): unknown {
  return operation.def.out ? shapeAnswer(operation.def.out, answer) : answer;
}

/** What a handler gets besides its input. */
export function makeCtx(app: App, context: RequestContext): Ctx {
  const { operation, actor, origin } = context;
  const now = new Date();
  return {
    app,
    operation,
    db: app.database.db,
    actor,
    now,
    day: moscowDay(now),
    origin,
    cookies: [],
    bookmark: { received: context.bookmark },
    afterwards: [],
    within: (resource: Resource, alias: string, list = operation) => {
      context.scopeApplied.add(resource);
      return actor ? scopeFilter(app.appDefinition.resources, list, actor, resource, alias) : everyRow;
    },
    may: (what: Permitted, company?: { legalEntityId: number | null }) => {
      if (actor === null || !isOpenTo(what, actor.kind)) return false;
      if (actor.kind !== 'employee') return holdsPermission(what, actor);
      if (!company) throw new Error(`What employees may do is asked of a company: ${what.code}`);
      return company.legalEntityId !== null && holdsPermissionAt(what, actor, company.legalEntityId);
    },
    mayAnywhere: (what: Permitted) => actor !== null && isOpenTo(what, actor.kind) && holdsPermission(what, actor),
  };
}

const isOpenTo = ({ def }: Permitted, kind: Kind): boolean => def.access === 'anyone' || def.access[kind] !== undefined;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
