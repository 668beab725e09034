/**
 * `npm run dev`: the server, started anew when its code changes, and the browser application rebuilt as you type.
 * Vite prints the address of the page (WEB_PORT, 5173 by default) and hands its calls on to the server (HOST, PORT).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { startEmbedded } from '../src/server/platform/database/embedded-postgres.ts';

const { HOST = '127.0.0.1', PORT = '3000', WEB_PORT = '5173', DATABASE_URL, DATA_DIR = './data' } = process.env;

/** Whatever is part of the running server. */
const watched = ['src/server', 'src/contract', 'src/domain', 'emulators'];
/** An editor writes a file in several steps. */
const settleMs = 30;

// Held here, the embedded PostgreSQL outlives each server: starting it anew would take most of the time of a restart.
const postgres = DATABASE_URL === undefined ? await startEmbedded({ dataDir: DATA_DIR }) : undefined;
const running = new Set<ChildProcess>();
let server = startServer();
let changed: NodeJS.Timeout | undefined;
const watchers = watched.map((folder) => watch(folder, { recursive: true }, serverChanged));
const web = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', WEB_PORT], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, SERVER_URL: `http://${HOST}:${PORT}` },
});
web.once('exit', () => void stop());
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());

function startServer(): ChildProcess {
  const child = spawn(process.execPath, ['src/server/main.ts'], { stdio: 'inherit' });
  running.add(child);
  child.once('exit', (code) => {
    running.delete(child);
    // A server that could not start has said why; the next change gives it another try.
    if (child === server && code !== 0) console.error('Сервер остановился и запустится снова после правки.');
  });
  return child;
}

function serverChanged(_event: string, file: string | null): void {
  if (!file || !/\.(ts|sql)$/.test(file) || file.endsWith('.test.ts')) return;
  clearTimeout(changed);
  changed = setTimeout(restart, settleMs);
}

/** The new server starts while the old one stops: it waits for the port. */
function restart(): void {
  const old = server;
  server = startServer();
  old.kill('SIGTERM');
}

async function stop(): Promise<void> {
  clearTimeout(changed);
  for (const watcher of watchers) watcher.close();
  web.kill();
  await Promise.all([...running].map(ended));
  await postgres?.stop();
  process.exit();
}

function ended(child: ChildProcess): Promise<unknown> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return exit;
}
