import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResult, type QueryResultRow } from 'pg';
import type { Database } from '#server/platform/database/db.ts';
import { PORT, postmasterPid, USER } from '#server/platform/database/embedded/cluster.ts';
import { type Child, startServer } from '#test/helpers/processes/child.ts';
import { freePort, killFamily, type Missing } from '#test/helpers/processes/processes.ts';
import { makeFolder } from '#test/helpers/run/leftovers.ts';
import { folderForDatabases } from '#test/helpers/run/place.ts';

/** One running server with its database, each of which can be killed and comes back at the same address. */
export interface Site {
  url: string;
  dataDir: string;
  /** How the test itself reaches the database. */
  connection: { host: string; port: number; user: string; database: string };
  server: Child;
  startServer(): Promise<void>;
  killServer(): Promise<void>;
  /** Kills PostgreSQL with everything it has started, and starts it again where that is not the server's own duty. */
  killDatabase(): Promise<void>;
  stop(): Promise<void>;
}

/** Asks the database, which may have been away: the pool may hand out a connection that died with it. */
export async function ask<Row extends QueryResultRow>(
  { pool }: Database,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  for (let tries = 1; ; tries++) {
    try {
      return await pool.query<Row>(text, values);
    } catch (error) {
      // A recovery takes as long as the disk of a busy machine does.
      if (tries === 300) throw error;
      await sleep(100);
    }
  }
}

/** Who is killed leaves to his successor what the system keeps, on a disk and in memory alike. */
const folder = async (): Promise<string> => makeFolder(await folderForDatabases(), 'servers');

/** Nothing listens there: letters stay in the outbox with their jobs, where they can be counted. */
const noMailServer = 'smtp://127.0.0.1:1';

/** The server with its embedded database. @param env more settings of the server */
export async function embeddedSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = await folder();
  const home = join(dataDir, 'postgres');
  return openSite(
    dataDir,
    { ...env, DATA_DIR: dataDir },
    { host: home, port: PORT, user: USER, database: 'postgres' },
    {
      kill: async () => killFamily((await postmasterPid(home))!),
      stop: async () => undefined,
    },
  );
}

/** The folder with the programs of an installed PostgreSQL, or undefined. */
export function installedPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

export const lacksPostgres = (): Missing =>
  installedPostgres() === undefined ? 'Not installed: PostgreSQL in /usr/lib/postgresql' : undefined;

/** The server with PostgreSQL apart: a cluster of our own, made with the installed programs. */
export async function separateSite(bin: string, more: Record<string, string> = {}): Promise<Site> {
  const dataDir = await folder();
  const port = await freePort();
  const cluster = makeCluster(bin, await folder(), port);
  await cluster.start();
  const env = {
    ...more,
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    SECRET_KEY: 'a secret key of the crash tests, 32 and more',
  };
  return openSite(dataDir, env, { host: '127.0.0.1', port, user: USER, database: 'postgres' }, cluster);
}

async function openSite(
  dataDir: string,
  env: Record<string, string>,
  connection: Site['connection'],
  database: { kill(): Promise<void>; stop(): Promise<void> },
): Promise<Site> {
  const port = await freePort();
  const all = { ...env, PORT: String(port), OPERATORS_SECOND_FACTOR: '0', TRUST_PROXY: '1', SMTP_URL: noMailServer };
  const site: Site = {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    connection,
    server: await startServer(all),
    async startServer() {
      site.server = await startServer(all);
    },
    async killServer() {
      await site.server.stop('SIGKILL');
    },
    killDatabase: () => database.kill(),
    async stop() {
      await site.server.stop();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return site;
}

/** PostgreSQL refuses to work as root, which hands it to the user «nobody». */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

function makeCluster(bin: string, home: string, port: number) {
  if (owner) chownSync(home, owner.uid, owner.gid);
  const cluster = join(home, 'cluster');
  const options = { ...owner, cwd: home, env: { LC_ALL: 'C.UTF-8' } };
  const made = spawnSync(join(bin, 'initdb'), ['-D', cluster, '-U', USER, '--auth=trust', '--encoding=UTF8'], options);
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr.toString()}`);
  let postmaster: ChildProcess;
  const start = async (): Promise<void> => {
    for (;;) {
      const args = ['-D', cluster, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'];
      postmaster = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' });
      if (await answers(postmaster, port)) return;
    }
  };
  return {
    start,
    async kill() {
      killFamily(postmaster.pid!);
      await start();
    },
    async stop() {
      killFamily(postmaster.pid!);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Waits until it answers; false when it has ended, because processes of the killed one still hold its memory. */
async function answers(postmaster: ChildProcess, port: number): Promise<boolean> {
  while (postmaster.exitCode === null) {
    const client = new Client({ host: '127.0.0.1', port, user: USER, database: 'postgres' });
    client.on('error', () => undefined);
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (connected) return true;
    await sleep(20);
  }
  return false;
}
