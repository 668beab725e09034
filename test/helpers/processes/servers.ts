import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Child, startServer } from './child.ts';

/** Servers that each test of a file starts for itself, over a data folder of its own. */
export interface Servers {
  /** Of the running test. */
  readonly dataDir: string;
  start(env?: Record<string, string>): Promise<Child>;
}

/** Declares them for a file of tests: after each test its servers are stopped and its folder is gone. */
export function serversOfEachTest(): Servers {
  let dataDir = '';
  const children: Child[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'ugovor-servers-'));
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
  };
}
