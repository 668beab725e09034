import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#contract/kernel/errors.ts';
import { Files } from './files.ts';

const csv = { kinds: ['text' as const], maxBytes: 100 };

let folder: string;
let files: Files;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ugovor-files-'));
  files = new Files({ dataDir: folder, secretKey: 'a key for tests that is long enough' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const kept = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('the storage of files', () => {
  test('gives back what it took', async () => {
    const file = await files.receive(Readable.from([Buffer.from('ИНН;Сумма')]), '../долги.csv', csv);
    expect(file).toMatchObject({ name: 'долги.csv', size: 17, kind: 'text' });
    expect(await text(files.read(file.key))).toBe('ИНН;Сумма');
    await files.remove(file.key);
    expect(kept()).toEqual([]);
  });

  test.each([
    ['too large', Readable.from([Buffer.alloc(101, 'a')]), 'body.too_large'],
    ['empty', Readable.from([]), 'input.invalid'],
    ['of another kind', Readable.from([Buffer.from('PK\u0003\u0004')]), 'input.invalid'],
  ])('refuses a file that is %s, and keeps nothing of it', async (_, stream, code) => {
    const refusal = await files.receive(stream, 'x.csv', csv).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code });
    expect(kept()).toEqual([]);
  });

  test('tells of a stream that broke at once, before there was a folder to write to', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.destroy(new Error('broken'));
    await expect(files.receive(stream, 'x.csv', csv)).rejects.toThrow('broken');
    expect(kept()).toEqual([]);
  });
});
