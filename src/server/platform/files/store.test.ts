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
  const synced: { isFolder: boolean; isNamed: boolean }[] = [];
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  const sync: (this: FileHandle) => Promise<void> = Reflect.get(handles, 'sync');
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    const [{ ino, dev }, of] = [await this.stat(), statSync(dirname(path))];
    synced.push({ isFolder: ino === of.ino && dev === of.dev, isNamed: existsSync(path) });
    await sync.call(this);
  });
  await handle.close();
  await new FolderStore(folder).put('abcd', bytes());
  expect(synced).toEqual([{ isFolder: true, isNamed: true }]);
});
