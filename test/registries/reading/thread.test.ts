import { expect, test } from 'vitest';
import { simpleColumns } from '#domain/registries/registry-columns.ts';
import { packRows } from '#server/modules/registries/reading/pack.ts';
import { readInThread } from '#server/modules/registries/reading/reading.ts';
import type { PackingJob } from '#server/modules/registries/reading/reading.types.ts';
import { makeSecrets, soleKey } from '#server/platform/secrets/secrets.ts';
import { inlineRow, makeBook } from '#test/helpers/registry/book.ts';
import { all, caps, readingOf, refusalOf, today, withFile } from '#test/helpers/registry/reading.ts';
import { simpleCells } from '#test/helpers/registry/rows.ts';

const count = 3_000;
const rows = Array.from({ length: count }, (_, index) =>
  inlineRow(
    index + 2,
    simpleCells({ externalId: `Х-${index}`, phone: index % 100 === 0 ? '12' : '89161234567' }) as string[],
  ),
);
const header = inlineRow(
  1,
  simpleColumns.map(({ header }) => header),
);
const file = makeBook({ rows: header + rows.join('') });
const keys = soleKey('a key for tests that is long enough');
const job = (path: string, more: Partial<PackingJob> = {}): PackingJob => ({
  kind: 'simple',
  today,
  caps,
  right: 'lender',
  file: path,
  registryId: 7,
  keys: keys(),
  ...more,
});

/** Packed rows as lines of values, without what is sealed: no two seals are alike. */
const linesOf = (packed: readonly { rows: Uint8Array }[]): string[][] =>
  packed.flatMap(({ rows: text }) =>
    new TextDecoder()
      .decode(text)
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t').filter((value) => !value.startsWith('1.'))),
  );

test('a thread reads the same as the reader itself, with progress to the end', async () => {
  const own = await readingOf(file, { kind: 'simple' });
  await withFile(file, async (path) => {
    const told = await all(readInThread(job(path)));
    expect(told[0]).toEqual({ head: own.head });
    expect(told.at(-1)).toEqual({ end: own.end });
    const packed = told.flatMap((message) => ('staged' in message ? message.staged : []));
    const whole = packRows(makeSecrets(keys), { id: 7, kind: 'simple' }, own.rows);
    expect(linesOf(packed)).toEqual(linesOf([whole]));
    expect(Buffer.concat(packed.map(({ problems }) => problems))).toEqual(Buffer.from(whole.problems));
    const progress = told.flatMap((message) => ('staged' in message ? [message.progress] : []));
    expect(progress.at(-1)).toMatchObject({ rows: count });
    expect(progress.at(-1)!.bytesDone).toBe(progress.at(-1)!.bytesTotal);
    expect(progress.map(({ bytesDone }) => bytesDone)).toEqual(
      progress.map(({ bytesDone }) => bytesDone).toSorted((a, b) => a - b),
    );
  });
});

test('a file that cannot be read is refused through the thread as well', async () => {
  const read = (bytes: Buffer | string, more?: Partial<PackingJob>) =>
    withFile(bytes, (path) => refusalOf(all(readInThread(job(path, more)))));
  expect(await read('')).toBe('empty');
  expect(await read(file.subarray(0, -30))).toBe('damaged');
  expect(await read(file, { mostRows: 10 })).toBe('rows');
});

test('a slow taker holds the reading back, and leaving ends it', async () => {
  await withFile(file, async (path) => {
    const taken = [];
    for await (const message of readInThread(job(path))) {
      taken.push(message);
      if (taken.length === 3) break;
    }
    expect(taken).toHaveLength(3);
    const stop = new AbortController();
    const stopped = all(readInThread(job(path), { signal: stop.signal }));
    stop.abort();
    await expect(stopped).rejects.toThrow('aborted');
  });
});

test('a thread that says nothing for too long is given up with a sentence', async () => {
  await withFile(file, async (path) => {
    expect(await refusalOf(all(readInThread(job(path), { silenceMs: 1 })))).toBe('slow');
  });
});

test('file after file is read by one thread, two at once by two; one that was refused or left is not used again', async () => {
  let made = 0;
  const count = () => made++;
  process.on('worker', count);
  const threadsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = made;
    await work();
    return made - before;
  };
  await withFile(file, async (path) => {
    const read = () => all(readInThread(job(path)));
    await read();
    expect(await threadsOf(read)).toBe(0);
    expect(await threadsOf(() => Promise.all([read(), read()]))).toBe(1);
    expect(await threadsOf(() => refusalOf(all(readInThread(job(path, { mostRows: 10 })))))).toBe(0);
    expect(await threadsOf(read)).toBe(1);
    expect((await read()).at(-1)).toMatchObject({ end: { rows: 3_000 } });
  });
  process.off('worker', count);
});
