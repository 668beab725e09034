import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { findBinaries } from './binaries.ts';
import {
  type ClusterPaths,
  createCluster,
  isRunning,
  launch,
  PORT,
  postmasterPid,
  rotateLog,
  USER,
} from './cluster.ts';
import { requireOurs } from './files.ts';
import { chooseRunner, giveOwnership, type Runner, undoInterruptedMove } from './runner.ts';

declare module 'pg' {
  /** The driver's published types leave these two methods out. */
  interface Client {
    ref(): void;
    unref(): void;
  }
}

/** Where the server listens: `host` is the folder of its unix socket. */
export type Connection = { host: string; port: number; user: string; database: string };

/** A running server; `presence` is a connection by which other processes see that this one uses the server. */
type Server = { connection: Connection; pid: number; presence: Client; paths: ClusterPaths };

/**
 * A start that has not succeeded within this many milliseconds has failed; recovery after a crash may take a minute.
 */
const PATIENCE = 120_000;

const PRESENCE = 'ugovor-presence';

/**
 * Joins the server of the folder `root`, or starts one. Only one process at a time may do so.
 * @throws Error in plain Russian when the server cannot be started
 */
export async function attachServer(root: string, durable: boolean, say: (line: string) => void): Promise<Server> {
  const found = await findClusterPaths(root, durable);
  const running = await connect(found);
  if (running) return describe(found, running);
  const runner = await chooseRunner(await findBinaries(), found.home, say);
  // The choice may have moved the data to another folder.
  const paths = await findClusterPaths(root, durable);
  for (const folder of [paths.home, paths.socket]) await giveOwnership(folder, runner.owner);
  await rotateLog(paths.log);
  await createCluster(runner, paths);
  return describe(paths, await startUntilConnected(runner, paths));
}

/**
 * Leaves the server and shuts it down when nobody else uses it.
 * @throws Error when the server has not stopped within two minutes
 */
export async function detachServer({ presence, pid, paths }: Server): Promise<void> {
  presence.ref();
  // A server that is gone need not be left.
  const last = await isLast(presence).catch(() => false);
  await presence.end();
  if (!last) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + PATIENCE;
  while (await isRunning(paths.home, pid)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (процесс ${pid}) не остановился за две минуты.`);
    await sleep(5);
  }
  if (paths.socket !== paths.home) await rmdir(paths.socket).catch(() => undefined);
}

/** Connections that this process has just closed are still listed for a moment, so they get a second to go. */
async function isLast(presence: Client): Promise<boolean> {
  const others = `select count(*)::int as clients,
      count(*) filter (where application_name = '${PRESENCE}')::int as owners
    from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const deadline = Date.now() + 1000;
  while (Date.now() < deadline) {
    const { rows } = await presence.query<{ clients: number; owners: number }>(others);
    if (rows[0]?.clients === 0) return true;
    if (rows[0]?.owners) return false;
    await sleep(10);
  }
  return false;
}

async function findClusterPaths(root: string, durable: boolean): Promise<ClusterPaths> {
  const name = join(root, 'postgres');
  await undoInterruptedMove(name);
  await mkdir(name, { recursive: true, mode: 0o700 });
  const home = await realpath(name);
  await requireOurs(home);
  return { home, socket: await socketFolder(home), log: join(root, 'logs', 'postgres.log'), durable };
}

/**
 * The folder of the socket: `home`, unless the socket's path would be longer than systems allow (107 bytes on Linux,
 * 103 on macOS). The folder in the common temporary place has a name that others can foresee, so one made by somebody
 * else is refused.
 */
async function socketFolder(home: string): Promise<string> {
  if (Buffer.byteLength(join(home, `.s.PGSQL.${PORT}`)) <= 103) return home;
  const folder = join(tmpdir(), `ugovor-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(folder);
  const ours = uid === process.getuid?.() || uid === (await stat(home)).uid;
  if (!ours || (mode & 0o170077) !== 0o040000) throw new Error(`Папка ${folder} создана кем-то другим: удалите её.`);
  return folder;
}

async function describe(paths: ClusterPaths, presence: Client): Promise<Server> {
  // An idle connection must not keep the process from ending.
  presence.unref();
  const pid = await postmasterPid(paths.home);
  if (!pid) throw new Error(`Нет файла postmaster.pid в ${paths.home}: базу остановили во время подключения.`);
  return { connection: connectionTo(paths), pid, presence, paths };
}

const connectionTo = (paths: ClusterPaths): Connection => ({
  host: paths.socket,
  port: PORT,
  user: USER,
  database: 'postgres',
});

/** Opens the presence connection; undefined when there is no server or it is not ready yet. */
async function connect(paths: ClusterPaths): Promise<Client | undefined> {
  const client = new Client({
    ...connectionTo(paths),
    application_name: PRESENCE,
    ssl: false,
    connectionTimeoutMillis: 5000,
  });
  // Without a listener the loss of the server would end the process; the loss itself is seen by the event `end`.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isRefusal(error)) throw error;
    return undefined;
  }
}

/** A server that is starting or stopping answers with a code of class 57; any other answer of a server is final. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && !error.code?.startsWith('57P');
}

/**
 * Starts the server again and again until it answers: the first tries fail when a server whose owner was killed is
 * still starting itself, or when processes of a killed one still hold its memory.
 */
async function startUntilConnected(runner: Runner, paths: ClusterPaths): Promise<Client> {
  const deadline = Date.now() + PATIENCE;
  let attempt = await launch(runner, paths);
  while (Date.now() < deadline) {
    const client = await connect(paths);
    if (client) return client;
    const failure = await attempt.failure();
    if (failure !== null) {
      if (!/lock file|shared memory/.test(failure)) throw new Error(`PostgreSQL не запустился: ${failure}`);
      await sleep(50);
      attempt = await launch(runner, paths);
    }
    await sleep(5);
  }
  throw new Error(`PostgreSQL не ответил за две минуты, его журнал: ${paths.log}`);
}
