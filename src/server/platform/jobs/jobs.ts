import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Logger, type Runner, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { App } from '../app.ts';
import { closePool, watchClients } from '../database/close-pool.ts';
import type { Db, Tx } from '../database/db.ts';
import { describeError } from '../log/log.ts';
import { admitNode, deadNodes, type NodeAbout } from './nodes.ts';

/** Work done after the request, in steps of short transactions. Effects must be idempotent by the payload's key. */
export type Task = (app: App, payload: never) => Promise<void>;

/** Tasks that one node runs at once. */
const concurrency = 4;
/** How long a stopping node waits for its running tasks. */
const graceMs = 8_000;
/** One connection listens for new jobs; the others take jobs, settle them and carry the heartbeat. */
const poolSize = 3;
/** Any number that nothing else in the database uses for an advisory lock. */
const migrationLock = 5_180_336_217;

const beat = `
  insert into nodes (id, storage, process) values ($1, $2, $3) on conflict (id) do update set seen_at = now()`;

const findSilent = `
  select distinct j.locked_by as id from graphile_worker.jobs j
  where j.locked_at < now() - make_interval(secs => $1) and not exists (
    select from nodes n where n.id = j.locked_by and n.seen_at > now() - make_interval(secs => $1))`;

const unlock = 'select graphile_worker.force_unlock_workers($1)';

const forget = 'delete from nodes where id = any($2) or seen_at < now() - make_interval(secs => $1)';

/** The job queue: jobs are enqueued in the transaction that wants them, and run on any node. */
export class Jobs {
  readonly #heartbeatMs: number;
  readonly #silentSeconds: number;
  readonly #stopping = new AbortController();
  #pool: pg.Pool | undefined;
  #runner: Runner | undefined;
  /** The name under which this node's runner holds its jobs; each runner has its own. */
  #workerId = '';
  #running: Promise<unknown> = Promise.resolve();
  /** The row of a node that has no runner yet. */
  #admittedAs = '';
  #about: NodeAbout = { storage: null, process: null };
  /** Settles when the runner is no more; true when nothing of its work goes on. */
  #over: Promise<boolean> = Promise.resolve(true);

  /** @param silentSeconds a node not heard of for so long is dead, and its jobs go on elsewhere */
  constructor({ heartbeatMs = 10_000, silentSeconds = 30 }: { heartbeatMs?: number; silentSeconds?: number } = {}) {
    this.#heartbeatMs = heartbeatMs;
    this.#silentSeconds = silentSeconds;
  }

  /** Set off when this node stops: work that can be broken off leaves itself to another one. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * Enqueues a job; it exists only if the transaction commits. A failed attempt is repeated after e, e², e³… seconds.
   * @param key a job with the same key that still waits is replaced
   * @param inSeconds it is not begun before
   */
  async add(
    db: Tx | Db,
    task: string,
    payload: Record<string, unknown>,
    { key, maxAttempts = 10, inSeconds = 0 }: { key?: string; maxAttempts?: number; inSeconds?: number } = {},
  ): Promise<void> {
    await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
      max_attempts => ${maxAttempts}, job_key => ${key ?? null}, run_at => now() + make_interval(secs => ${inSeconds}))`.execute(
      db,
    );
  }

  /**
   * Starts taking jobs, those too that a process of this machine held when it was killed.
   * @param about what is told of this node to the others
   * @throws when the database cannot be reached, or the other nodes keep files elsewhere
   */
  async start(app: App, about?: NodeAbout): Promise<void> {
    this.#pool = openPool(app);
    if (about) {
      this.#about = about;
      this.#admittedAs = await admitNode(this.#pool, about, this.#silentSeconds);
      await this.#freeDead();
    }
    this.#runner = await this.#launch(app);
    this.#running = Promise.all([this.#keepRunning(app), this.#keepAlive(app)]);
  }

  /** Takes no new jobs and lets the running ones finish within 8 s; those that do not are left to other nodes. */
  async stop(): Promise<void> {
    if (!this.#pool || this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await Promise.race([this.#quit(), sleep(graceMs, undefined, { ref: false })]);
    try {
      await this.#pool.query(unlock, [[this.#workerId]]);
      await this.#pool.query(forget, [this.#silentSeconds, [this.#workerId, this.#admittedAs]]);
    } finally {
      await closePool(this.#pool);
    }
  }

  async #quit(): Promise<void> {
    // A runner that has died a moment ago refuses to be stopped once more.
    await this.#runner?.stop().catch(() => undefined);
    await this.#running;
  }

  async #launch(app: App): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    events.once('pool:create', ({ workerPool }) => {
      this.#workerId = workerPool.id;
    });
    const looked = firstLook(events);
    const runner = await run({
      pgPool: this.#pool!,
      taskList: tasksOf(app),
      parsedCronItems: [],
      concurrency,
      noHandleSignals: true,
      events,
      logger: loggerInto(app),
      // A job is settled through a batch, even of one: only there is a lost connection caught, not thrown at the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    this.#over = endOf(runner, events);
    try {
      const atOnce = this.#over.then(() => Promise.reject(new Error('the job runner has ended at once')));
      await Promise.race([looked, atOnce]);
      await this.#beat();
    } catch (error) {
      await Promise.race([runner.stop().catch(() => undefined), this.#over]);
      throw error;
    }
    return runner;
  }

  /** A runner gives up when it cannot settle a job, as when the database restarts: a new one takes its place. */
  async #keepRunning(app: App): Promise<void> {
    let dead: string[] = [];
    for (;;) {
      const isQuiet = await this.#over;
      if (this.#stopping.signal.aborted) return;
      if (isQuiet) dead.push(this.#workerId);
      app.log.warn('the job runner gave up and is started again');
      await this.#pause(1_000);
      try {
        this.#runner = await this.#launch(app);
        // Nobody works at these any more, so nobody needs to wait until they count as a silent node's.
        await this.#pool!.query(unlock, [dead]);
        dead = [];
        if (this.#stopping.signal.aborted) await this.#runner.stop();
      } catch (error) {
        app.log.error({ error: describeError(error) }, 'the job runner does not start');
      }
    }
  }

  /** Says that this node is alive, and frees the jobs of nodes that no longer are. */
  async #keepAlive(app: App): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#beat();
        await this.#freeSilent(app);
      } catch (error) {
        app.log.warn({ error: describeError(error) }, 'heartbeat failed');
      }
      await this.#pause(this.#heartbeatMs);
    }
  }

  async #beat(): Promise<void> {
    await this.#pool!.query(beat, [this.#workerId, this.#about.storage, this.#about.process]);
  }

  async #freeDead(): Promise<void> {
    const dead = await deadNodes(this.#pool!);
    if (dead.length === 0) return;
    await this.#pool!.query(unlock, [dead]);
    await this.#pool!.query(forget, [this.#silentSeconds, dead]);
  }

  async #freeSilent(app: App): Promise<void> {
    const { rows } = await this.#pool!.query<{ id: string }>(findSilent, [this.#silentSeconds]);
    await this.#pool!.query(forget, [this.#silentSeconds, null]);
    if (rows.length === 0) return;
    app.log.warn({ nodes: rows.length }, 'jobs of silent nodes are freed');
    await this.#pool!.query(unlock, [rows.map(({ id }) => id)]);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/**
 * Whether a job under this key waits or is being done; one that has used up its attempts does not count. It is asked before
 * work that was left undone is enqueued again: a second job under the same key would replace the one that some node is doing.
 */
export const hasLivingJob = (key: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from graphile_worker.jobs j where j.key = ${key} and j.attempts < j.max_attempts)`;

/**
 * Brings the queue's own tables to the version of its library. Of several processes one does it at a time.
 * @throws when the database was already brought to a newer, incompatible version
 */
export async function migrateJobs(connection: pg.PoolConfig | string): Promise<void> {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = withListeners(new pg.Pool({ ...config, max: 2 }), () => undefined);
  try {
    const client = await pool.connect();
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) }).finally(() =>
      client.release(true),
    );
  } finally {
    await pool.end();
  }
}

