import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '#contract/kernel/errors.ts';
import type { FileKind, Upload, Uploaded } from '#contract/kernel/file.ts';
import { readSealed, type SealedFile, sealing } from './sealed-file.ts';

/** Enough of a file to tell what it is. */
const sniffedBytes = 4_096;
/** A file that nobody has taken into a row within an hour is left from a request that broke. */
const orphanMs = 60 * 60_000;
const partial = '.part';
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

const kindNames: Record<FileKind, string> = {
  zip: 'таблица Excel (.xlsx)',
  text: 'текстовая таблица (.csv)',
  pdf: 'PDF',
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
};

/**
 * The storage of files: a folder whose files have names that we make, sealed with the secret key. A file is written under
 * a partial name and gets its own once it is whole, so whatever has a name is whole.
 */
export class Files {
  readonly #folder: string;
  readonly #secretKey: string;

  /** @param folder its name within the folder of data */
  constructor({ dataDir, secretKey }: { dataDir: string; secretKey: string }, folder = 'files') {
    this.#folder = join(dataDir, folder);
    this.#secretKey = secretKey;
  }

  /** The place of a file, for a worker that reads it by itself. */
  placeOf(key: string): SealedFile {
    return { path: join(this.#folder, key.slice(0, 2), key), secretKey: this.#secretKey };
  }

  read(key: string): Readable {
    return readSealed(this.placeOf(key));
  }

  /**
   * Takes a stream in.
   * @param given the name as its sender wrote it
   * @throws Refusal `body.too_large`, `input.invalid` at the field `file` for a kind that is not wanted; nothing stays
   */
  async receive(stream: Readable, given: string, { kinds, maxBytes }: Upload): Promise<Uploaded> {
    const key = randomBytes(16).toString('hex');
    const file = this.placeOf(key);
    const place = file.path;
    // A stream may break before there is a folder to write to; the pipeline finds it broken.
    stream.once('error', () => undefined);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const seen = watch(maxBytes);
    try {
      const target = createWriteStream(place + partial, { mode: 0o600, flush: true });
      await pipeline(stream, seen.through, sealing(file), target);
      const kind = demandKind(seen.head(), kinds);
      await rename(place + partial, place);
      return { key, name: safeName(given), size: seen.size(), kind, sha256: seen.sha256() };
    } catch (error) {
      await rm(place + partial, { force: true });
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.placeOf(key).path, { force: true });
  }

  /** Removes what broken requests have left: old files that no row knows. @returns how many there were */
  async sweep(isKnown: (keys: string[]) => Promise<ReadonlySet<string>>, olderThanMs = orphanMs): Promise<number> {
    const folders = await readdir(this.#folder).catch(() => []);
    let removed = 0;
    for (const folder of folders) {
      const names = await readdir(join(this.#folder, folder));
      const known = await isKnown(names.filter((name) => !name.endsWith(partial)));
      for (const name of names.filter((one) => !known.has(one))) {
        const place = join(this.#folder, folder, name);
        const { mtimeMs } = await stat(place);
        if (Date.now() - mtimeMs < olderThanMs) continue;
        await rm(place, { force: true });
        removed++;
      }
    }
    return removed;
  }
}

/** Measures and hashes what flows through, keeps its beginning, and stops a flood. */
function watch(maxBytes: number) {
  const hash = createHash('sha256');
  const beginning: Buffer[] = [];
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < sniffedBytes) beginning.push(chunk.subarray(0, sniffedBytes - size));
      size += chunk.length;
      hash.update(chunk);
      done(size > maxBytes ? new Refusal('body.too_large') : null, chunk);
    },
  });
  return { through, size: () => size, head: () => Buffer.concat(beginning), sha256: () => hash.digest('hex') };
}

function demandKind(head: Buffer, kinds: readonly FileKind[]): FileKind {
  const found = head.length === 0 ? null : kindOf(head);
  if (found !== null && kinds.includes(found)) return found;
  const wanted = kinds.map((kind) => kindNames[kind]).join(' или ');
  const message = head.length === 0 ? 'Файл пуст' : `Подходит ${wanted}, а это другой файл`;
  throw new Refusal('input.invalid', { fields: { file: message } });
}

/** The kind of a file by its content; its name and the type that its sender claims mean nothing. */
function kindOf(head: Buffer): FileKind | null {
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'zip';
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf';
  if (head.subarray(0, 8).equals(pngStart)) return 'png';
  if (head.subarray(0, 3).equals(jpegStart)) return 'jpeg';
  if (head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'webp';
  const marked = head[0] === 0xff && head[1] === 0xfe;
  // Text has no NUL, unless it is UTF-16, which says so by its mark.
  return marked || !head.includes(0) ? 'text' : null;
}

/** A name to be shown and offered for saving: no path, no control or direction signs, not too long. */
export function safeName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const clean = last.toWellFormed().replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029<>:"|?*]+/gu, ' ');
  const trimmed = clean.replace(/\s+/g, ' ').replace(/^[\s.]+|[\s.]+$/g, '');
  if (trimmed === '') return 'файл';
  const dot = trimmed.lastIndexOf('.');
  const ending = dot > 0 && trimmed.length - dot <= 10 ? trimmed.slice(dot) : '';
  return (
    Array.from(trimmed.slice(0, trimmed.length - ending.length))
      .slice(0, 150)
      .join('') + ending
  );
}
