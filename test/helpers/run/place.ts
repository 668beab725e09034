import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** So much memory has to be free before databases lie in it: all of a run take less than a sixth of that. */
const plenty = 12 * 2 ** 30;

const memory = '/dev/shm';
/** Where folders of databases may lie. */
export const places: readonly string[] = [memory, tmpdir()];

/**
 * The folder that folders of databases are made in. A copy of a database is a thousand files, which cost the processor a tenth
 * in memory of what they cost on a disk: a disk looks long for the place of a file where many have just been deleted.
 */
export async function folderForDatabases(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) < plenty ? tmpdir() : memory;
}