/**
 * Settles when a runner has ended. One that says it shuts down takes no jobs any more, but may wait for ever for what a dead
 * connection has left of it: then it counts as ended after a while, and what it holds is freed as a silent node's.
 * @returns whether all its work has ended with it
 */
function endOf(runner: Runner, events: WorkerEvents): Promise<boolean> {
  const ended = runner.promise.then(
    () => true,
    () => true,
  );
  const shutDown = once(events, 'pool:gracefulShutdown').then(() => sleep(graceMs, false, { ref: false }));
  return Promise.race([ended, shutDown]);
}

/**
 * Settles with the runner's first look for jobs. A runner whose first look fails keeps that failure for ever, because
 * its library remembers the lookup of the task names as it ended; later ones are repeated by the runner itself.
 */
async function firstLook(events: WorkerEvents): Promise<void> {
  const failed = once(events, 'worker:getJob:error').then(([failure]: { error?: unknown }[]) => {
    throw failure?.error;
  });
  await Promise.race([failed, once(events, 'worker:getJob:empty'), once(events, 'job:start')]);
}

/** Apart from the pool of the requests: when they use up theirs, the heartbeat must go on. */
function openPool(app: App): pg.Pool {
  const { options } = app.database.pool;
  const report = (error: Error) => app.log.warn({ error: describeError(error) }, 'job connection lost');
  // The pool hides the password from copying, so it is named.
  return withListeners(new pg.Pool({ ...options, password: options.password, max: poolSize }), report);
}

/** A lost connection is reported here and replaced; without the listeners it would end the process. */
function withListeners(pool: pg.Pool, report: (error: Error) => void): pg.Pool {
  return watchClients(pool)
    .on('error', report)
    .on('connect', (client) => client.on('error', report));
}

const tasksOf = (app: App) =>
  Object.fromEntries(
    Object.entries(app.appDefinition.tasks).map(([name, task]) => [
      name,
      (payload: unknown) => task(app, payload as never),
    ]),
  );

/** Failures only, and never the payload of a job or the words of the library, which quote it. */
const loggerInto = (app: App): Logger =>
  new Logger(() => (level, _message, meta) => {
    if (level !== 'error') return;
    const { job, error, fatalError } = meta as { job?: Job; error?: unknown; fatalError?: unknown };
    const about = job && { task: job.task_identifier, jobId: job.id, attempt: job.attempts, of: job.max_attempts };
    app.log.error({ ...about, error: describeError(error ?? fatalError) }, job ? 'job failed' : 'job runner failed');
  });
