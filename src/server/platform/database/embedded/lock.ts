import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { saysExists } from './files.ts';

const run = promisify(execFile);

/**
 * The lock is given up as unobtainable after this many milliseconds: a first boot on a busy disk takes up to ten
 * seconds.
 */
const PATIENCE = 120_000;

/**
 * Runs `action` while nobody else on this machine runs one under the same `path`; a lock whose owner was killed is
 * taken over.
 *
 * Owners are numbered files `path.1`, `path.2`, …: whoever creates the next number owns the lock, and the newest file
 * is never deleted, so two processes that both see a dead owner cannot both succeed it.
 * @throws Error when the lock was held for two minutes
 */
export async function withLock<T>(path: string, action: () => Promise<T>): Promise<T> {
  const mine = await acquire(path);
  try {
    return await action();
  } finally {
    // An empty file means "free". The folder may be gone by now, and then there is nothing left to guard.
    await truncate(mine).catch(() => undefined);
  }
}

async function acquire(path: string): Promise<string> {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    const newest = (await generations(path)).at(-1) ?? 0;
    if (!(await isHeld(`${path}.${newest}`)) && (await claim(path, newest + 1))) return `${path}.${newest + 1}`;
    await sleep(10);
  }
  throw new Error(`Не удалось дождаться блокировки ${path}: её держит другой процесс.`);
}

async function generations(path: string): Promise<number[]> {
  const prefix = `${basename(path)}.`;
  const names = await readdir(dirname(path));
  const numbers = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return numbers
    .filter((text) => /^\d+$/.test(text))
    .map(Number)
    .sort((a, b) => a - b);
}

async function isHeld(file: string): Promise<boolean> {
  const owner = await readFile(file, 'utf8').catch(() => '');
  const [pid = '', ...birth] = owner.split(' ');
  return pid !== '' && (await birthOf(Number(pid))) === birth.join(' ');
}

/**
 * Creates the file already filled, by a hard link: a file created first and filled later would look free for a moment.
 */
async function claim(path: string, generation: number): Promise<boolean> {
  const draft = `${path}.draft-${randomUUID()}`;
  const mine = `${path}.${generation}`;
  await writeFile(draft, `${process.pid} ${await birthOf(process.pid)}`);
  try {
    await link(draft, mine);
  } catch (error) {
    if (saysExists(error)) return false;
    throw error;
  } finally {
    await rm(draft);
  }
  return outrank(path, generation);
}

/**
 * A claim made from an old listing may come after a newer owner has cleaned up; the newer one is then still in place
 * and wins.
 */
async function outrank(path: string, generation: number): Promise<boolean> {
  const all = await generations(path);
  const won = all.at(-1) === generation;
  const superfluous = won ? all.slice(0, -1) : [generation];
  for (const number of superfluous) await rm(join(dirname(path), `${basename(path)}.${number}`), { force: true });
  return won;
}

/**
 * When the process was started, in the system's own words; undefined for a dead one. Tells a process from a later one
 * with its number.
 */
export async function birthOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const answer = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined);
    return answer?.stdout.trim();
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}
