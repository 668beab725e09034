import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '#contract/kernel/errors.ts';
import type { FileKind, Upload, Uploaded } from '#contract/kernel/file.ts';
import type { Config } from '../config.ts';
import { keyNumberOf, type SealedFile, sealing, unsealing } from '../secrets/sealed-file.ts';
import type { KeySource } from '../secrets/secrets.ts';
import { DoorSniffer } from '../xlsx/read/sniff.ts';
import { jpegStart, mostPixels, PixelCounter, pngStart } from './picture-size.ts';
import { FolderStore, type Store, StoreTrouble } from './store.ts';

/** Enough of a file to know what it is. */
const sniffedBytes = 4_096;
/** A file that nobody has taken into a row within an hour is left from a request that broke. */
const orphanMs = 60 * 60_000;
/** A start does not wait longer for a storage that is silent. */
const startPatienceMs = 5_000;

/** What a kind is called, and how its names may end; a name that ends otherwise gets the first of these behind it. */
const kindsOfFiles: Record<FileKind, { name: string; endings: readonly string[] }> = {
  zip: { name: 'таблица Excel (.xlsx)', endings: ['.xlsx'] },
  text: { name: 'текстовая таблица (.csv)', endings: ['.csv', '.txt'] },
  pdf: { name: 'PDF', endings: ['.pdf'] },
  png: { name: 'PNG', endings: ['.png'] },
  jpeg: { name: 'JPEG', endings: ['.jpg', '.jpeg'] },
  webp: { name: 'WebP', endings: ['.webp'] },
};

/** What the storage of files needs of the configuration. */
interface Storage extends Pick<Config, 'dataDir' | 's3'> {
  readonly keys: KeySource;
}

/** The folders of the storage: what people have sent, documents that are issued, results of tasks that live for a day. */
export const folders = ['files', 'documents', 'results'] as const;
type Folder = (typeof folders)[number];

/** A sealed file on this machine for as long as somebody reads it. */
interface LocalSealedFile extends AsyncDisposable {
  readonly sealed: SealedFile;
}

/** The storage of files: their names are made by us, and what is stored there is sealed. */
export class Files {
  readonly #storage: Storage;
  readonly #folder: Folder;
  #store: Promise<Store> | undefined;

  /** @param folder its name within the folder of data, or what the names of its objects begin with */
  constructor(storage: Storage, folder: Folder = 'files') {
    this.#storage = storage;
    this.#folder = folder;
  }

  /** Every folder of the same storage. */
  all(): Files[] {
    return folders.map((folder) => this.inFolder(folder));
  }

