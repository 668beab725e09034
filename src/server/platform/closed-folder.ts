import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder that only the user of the server looks into, with what it holds: earlier versions left it open to others.
 * What belongs to somebody else stays as its owner wants it.
 */
export function closedFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = readdirSync(folder).map((name) => join(folder, name));
  close(folder, 0o700);
  for (const file of files) if (statSync(file, { throwIfNoEntry: false })?.isFile()) close(file, 0o600);
}

function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // Another process may have rolled the file away meanwhile.
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
