import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import type { S3Config } from '../config.ts';
import { FileLost, type LocalFile, type Store, type StoredFile, StoreTrouble } from './store.ts';

/** What is held in memory of a file on its way; a file that is larger goes in several parts of this size. */
const partBytes = 8 * 1024 * 1024;
/** A storage that answers nothing for so long is taken for a silent one. */
const patienceMs = 30_000;
const portion = 1_000;

type Request = Parameters<S3Client['makeRequest']>[0];
interface Part {
  readonly number: number;
  readonly etag: string;
}

/**
 * The storage in a bucket of an S3-compatible server, laid out as the folder is, so that one can be copied into the other.
 * Copies of files that must be read from any place are kept on this machine.
 */
export class S3Store implements Store {
  readonly #client: S3Client;
  readonly #folder: string;
  readonly #copies: string;
  readonly #patienceMs: number;

  /**
   * @param folder what the names of its objects begin with
   * @param copies a folder of this machine
   */
  constructor(
    { url, bucket, accessKey, secretKey, region }: S3Config,
    { folder, copies, patience = patienceMs }: { folder: string; copies: string; patience?: number },
  ) {
    this.#client = new S3Client({ endPoint: url, bucket, accessKey, secretKey, region });
    this.#folder = folder;
    this.#copies = copies;
    this.#patienceMs = patience;
  }

  /** @returns what is wrong with the configuration, or null; also null when there is no answer at all */
  async complaint(): Promise<string | null> {
    try {
      await this.#ask({ method: 'GET', objectName: '', query: { 'list-type': '2', 'max-keys': '1' } });
      return null;
    } catch (error) {
      const status = error instanceof StoreTrouble && statusOf(error.cause);
      if (status === 404) return 'S3_BUCKET: такой корзины нет';
      if (status === 403 || status === 401) return 'S3_ACCESS_KEY: хранилище не пускает с этими ключами';
      return status && status < 500 ? `S3_URL: хранилище отвечает ${status}` : null;
    }
  }

  async put(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const objectName = this.#objectName(key);
    const done: Part[] = [];
    let uploadId: string | undefined;
    try {
      for await (const { body, last } of inParts(bytes)) {
        if (last && !uploadId) return void (await this.#ask({ method: 'PUT', objectName, payload: body }));
        uploadId ??= await this.#begin(objectName);
        const number = done.length + 1;
        const query = { partNumber: String(number), uploadId };
        const { headers } = await this.#ask({ method: 'PUT', objectName, query, payload: body });
        done.push({ number, etag: headers.get('etag') ?? '' });
      }
      await this.#complete(objectName, uploadId!, done);
    } catch (error) {
      // What is not taken back now is swept later.
      if (uploadId) await this.#abort(objectName, uploadId).catch(() => undefined);
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    const { body } = await this.#ask({ method: 'GET', objectName: this.#objectName(key), returnBody: true }).catch(
      throwIfLost,
    );
    const stream = Readable.fromWeb(body as ReadableStream);
    return Readable.from(troubled(stream), { objectMode: false });
  }

  remove(key: string): Promise<void> {
    return this.#delete(this.#objectName(key));
  }

  async localFile(key: string): Promise<LocalFile> {
    const folder = join(this.#copies, randomUUID());
    const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, key);
      await pipeline(await this.get(key), createWriteStream(path, { mode: 0o600 }));
      return { path, [Symbol.asyncDispose]: dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  }

  async *list(): AsyncGenerator<readonly StoredFile[], void, undefined> {
    const prefix = `${this.#folder}/`;
    let page: StoredFile[] = [];
    for await (const { key, lastModified } of troubled(this.#client.listObjects({ prefix, pageSize: portion }))) {
      const remove = (): Promise<void> => this.#delete(key);
      page.push({ key: basename(key), changedAt: lastModified.getTime(), remove });
      if (page.length === portion) {
        yield page;
        page = [];
      }
    }
    yield page;
    yield await this.#unfinished(prefix);
    yield await this.#leftCopies();
  }

  /** Uploads in parts that were never completed: no list of objects shows them, and each is paid for. */
  async #unfinished(prefix: string): Promise<StoredFile[]> {
    const answer = await this.#ask({ method: 'GET', objectName: '', query: { uploads: '', prefix }, returnBody: true });
    const text = await answer.text().catch(trouble);
    return Array.from(text.matchAll(/<Upload>(.*?)<\/Upload>/gs), ([, upload]) => {
      const valueOf = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(upload!)?.[1] ?? '';
      const remove = (): Promise<void> => this.#abort(valueOf('Key'), valueOf('UploadId'));
      return { key: null, changedAt: Date.parse(valueOf('Initiated')), remove };
    });
  }

  /** Copies of a process that died while it read them. */
  async #leftCopies(): Promise<StoredFile[]> {
    const names = await readdir(this.#copies).catch(() => []);
    return Promise.all(
      names.map(async (name) => {
        const path = join(this.#copies, name);
        const changedAt = await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => Date.now(),
        );
        return { key: null, changedAt, remove: () => rm(path, { recursive: true, force: true }) };
      }),
    );
  }

  async #begin(objectName: string): Promise<string> {
    const answer = await this.#ask({ method: 'POST', objectName, query: 'uploads=', returnBody: true });
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text().catch(trouble))?.[1];
    return id ?? trouble(new Error('An upload in parts has no id'));
  }

