import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#contract/kernel/errors.ts';
import { lacksSwift, type Swift, startSwift } from '#test/helpers/files/swift.ts';
import { testUnless } from '#test/helpers/run/unless.ts';
import { readConfig, type S3Config } from '../config.ts';
import { openFile } from '../secrets/sealed-file.ts';
import { soleKey } from '../secrets/secrets.ts';
import { complaintAbout, Files, openStore } from './files.ts';
import { S3Store } from './s3-store.ts';
import { type Store, type StoredFile, StoreTrouble } from './store.ts';

const csv = { kinds: ['text' as const], maxBytes: 100 };
const keys = soleKey('a key for tests that is long enough');
/** The clock of another machine may be ahead. */
const justNow = -60_000;
const noSwift = lacksSwift();

let dataDir: string;
let swift: Swift;
let s3: S3Config;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ugovor-files-'));
  if (noSwift) return;
  swift = await startSwift();
  s3 = await swift.bucket();
});
afterAll(async () => {
  await swift?.stop();
  rmSync(dataDir, { recursive: true });
});

describe.each(['a folder', ...(noSwift ? [] : ['S3'])])('the storage of files in %s', (where) => {
  let files: Files;
  let store: Store;
  beforeAll(async () => {
    const storage = { dataDir, keys, s3: where === 'S3' ? s3 : undefined };
    files = new Files(storage);
    store = await openStore(storage, 'files');
  });

  const storedKeys = async (): Promise<(string | null)[]> =>
    (await Readable.from(store.list()).toArray()).flat().map(({ key }: StoredFile) => key);

  test('gives back what it took', async () => {
    const file = await files.receive(Readable.from([Buffer.from('ИНН;Сумма')]), '../долги.csv', csv);
    expect(file).toMatchObject({
      name: 'долги.csv',
      size: 17,
      kind: 'text',
      key: expect.stringMatching(/^[\da-f]{32}$/),
    });
    expect(await text(files.read(file.key))).toBe('ИНН;Сумма');
    expect(await text(await store.get(file.key))).not.toContain('ИНН');
    expect(await storedKeys()).toEqual([file.key]);
    await files.remove(file.key);
    await files.remove(file.key);
    expect(await storedKeys()).toEqual([]);
    await expect(text(files.read(file.key))).rejects.not.toBeInstanceOf(StoreTrouble);
  });

  test.each([
    ['долги.CSV', 'долги.CSV'],
    ['долги.txt', 'долги.txt'],
    ['долги.csv.exe', 'долги.csv.exe.csv'],
    ['страница.html', 'страница.html.csv'],
    ['', 'файл.csv'],
  ])('calls what came as «%s» by what it is', async (given, name) => {
    const file = await files.receive(Readable.from([Buffer.from('<html>')]), given, csv);
    expect(file.name).toBe(name);
    await files.remove(file.key);
  });

  test('holds a file of several parts, whole and on this machine too', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024 + 7, 'строка;');
    const chunks = Array.from({ length: 21 }, (_, at) => bytes.subarray(at * 1024 * 1024, (at + 1) * 1024 * 1024));
    const file = await files.receive(Readable.from(chunks), 'x.csv', { ...csv, maxBytes: bytes.length });
    expect((await buffer(files.read(file.key))).equals(bytes)).toBe(true);
    let path: string;
    {
      await using local = await files.localFile(file.key);
      path = local.sealed.path;
      const opened = await openFile(local.sealed);
      expect(opened.size).toBe(bytes.length);
      await opened.close();
    }
    expect(existsSync(path)).toBe(where === 'a folder');
    await files.remove(file.key);
  });

  test('sweeps what no row knows, once it is old', async () => {
    const put = () => files.receive(Readable.from([Buffer.from('а')]), 'x.csv', csv);
    const [known, unknown] = [await put(), await put()];
    const isKnown = async () => new Set([known.key]);
    expect(await files.sweep(isKnown)).toBe(0);
    expect(new Set(await storedKeys())).toEqual(new Set([known.key, unknown.key]));
    expect(await files.sweep(isKnown, justNow)).toBe(1);
    expect(await storedKeys()).toEqual([known.key]);
    expect(await files.sweep(async () => new Set(), justNow)).toBe(1);
  });

  test.each([
    ['too large', Readable.from([Buffer.alloc(101, 'a')]), 'body.too_large'],
    ['empty', Readable.from([]), 'input.invalid'],
    ['of another kind', Readable.from([Buffer.from('PK\u0003\u0004')]), 'input.invalid'],
  ])('refuses a file that is %s, and keeps nothing of it', async (_, stream, code) => {
    const refusal = await files.receive(stream, 'x.csv', csv).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code });
    expect(await storedKeys()).toEqual([]);
  });

  test('tells of a stream that broke at once, before there was a folder to write to', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.destroy(new Error('broken'));
    await expect(files.receive(stream, 'x.csv', csv)).rejects.toThrow('broken');
    expect(await storedKeys()).toEqual([]);
  });

  test('keeps nothing of a large file that breaks off or turns out too large', async () => {
    const mb = Buffer.alloc(1024 * 1024, 'а');
    async function* breaking() {
      for (let sent = 0; sent < 12; sent++) yield mb;
      throw new Error('broken');
    }
    const large = { ...csv, maxBytes: 20 * mb.length };
    await expect(files.receive(Readable.from(breaking()), 'x.csv', large)).rejects.toThrow('broken');
    const flood = Readable.from(Array.from({ length: 30 }, () => mb));
    await expect(files.receive(flood, 'x.csv', large)).rejects.toMatchObject({ code: 'body.too_large' });
    expect(await storedKeys()).toEqual([]);
  });
});

