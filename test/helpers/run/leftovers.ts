import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, postmasterPid } from '#server/platform/database/embedded/cluster.ts';

/** What a folder of a run holds: its databases, servers of a test, what they are filled with. */
type Kind = 'test' | 'servers' | 'filled';

/** This machine in a name: containers may share a place, and a process that lives in another one cannot be seen from here. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

/** The beginning of a folder's name, with the process that it belongs to: by it the next run knows what a killed one has left. */
export const folderPrefix = (kind: Kind): string => `ugovor-${kind}-${machine}-${process.pid}-`;

/** Makes a folder of this run in a place. */
export const makeFolder = (place: string, kind: Kind): Promise<string> => mkdtemp(join(place, folderPrefix(kind)));

/**
 * Removes from a place the folders of this user's runs whose process is gone, with the servers that still run on them. One that cannot
 * be removed stays: it is no reason not to run the tests.
 */
export async function sweepLeftovers(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const [, host, pid] = /^ugovor-(?:test|servers|filled)-([0-9a-f]{6})-(\d+)-\w+$/.exec(name) ?? [];
    if (host !== machine || isAlive(Number(pid))) continue;
    const path = join(place, name);
    if (await isOwn(path)) await removeFolder(path).catch(() => undefined);
  }
}

const isOwn = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.uid === process.getuid?.();

/** Removes a folder of databases. They are thrown away, so their server need not shut down in order. */
export async function removeFolder(dataDir: string): Promise<void> {
  const home = join(dataDir, 'postgres');
  const pid = await postmasterPid(home);
  if (pid !== undefined) await end(home, pid);
  await rm(dataDir, { recursive: true, force: true });
}

async function end(home: string, pid: number): Promise<void> {
  while (await isRunning(home, pid)) {
    process.kill(pid, 'SIGQUIT');
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is there all the same.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