  async #complete(objectName: string, uploadId: string, parts: readonly Part[]): Promise<void> {
    const partsXml = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const payload = `<CompleteMultipartUpload>${partsXml.join('')}</CompleteMultipartUpload>`;
    const answer = await this.#ask({ method: 'POST', objectName, query: { uploadId }, payload, returnBody: true });
    // A failure that comes late is in an answer that has begun as a success.
    const text = await answer.text().catch(trouble);
    if (!text.includes('CompleteMultipartUploadResult')) trouble(new Error('An upload in parts was not completed'));
  }

  async #abort(objectName: string, uploadId: string): Promise<void> {
    await this.#ask({ method: 'DELETE', objectName, query: { uploadId }, statusCode: 204 });
  }

  async #delete(objectName: string): Promise<void> {
    await this.#ask({ method: 'DELETE', objectName, statusCode: 204 }).catch((error: unknown) => {
      if (!(error instanceof StoreTrouble && statusOf(error.cause) === 404)) throw error;
    });
  }

  /** @throws StoreTrouble */
  async #ask(request: Request): Promise<Response> {
    const late = Promise.withResolvers<never>();
    const bell = setTimeout(() => late.reject(new Error('no answer in time')), this.#patienceMs);
    try {
      return await Promise.race([this.#client.makeRequest(request), late.promise]);
    } catch (error) {
      return trouble(error);
    } finally {
      clearTimeout(bell);
    }
  }

  #objectName(key: string): string {
    return `${this.#folder}/${key.slice(0, 2)}/${key}`;
  }
}

function trouble(cause: unknown): never {
  throw new StoreTrouble(cause);
}

/** A file that is not there does not come by waiting. */
function throwIfLost(error: unknown): never {
  const cause = error instanceof StoreTrouble ? error.cause : null;
  throw cause instanceof S3Errors.ServerError && cause.code === 'NoSuchKey' ? new FileLost() : error;
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3Errors.ServerError ? error.statusCode : undefined;

/** What comes from the storage, whose breaking off is its trouble. */
async function* troubled<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* source;
  } catch (error) {
    trouble(error);
  }
}

/** Cuts what flows into parts of one size, the last one shorter; a part is good until the next one is asked for. */
async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ body: Buffer<ArrayBuffer>; last: boolean }> {
  const part = Buffer.allocUnsafeSlow(partBytes);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      // A full part waits until there is more: it may be the last one.
      if (filled === partBytes) {
        yield { body: part, last: false };
        filled = 0;
      }
      const taken = chunk.copy(part, filled, at);
      filled += taken;
      at += taken;
    }
  }
  yield { body: part.subarray(0, filled), last: true };
}
