import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, postmasterPid } from '#server/platform/database/embedded/cluster.ts';

/** What a folder of a run holds: its databases, servers of a test, what they are filled with. */
type Kind = 'test' | 'servers' | 'filled';

/** The beginning of a folder's name, with the process that it belongs to: by it the next run knows what a killed one has left. */
export const folderPrefix = (kind: Kind): string => `ugovor-${kind}-${process.pid}-`;

/** Makes a folder of this run in a place. */
export const makeFolder = (place: string, kind: Kind): Promise<string> => mkdtemp(join(place, folderPrefix(kind)));

/** Removes from a place the folders of runs whose process is gone, with the servers that still run on them. */
export async function sweepLeftovers(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const owner = Number(/^ugovor-(?:test|servers|filled)-(\d+)-\w+$/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(owner) && !isAlive(owner)) await removeFolder(join(place, name));
  }
}

/** Removes a folder of databases. They are thrown away, so their server need not shut down in order. */
export async function removeFolder(dataDir: string): Promise<void> {
  const home = join(dataDir, 'postgres');
  const pid = await postmasterPid(home);
  while (pid !== undefined && (await isRunning(home, pid))) {
    process.kill(pid, 'SIGQUIT');
    await sleep(20);
  }
  await rm(dataDir, { recursive: true, force: true });
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
