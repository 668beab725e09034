import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { makeFolder } from '../run/leftovers.ts';
import { folderForDatabases } from '../run/place.ts';
import { type Child, startServer } from './child.ts';

/** Servers that each test of a file starts for itself, over a data folder of its own. */
export interface Servers {
  /** Of the running test. */
  readonly dataDir: string;
  start(env?: Record<string, string>): Promise<Child>;
  /** Lays out in that folder what a first start leaves there, for whoever does not ask about first starts: they take most of the time. */
  fill(): Promise<void>;
}

/** Declares them for a file of tests: after each test its servers are stopped and its folder is gone. */
export function serversOfEachTest(): Servers {
  let dataDir = '';
  const children: Child[] = [];
  let filled: Promise<string> | undefined;
  afterAll(async () => {
    if (filled) rmSync(await filled, { recursive: true, force: true });
  });
  beforeEach(async () => {
    dataDir = await makeFolder(await folderForDatabases(), 'servers');
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    get dataDir() {
      return dataDir;
    },
    async start(env = {}) {
      const child = await startServer({ DATA_DIR: dataDir, ...env });
      children.push(child);
      return child;
    },
    async fill() {
      // As root PostgreSQL may have moved its data and left a link to them.
      execFileSync('cp', ['-RLp', `${await (filled ??= startedOnce())}/.`, dataDir]);
    },
  };
}

/** A folder that a server has been started on, and has left in order. Its log tells of nobody who starts there later. */
async function startedOnce(): Promise<string> {
  const folder = await makeFolder(await folderForDatabases(), 'filled');
  const child = await startServer({ DATA_DIR: folder });
  await child.stop();
  rmSync(join(folder, 'logs'), { recursive: true });
  return folder;
}
