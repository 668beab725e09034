import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFile, type SealedFile, sealing, unsealing } from './sealed-file.ts';
import { soleKey } from './secrets.ts';

const keys = soleKey('a key for tests that is long enough')();
const piece = 65_536;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ugovor-sealed-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Seals bytes that come in chunks of this size. */
async function sealed(name: string, bytes: Buffer, chunk = 10_007): Promise<SealedFile> {
  const file = { path: join(folder, name), keys };
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  );
  await pipeline(Readable.from(chunks), sealing({ name, keys }), createWriteStream(file.path));
  return file;
}

const readSealed = ({ path, keys: own }: SealedFile) =>
  Readable.from(unsealing(createReadStream(path), { name: basename(path), keys: own }));

describe('a sealed file', () => {
  test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 200_000])(
    'of %d bytes is read as it was written',
    async (size) => {
      const bytes = randomBytes(size);
      const file = await sealed(`whole-${size}`, bytes);
      expect((await buffer(readSealed(file))).equals(bytes)).toBe(true);
      const opened = await openFile(file);
      expect(opened.size).toBe(size);
      await opened.close();
    },
  );

  test('is read from any place, over the borders of its pieces and not beyond its end', async () => {
    const bytes = randomBytes(2 * piece + 500);
    const opened = await openFile(await sealed('anywhere', bytes));
    for (const [at, length] of [
      [0, 10],
      [piece - 5, 10],
      [piece, piece],
      [10, 2 * piece],
      [2 * piece + 490, 100],
      [bytes.length, 10],
    ] as const) {
      const into = Buffer.alloc(length + 3, 7);
      const { bytesRead } = await opened.read(into, 3, length, at);
      expect(into.subarray(0, 3)).toEqual(Buffer.alloc(3, 7));
      expect(into.subarray(3, 3 + bytesRead).equals(bytes.subarray(at, at + length))).toBe(true);
    }
    await opened.close();
  });

  test('shows nothing of what it says, and two files of the same bytes have nothing in common', async () => {
    const bytes = Buffer.from('Секретов Секрет Секретович, паспорт 4510 123456\n'.repeat(3_000));
    const [one, other] = [await sealed('one', bytes), await sealed('other', bytes)];
    const stored = await Promise.all([one, other].map(({ path }) => readFile(path)));
    for (const text of stored) expect(text.includes('Секретов') || text.includes('123456')).toBe(false);
    expect(stored[0]!.subarray(20, 84).equals(stored[1]!.subarray(20, 84))).toBe(false);
  });

  test('that somebody has changed, cut, moved or opens with another key says nothing', async () => {
    const bytes = randomBytes(2 * piece + 100);
    const file = await sealed('mine', bytes);
    const whole = await readFile(file.path);
    const reading = (place: SealedFile) => buffer(readSealed(place));
    const changed = async (name: string, content: Buffer): Promise<SealedFile> => {
      await writeFile(join(folder, name), content);
      return { path: join(folder, name), keys };
    };
    await copyFile(file.path, join(folder, 'moved'));
    await expect(reading({ path: join(folder, 'moved'), keys })).rejects.toThrow();
    await expect(reading({ ...file, keys: soleKey('another key that is long enough')() })).rejects.toThrow();
    const flipped = Buffer.from(whole);
    flipped[piece + 200]! ^= 1;
    for (const content of [
      flipped,
      whole.subarray(0, 20 + 2 * (piece + 16)),
      whole.subarray(0, -7),
      whole.subarray(0, 10),
    ]) {
      await writeFile(file.path, content);
      await expect(reading(file)).rejects.toThrow();
    }
    await expect(reading(await changed('plain', Buffer.from('Фамилия;Имя\n')))).rejects.toThrow('damaged');
  });
});
