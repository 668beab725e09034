import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readRegistry } from '#server/modules/registries/reading/read-registry.ts';
import { FileRefused, refusals } from '#server/platform/xlsx/read/refusal.ts';
import { bombs, hostileFiles } from '#test/helpers/registry/hostile.ts';
import { damagedBook, damagedFile, shuffledBook, strangeText } from '#test/helpers/registry/mutations.ts';
import { caps, today, withFile } from '#test/helpers/registry/reading.ts';

/** A refusal by its code, or null for a file that was read; anything else that is thrown fails the test. */
const answerTo = (bytes: Buffer): Promise<string | null> =>
  withFile(bytes, async (file) => {
    try {
      for await (const told of readRegistry({ kind: 'simple', today, caps, right: 'lender', file })) void told;
      return null;
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      expect(error.message).toMatch(/^[А-Я][^\n]{8,160}$/);
      return error.code;
    }
  });

describe('a file made to hurt', () => {
  test.each(hostileFiles())('is refused: $name', async ({ bytes, refused }) => {
    expect(refused).toContain(await answerTo(bytes));
  });
});

describe('a file that chance has changed is read or refused', () => {
  const many = async (count: number, file: (seed: number) => Buffer): Promise<Map<string | null, number>> => {
    const answers = new Map<string | null, number>();
    for (let seed = 1; seed <= count; seed++) {
      const answer = await answerTo(file(seed)).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
    return answers;
  };

  test('in its bytes', async () => {
    const answers = await many(200, damagedFile);
    expect(answers.get('damaged')).toBeGreaterThan(100);
  });

  test('in its XML', async () => {
    const answers = await many(200, damagedBook);
    expect(answers.get(null)).toBeGreaterThan(5);
    expect(answers.get('damaged')).toBeGreaterThan(50);
  });

  test('in the order of its parts', async () => {
    expect([...(await many(60, shuffledBook)).values()].reduce((sum, count) => sum + count, 0)).toBe(60);
  });

  test('as a text', async () => {
    const answers = await many(150, strangeText);
    expect(answers.get(null)).toBeGreaterThan(10);
    expect(answers.get('header')).toBeGreaterThan(10);
  });
});

test('a bomb is refused within five seconds of work and 250 megabytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ugovor-bombs-'));
  try {
    const files: string[] = [];
    const expected = bombs();
    for (const [index, { bytes }] of expected.entries()) {
      files.push(join(folder, String(index)));
      await writeFile(files.at(-1)!, bytes);
    }
    const child = fileURLToPath(new URL('../../helpers/registry/read-child.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [child, ...files]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number & string>);
    for (const [index, { name, refused }] of expected.entries()) {
      expect(refused, name).toContain(lines[index]!['answer']);
      expect(lines[index]!['seconds'], name).toBeLessThan(5);
    }
    expect(lines.at(-1)!['grown']! / 1024 / 1024).toBeLessThan(250);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('every refusal is one Russian sentence', () => {
  for (const sentence of Object.values(refusals))
    expect(sentence).toMatch(/^[А-Я][^.!?\n]{6,150}(?:\.[a-z]+[^.!?\n]*)*$/);
});
