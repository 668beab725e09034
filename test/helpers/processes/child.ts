import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Connection, connectionUrl } from '#server/platform/database/embedded-postgres.ts';
import { operatingEnvironment } from '../operating.ts';

/** The real server in a process of its own, as `npm start` runs it. */
export interface Child {
  /** The address of its only line on stdout. */
  url: string;
  pid: number;
  /** Everything that it has said so far. */
  stdout: string;
  stderr: string;
  /** Its exit code, or the name of the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Sends the signal and waits until the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const main = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));
/** Where Node keeps the compiled code of the project: a process that knows it starts in a third of the time. */
export const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

const { config }: { config: Record<'serverFlags' | 'serverArenas', string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const flags = config.serverFlags.split(' ');
const own = {
  ...operatingEnvironment,
  NODE_COMPILE_CACHE: compileCache,
  MALLOC_ARENA_MAX: config.serverArenas,
  PORT: '0',
  DRAIN_SECONDS: '0',
};

/** Starts the server with these variables and nothing else of ours; `url` stays empty until it listens. */
export function spawnServer(env: Record<string, string>): { child: Child; listening: Promise<Child> } {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const started = spawn(process.execPath, [...flags, main], {
    cwd: root,
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const child: Child = {
    url: '',
    pid: started.pid!,
    stdout: '',
    stderr: '',
    ended: once(started, 'close').then(([code, signal]) => code ?? signal),
    stop(signal = 'SIGTERM') {
      started.kill(signal);
      return child.ended;
    },
  };
  started.stderr.on('data', (chunk: Buffer) => (child.stderr += chunk));
  const listening = untilListening(started, child);
  // Marked as handled: a test that only waits for the end does not look at it.
  listening.catch(() => undefined);
  return { child, listening };
}

/** Starts the server and waits until it listens. @throws when it ends before that, with what it has said. */
export const startServer = (env: Record<string, string>): Promise<Child> => spawnServer(env).listening;

/** `DATABASE_URL` of a server behind a unix socket: an address must name a host, although the socket is what counts. */
export const socketUrl = (connection: Connection): string => connectionUrl(connection).replace('@/', '@localhost/');

function untilListening(started: ChildProcess, child: Child): Promise<Child> {
  return new Promise((resolve, reject) => {
    started.stdout!.on('data', (chunk: Buffer) => {
      child.stdout += chunk;
      child.url = /^listening on (http:\/\/\S+)\n/m.exec(child.stdout)?.[1] ?? '';
      if (child.url !== '') resolve(child);
    });
    void child.ended.then((how) => reject(new Error(`The server ended (${how}) before it listened: ${child.stderr}`)));
  });
}
