import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where sealed files are stored, under names that we make: a folder, or a bucket of S3 (see s3-store.ts). */
export interface Store {
  /** Takes all bytes in; until then there is nothing under the name, and nothing of bytes that break off. */
  put(key: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** @throws FileLost, StoreTrouble */
  get(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** The file on this machine, fetched where it is not, under a path that ends with its name. @throws FileLost, StoreTrouble */
  localFile(key: string): Promise<LocalFile>;
  /** Everything that is stored there, in portions. */
  list(): AsyncIterable<readonly StoredFile[]>;
}

/** A file on this machine for as long as somebody reads it. */
export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** Something that is stored. */
export interface StoredFile {
  /** Null for what is not whole: nobody can know it. */
  readonly key: string | null;
  readonly changedAt: number;
  remove(): Promise<void>;
}

/** The store does not answer, or not as it should. It passes: whoever meets it tries again later. */
export class StoreTrouble extends Error {
  constructor(cause: unknown) {
    super(`The storage of files does not answer as it should: ${reasonOf(cause)}`, { cause });
  }
}

/** The storage answers, and what a row names is not there: it does not come by waiting. */
export class FileLost extends Error {
  constructor() {
    super('The storage has no content of a file that is known');
  }
}

/** Only what kind of trouble it is: the words of a storage may name what is stored there. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  // A request that has not come through says so by its cause.
  return error.cause instanceof Error
    ? reasonOf(error.cause)
    : `${error.name} ${statusCode ?? ''} ${code ?? ''}`.trim();
}

const partial = '.part';
/** Files are in folders named by so many first letters of their keys; what is called otherwise is not ours to list. */
const folderLength = 2;

/** A file is written under a partial name and gets its own once it is whole, so whatever has a name is whole. */
export class FolderStore implements Store {
  readonly #folder: string;
  /** Folders of it whose names are on the disk. */
  readonly #kept = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const path = this.#pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = createWriteStream(path + partial, { mode: 0o600, flush: true });
    try {
      await pipeline(bytes, file);
      await rename(path + partial, path);
      await syncFolder(dirname(path));
      await this.#keepFolder(dirname(path));
    } catch (error) {
      // Its room is free again when it is closed, and not before: whoever is told so sends the next one at once.
      if (!file.closed) await once(file, 'close');
      await rm(path + partial, { force: true });
      throw error;
    }
  }

  /** A folder that somebody has just made may lose its name in the folder above. */
  async #keepFolder(folder: string): Promise<void> {
    if (this.#kept.has(folder)) return;
    await syncFolder(dirname(folder));
    this.#kept.add(folder);
  }

  async get(key: string): Promise<Readable> {
    const file = await open(this.#pathOf(key)).catch(lost);
    return file.createReadStream();
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async localFile(key: string): Promise<LocalFile> {
    const path = this.#pathOf(key);
    await access(path).catch(lost);
    return { path, [Symbol.asyncDispose]: async () => undefined };
  }

  async *list(): AsyncGenerator<readonly StoredFile[], void, undefined> {
    const all = await readdir(this.#folder).catch(() => []);
    for (const folder of all.filter((name) => name.length === folderLength)) {
      const names = await readdir(join(this.#folder, folder));
      yield (await Promise.all(names.map((name) => lying(join(this.#folder, folder, name), name)))).flat();
    }
  }

  #pathOf(key: string): string {
    return join(this.#folder, key.slice(0, folderLength), key);
  }
}

/** @throws FileLost when that is what the error says */
function lost(error: unknown): never {
  throw (error as { code?: string }).code === 'ENOENT' ? new FileLost() : error;
}

/** Brings the names of a folder to the disk: a file that is flushed may still lose its name with the power. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; it writes names down by itself.
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Nothing when it has gone in the meantime. */
async function lying(path: string, name: string): Promise<StoredFile[]> {
  const found = await stat(path).catch(() => null);
  if (!found) return [];
  const key = name.endsWith(partial) ? null : name;
  return [{ key, changedAt: found.mtimeMs, remove: () => rm(path, { recursive: true, force: true }) }];
}
