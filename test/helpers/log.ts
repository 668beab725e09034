import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The whole application log of a server, as text. It is written by a thread of its own, a moment later. */
export function readLog(dataDir: string): string {
  const folder = join(dataDir, 'logs');
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
}
