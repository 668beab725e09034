import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedFolder } from '../closed-folder.ts';
import { attachServer, type Connection, detachServer } from './embedded/attach.ts';
import { requireOurs } from './embedded/files.ts';
import { withLock } from './embedded/lock.ts';

export type { Connection };

/** A running server: `pid` is its main process. */
export type Embedded = { connection: Connection; readonly pid: number; stop(): Promise<void> };

/** `durable: false` gives up crash safety for speed, for tests; `say` takes lines for the log. */
type Options = { dataDir: string; durable?: boolean; say?: (line: string) => void };

/**
 * Starts PostgreSQL on the folder `dataDir`, or joins the server that already runs there; a server that dies is started
 * again.
 *
 * The server has no TCP port and outlives a killed application: the next start finds it. `stop` shuts it down unless
 * another process is connected, so close your own connections first.
 * @throws Error in plain Russian when the server cannot be started on this machine
 */
export async function startEmbedded({ dataDir, durable = true, say = console.warn }: Options): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true });
  await requireOurs(dataDir);
  closedFolder(join(dataDir, 'logs'));
  const root = await realpath(dataDir);
  const alone = <T>(action: () => Promise<T>) => withLock(join(root, 'postgres.lock'), action);
  let server = await alone(() => attachServer(root, durable, say));
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const watch = () => {
    server.presence.once('end', () => {
      if (!stopped) recovery = recover();
    });
  };
  const recover = async () => {
    say('Связь с PostgreSQL потеряна, он будет запущен снова.');
    for (;;) {
      if (stopped || (await tryAgain())) return;
      await sleep(1000, undefined, { ref: false });
    }
  };
  const tryAgain = async () => {
    try {
      server = await alone(() => attachServer(root, durable, say));
      watch();
      return true;
    } catch (error) {
      say(`PostgreSQL пока не запускается: ${String(error)}`);
      return false;
    }
  };
  const stop = async () => {
    await recovery;
    await alone(() => detachServer(server));
  };

  watch();
  return {
    connection: server.connection,
    get pid() {
      return server.pid;
    },
    stop: () => (stopped ??= stop()),
  };
}

/** A connection string for the server, to the database `database`. */
export function connectionUrl({ host, port, user, database }: Connection): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