describe('a storage in S3', () => {
  const nobody = { url: 'http://127.0.0.1:1', bucket: 'nobody', accessKey: 'a', secretKey: 'b', region: 'r' };

  test('that does not answer is trouble that passes, and a file is not lost by its removal', async () => {
    const files = new Files({ dataDir, keys, s3: nobody });
    await expect(files.receive(Readable.from(['а']), 'x.csv', csv)).rejects.toThrow(StoreTrouble);
    await expect(text(files.read('abc'))).rejects.toThrow(StoreTrouble);
    await expect(files.localFile('abc')).rejects.toThrow(StoreTrouble);
    await expect(files.sweep(async () => new Set())).rejects.toThrow(StoreTrouble);
    await files.remove('abc');
    expect(await complaintAbout({ s3: nobody })).toBe(null);
  });

  test('that is silent is not waited for long', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const store = new S3Store({ ...nobody, url }, { folder: 'files', copies: dataDir, patience: 200 });
    await expect(store.get('abc')).rejects.toThrow(StoreTrouble);
    silent.close();
  });

  testUnless(noSwift)('gives up the parts of an upload whose process has died', async () => {
    const client = new S3Client({ ...s3, endPoint: s3.url });
    await client.makeRequest({ method: 'POST', objectName: 'files/ab/abc', query: 'uploads=' });
    const files = new Files({ dataDir, keys, s3 });
    expect(await files.sweep(async () => new Set(), justNow)).toBe(1);
    expect(await files.sweep(async () => new Set(), justNow)).toBe(0);
  });

  testUnless(noSwift)('whose bucket or keys are wrong is told in one line', async () => {
    const complaint = (wrong: Partial<S3Config>) => complaintAbout({ s3: { ...s3, ...wrong } });
    expect(await complaint({})).toBe(null);
    expect(await complaint({ bucket: 'no-such-bucket' })).toBe('S3_BUCKET: такой корзины нет');
    expect(await complaint({ secretKey: 'wrong' })).toBe('S3_ACCESS_KEY: хранилище не пускает с этими ключами');
  });

  test('is configured whole or not at all', () => {
    const wrong = (env: Record<string, string>) => () => readConfig({ DATA_DIR: dataDir, ...env });
    const whole = { S3_URL: 'https://s3.test', S3_BUCKET: 'ugovor', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
    expect(readConfig({ DATA_DIR: dataDir, ...whole }).s3).toMatchObject({ bucket: 'ugovor', region: 'us-east-1' });
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']) {
      expect(wrong({ ...whole, [name]: '' })).toThrow(`Неверная настройка ${name}: с S3_URL её нужно задать`);
    }
    expect(wrong({ ...whole, S3_URL: '' })).toThrow('Неверная настройка S3_URL: с S3_BUCKET адрес нужно задать');
    expect(wrong({ ...whole, S3_URL: 'ftp://x' })).toThrow('Неверная настройка S3_URL');
    expect(wrong({ ...whole, S3_BUCKET: 'Ведро' })).toThrow('Неверная настройка S3_BUCKET');
  });
});
