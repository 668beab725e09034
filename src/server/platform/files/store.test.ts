import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FolderStore } from './store.ts';

async function* bytes(): AsyncGenerator<Buffer> {
  yield Buffer.from('whole');
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ugovor-store-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test.skipIf(process.platform === 'win32')('a file is told of when its name is on the disk as well', async () => {
  const path = join(folder, 'ab', 'abcd');
  const handle = await open(folder, 'r');
  const synced: { folder: string | undefined; isNamed: boolean }[] = [];
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  const sync: (this: FileHandle) => Promise<void> = Reflect.get(handles, 'sync');
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    const { ino, dev } = await this.stat();
    const isThis = (one: string): boolean => statSync(one).ino === ino && statSync(one).dev === dev;
    synced.push({ folder: [folder, dirname(path)].find(isThis), isNamed: existsSync(path) });
    await sync.call(this);
  });
  await handle.close();
  const store = new FolderStore(folder);
  await store.put('abcd', bytes());
  // The first file has made its folder, whose name is to stay too.
  expect(synced).toEqual([
    { folder: dirname(path), isNamed: true },
    { folder, isNamed: true },
  ]);
  await store.put('abce', bytes());
  expect(synced).toHaveLength(3);
});