  /** Another folder of the same storage. */
  inFolder(folder: Folder): Files {
    return new Files(this.#storage, folder);
  }

  /** A file for a worker that reads it by itself and from any place. @throws StoreTrouble */
  async localFile(key: string): Promise<LocalSealedFile> {
    const local = await (await this.#open()).localFile(key);
    const sealed = { path: local.path, keys: this.#storage.keys() };
    return { sealed, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
  }

  /** What a file says, from its beginning. The stream breaks off when the file is not whole. */
  read(key: string): Readable {
    return Readable.from(this.#opened(key), { objectMode: false });
  }

  async *#opened(key: string): AsyncGenerator<Buffer, void, undefined> {
    const stored = await (await this.#open()).get(key);
    yield* unsealing(stored, { name: key, keys: this.#storage.keys() });
  }

  /**
   * Takes a stream in.
   * @param given the name as its sender wrote it
   * @throws Refusal `body.too_large`, `input.invalid` at the field `file` for a kind that is not wanted; StoreTrouble. Then
   *   nothing stays.
   */
  async receive(stream: Readable, given: string, { kinds, maxBytes }: Upload): Promise<Uploaded> {
    const key = randomBytes(16).toString('hex');
    // A stream may break before there is a place to write to; the pipeline finds it broken.
    stream.once('error', () => undefined);
    const store = await this.#open();
    const seen = watch({ kinds, maxBytes });
    const seal = sealing({ name: key, keys: this.#storage.keys() });
    await pipeline(stream, seen.through, seal, (sealed) => store.put(key, sealed));
    const measured = seen.measured();
    return { key, name: honestName(safeName(given), measured.kind), ...measured, scan: 'none' };
  }

  /** Takes a file away; one that the storage does not give up now is swept later. */
  async remove(key: string): Promise<void> {
    try {
      await (await this.#open()).remove(key);
    } catch (error) {
      if (!(error instanceof StoreTrouble)) throw error;
    }
  }

  /**
   * Removes what broken requests have left: old files that no row knows.
   * @returns how many there were
   * @throws StoreTrouble
   */
  async sweep(isKnown: (keys: string[]) => Promise<ReadonlySet<string>>, olderThanMs = orphanMs): Promise<number> {
    let removed = 0;
    for await (const lying of (await this.#open()).list()) {
      const old = lying.filter(({ changedAt }) => Date.now() - changedAt >= olderThanMs);
      const known = await isKnown(old.flatMap(({ key }) => key ?? []));
      for (const one of old) {
        if (one.key !== null && known.has(one.key)) continue;
        await one.remove();
        removed++;
      }
    }
    return removed;
  }

  /**
   * Seals anew what is sealed with another key than the one that seals now, each file in its place.
   * @returns how many there were, and how many do not open
   */
  async reseal(): Promise<{ sealed: number; left: number }> {
    const store = await this.#open();
    const keys = this.#storage.keys();
    const counts = { sealed: 0, left: 0 };
    for await (const lying of store.list()) {
      for (const { key } of lying) {
        if (key === null) continue;
        try {
          if (keyNumberOf(await headOf(store, key)) === keys.sealing) continue;
          const seal = sealing({ name: key, keys });
          const bytes = await store.get(key);
          await pipeline(
            bytes,
            (stored) => unsealing(stored, { name: key, keys }),
            seal,
            (again) => store.put(key, again),
          );
          counts.sealed++;
        } catch (error) {
          if (error instanceof StoreTrouble) throw error;
          counts.left++;
        }
      }
    }
    return counts;
  }

  #open(): Promise<Store> {
    return (this.#store ??= openStore(this.#storage, this.#folder));
  }
}

/** The library of S3 is loaded only where it is configured, and not before it is needed. */
export async function openStore({ dataDir, s3 }: Pick<Storage, 'dataDir' | 's3'>, folder: Folder): Promise<Store> {
  if (!s3) return new FolderStore(join(dataDir, folder));
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(s3, { folder, copies: join(dataDir, 'copies', folder) });
}

/** @returns what is wrong with the configured storage of files, in one line, or null. One that is silent may come back. */
export async function complaintAbout({ s3 }: Pick<Storage, 's3'>): Promise<string | null> {
  if (!s3) return null;
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(s3, { folder: '', copies: '', patience: startPatienceMs }).complaint();
}

/** What a stored file begins with; nothing of one that has gone. */
async function headOf(store: Store, key: string): Promise<Buffer> {
  for await (const piece of await store.get(key)) return piece as Buffer;
  return Buffer.alloc(0);
}

/** Measures and hashes what flows through, and lets nothing of a wrong kind or of a flood come to its end. */
function watch({ kinds, maxBytes }: Upload) {
  const hash = createHash('sha256');
  const beginning: Buffer[] = [];
  // Whoever sends a table that cannot be read is told what to do with it.
  const sniffer = kinds.includes('zip') && kinds.includes('text') ? new DoorSniffer() : null;
  const counter = new PixelCounter();
  let size = 0;
  let kind: FileKind;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < sniffedBytes) beginning.push(chunk.subarray(0, sniffedBytes - size));
      size += chunk.length;
      sniffer?.write(chunk);
      counter.write(chunk);
      hash.update(chunk);
      done(size > maxBytes ? new Refusal('body.too_large') : null, chunk);
    },
    flush(done) {
      try {
        kind = demandKind(Buffer.concat(beginning), kinds, sniffer);
        demandDrawable(counter);
        done();
      } catch (error) {
        done(error as Refusal);
      }
    },
  });
  return { through, measured: () => ({ size, kind, sha256: hash.digest('hex') }) };
}

function demandKind(head: Buffer, kinds: readonly FileKind[], sniffer: DoorSniffer | null): FileKind {
  const found = head.length === 0 ? null : kindOf(head);
  if (found !== null && kinds.includes(found)) return found;
  const wanted = kinds.map((kind) => kindsOfFiles[kind].name).join(' или ');
  const known = head.length === 0 ? 'Файл пуст' : sniffer?.refusal();
  const message = known ?? `Подходит ${wanted}, а это другой файл`;
  throw new Refusal('input.invalid', { fields: { file: message } });
}

/** @throws Refusal `input.invalid` for a picture that would fill the memory of whoever opens it */
function demandDrawable({ pixels }: PixelCounter): void {
  if (pixels === null || pixels <= mostPixels) return;
  const most = Math.floor(mostPixels / 1_000_000);
  const message = `В картинке больше ${most} млн точек. Сохраните её в меньшем размере и загрузите снова`;
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
  const marked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  // Text has no NUL, unless it is UTF-16, which says so by its mark.
  return marked || !head.includes(0) ? 'text' : null;
}

/** A name that says what the file is: by the ending that its sender gave it, it might be opened as something else. */
function honestName(name: string, kind: FileKind): string {
  const { endings } = kindsOfFiles[kind];
  return endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : name + endings[0]!;
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
