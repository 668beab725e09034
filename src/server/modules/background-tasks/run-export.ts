import { type Readable, Transform } from 'node:stream';
import { sql } from 'kysely';
import type { Resource } from '#contract/kernel/access.ts';
import { messageOf, Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { App } from '#server/platform/app.ts';
import { checkActor } from '#server/platform/auth/access.ts';
import type { FileAnswer } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { Files } from '#server/platform/files/files.ts';
import { demandScoped } from '#server/platform/http/objects.ts';
import { makeCtx } from '#server/platform/http/perform.ts';
import { isPassing } from '#server/platform/http/refusals.ts';
import { describeError } from '#server/platform/log/log.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { exportNamed, queryOf } from './exports.ts';

/** How often it is written down how far the work has got, and looked whether it is still wanted. */
const reportEveryMs = 1_000;
/** The largest sheet that the format allows is smaller. */
const maxBytes = 2 ** 32;

/** Where the files of finished tasks are stored: apart from what people have sent, because they live for a day only. */
export const resultsOf = ({ files }: Pick<App, 'files'>): Files => files.inFolder('results');

interface TaskRow {
  id: number;
  sessionId: number;
  operation: string;
  querySealed: string;
}

/** Makes the file of a task. A node that stops leaves the work to the next one, which begins it anew. */
export async function runExport(app: App, { id }: { id: number }): Promise<void> {
  const task = await begin(app, id);
  if (!task) return;
  try {
    const { name, stream } = await openExport(app, task);
    const file = await take(app, id, name, stream);
    if (!(await finish(app, id, file))) await resultsOf(app).remove(file.key);
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    // What is wanting now, a connection, a storage or room in it, will be there later; a stopping node hands its work over.
    const isForLater = isPassing(error) || (isRefusal && error.code === 'rate.limited');
    if (isForLater || app.jobs.stopping.aborted) throw error;
    if (!isRefusal) app.log.error({ task: id, error: describeError(error) }, 'export failed');
    await fail(app, id, isRefusal ? (error.detail ?? messageOf(error.code)) : messageOf('server.failed'));
  }
}

const begin = (app: App, id: number): Promise<TaskRow | undefined> =>
  inSystemTransaction(app.database.db, 'background-tasks.run', (tx) =>
    tx
      .updateTable('backgroundTasks')
      .set({ state: 'running', bytes: 0 })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .returning(['id', 'sessionId', 'operation', 'querySealed'])
      .executeTakeFirst(),
  );

/** Asks for the export as its owner would now: rights that he has lost since then are lost here too. */
async function openExport(app: App, { id, sessionId, operation: code, querySealed }: TaskRow): Promise<FileAnswer> {
  const { operation, handler } = exportNamed(app, code)!;
  const actor = await app.sessions.behind(sessionId);
  checkActor(operation, actor);
  const query = queryOf(operation, app.secrets.open<string>('background_tasks.query', querySealed));
  const origin = { requestId: `task-${id}`, ip: '', userAgent: '', session: null, device: null, login: null };
  const context = { operation, actor, origin, params: {}, scopeApplied: new Set<Resource>(), read: new Set<string>() };
  const ctx = makeCtx(app, context);
  if (typeof handler !== 'function') throw new Error(`${code}: an export prepares nothing`);
  const answer = await handler(ctx, { params: {}, query, body: undefined, file: undefined });
  demandScoped(context);
  return answer as FileAnswer;
}

/** Writes the stream into the storage, telling how far it is; one that nobody wants any more is broken off. */
async function take(app: App, id: number, name: string, stream: Readable): Promise<Uploaded> {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const stop = (): void => void stream.destroy(new Error('the node stops'));
  app.jobs.stopping.addEventListener('abort', stop);
  const progressTimer = setInterval(() => {
    reportProgress(app.database.db, id, bytes).then(
      (isWanted) => isWanted || stream.destroy(new Error('the task was removed')),
      () => undefined,
    );
  }, reportEveryMs);
  try {
    stream.once('error', (error) => counted.destroy(error));
    return await resultsOf(app).receive(stream.pipe(counted), name, { kinds: ['zip'], maxBytes });
  } finally {
    clearInterval(progressTimer);
    app.jobs.stopping.removeEventListener('abort', stop);
    stream.destroy();
  }
}

async function reportProgress(db: Db, id: number, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backgroundTasks')
    .set({ bytes })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const settle = (app: App, id: number, set: object): Promise<boolean> =>
  inSystemTransaction(app.database.db, 'background-tasks.run', async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('backgroundTasks')
      .set({ ...set, finishedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

const finish = (app: App, id: number, { key, name, size }: Uploaded): Promise<boolean> =>
  settle(app, id, { state: 'done', bytes: size, fileKey: key, fileName: name });

const fail = (app: App, id: number, message: string): Promise<boolean> => settle(app, id, { state: 'failed', message });

/** Tasks whose day is over go; their files are swept. */
export async function forgetExpired(tx: Tx): Promise<void> {
  await tx.deleteFrom('backgroundTasks').where('expiresAt', '<=', sql<Date>`now()`).execute();
}

/** Forgets the tasks whose day is over and removes the files that no task knows any more. */
export async function sweepResults(app: App): Promise<number> {
  await inSystemTransaction(app.database.db, 'background-tasks.run', forgetExpired);
  return resultsOf(app).sweep(async (keys) => {
    if (keys.length === 0) return new Set();
    const { db } = app.database;
    const known = await db.selectFrom('backgroundTasks').select('fileKey').where('fileKey', 'in', keys).execute();
    return new Set(known.flatMap(({ fileKey }) => fileKey ?? []));
  });
}
