// Loaded before a server whose event loop somebody wants to watch (`--import`): keeps in the file WATCH_FILE how long the loop
// was held up and how much memory the process held at most since the last SIGUSR2, both from the inside.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface Watched {
  /** By the clock: on a busy machine others hold the loop up too. */
  heldUpMs: number;
  /** The processor time that the loop itself took between two turns. */
  workedMs: number;
  megabytes: number;
}

const resolution = 5;
const file = process.env['WATCH_FILE'];

if (isMainThread && file !== undefined) watch(file);

function watch(file: string): void {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let last = threadMs();
  let watched: Watched = { heldUpMs: 0, workedMs: 0, megabytes: 0 };
  process.on('SIGUSR2', () => {
    delay.reset();
    watched = { heldUpMs: 0, workedMs: 0, megabytes: 0 };
  });
  setInterval(() => {
    const now = threadMs();
    watched.workedMs = Math.max(watched.workedMs, now - last);
    last = now;
  }, resolution).unref();
  setInterval(() => {
    watched.megabytes = Math.max(watched.megabytes, process.memoryUsage.rss() / 1024 / 1024);
    watched.heldUpMs = Math.max(0, delay.max / 1e6 - resolution);
    writeFileSync(`${file}.new`, JSON.stringify(watched));
    renameSync(`${file}.new`, file);
  }, 100).unref();
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
