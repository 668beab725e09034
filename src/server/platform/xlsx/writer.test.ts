import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readWorkbook, unzip, valuesOf } from '#test/helpers/files/workbook.ts';
import type { CellKind } from './cells.ts';
import { type Column, writeSheet } from './writer.ts';

async function* given(rows: Iterable<readonly unknown[]>): AsyncGenerator<readonly (readonly unknown[])[]> {
  let batch: (readonly unknown[])[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < 7) continue;
    yield batch;
    yield [];
    batch = [];
  }
  yield batch;
}

const columnsOf = (...kinds: CellKind[]): Column[] => kinds.map((kind) => ({ title: kind, width: 12, kind }));

const write = (columns: Column[], rows: Iterable<readonly unknown[]>): Promise<Buffer> =>
  buffer(writeSheet({ sheet: 'Лист', columns, rows: { batches: given(rows) } }));

async function cellsOf(kind: CellKind, values: readonly unknown[]) {
  const [sheet] = readWorkbook(
    await write(
      columnsOf(kind),
      values.map((value) => [value]),
    ),
  );
  return sheet!.rows.slice(1).map(([cell]) => cell);
}

describe('cells', () => {
  test('a text is a string whatever it begins with, and comes back letter by letter', async () => {
    const texts = [
      '=1+1',
      '+7 900 000-00-00',
      '-1',
      '@SUM(A1)',
      '\tотступ',
      '\rвозврат',
      '＝1+1',
      "=cmd|' /C calc'!A0",
      '0077123456',
      '<b>&amp;</b> "кавычки"',
      '_x0041_',
      '_x0041_x0042_',
      ' края ',
      'две\nстроки',
      '\u0007\u001b\uffff',
      '😀 ёЁ',
    ];
    const cells = await cellsOf('text', texts);
    expect(cells.map((cell) => cell!.value)).toEqual(texts);
    expect(new Set(cells.map((cell) => cell!.type))).toEqual(new Set(['inlineStr']));
  });

  test('half of a surrogate pair becomes the replacement character', async () => {
    const cells = await cellsOf('text', ['а\ud800б', '\udc00']);
    expect(cells.map((cell) => cell!.value)).toEqual(['а\ufffdб', '\ufffd']);
  });

  test('a text longer than a cell may hold is cut to its limit', async () => {
    const [cell] = await cellsOf('text', ['я'.repeat(40_000)]);
    expect(cell!.value).toBe('я'.repeat(32_767));
  });

  test('money is written by its digits, never through a fraction', async () => {
    const cells = await cellsOf('money', [0, 1, -5, 10, 123_456, 9_999_999_999_999, 29]);
    const digits = ['0.00', '0.01', '-0.05', '0.10', '1234.56', '99999999999.99', '0.29'];
    expect(cells).toEqual(digits.map((value) => ({ value, type: 'n', style: 3 })));
  });

  test('half a kopeck breaks the file instead of being rounded', async () => {
    await expect(write(columnsOf('money'), [[0.5]])).rejects.toThrow('kopecks');
  });

  test('a day is its number in Excel; one that Excel does not know is a text', async () => {
    const cells = await cellsOf('day', ['1900-03-01', '2024-02-29', '1900-02-28']);
    expect(cells.map((cell) => cell!.value)).toEqual(['61', '45351', '28.02.1900']);
    expect(cells.map((cell) => cell!.type)).toEqual(['n', 'n', 'inlineStr']);
  });

  test('an instant stands as Moscow clocks show it', async () => {
    const [evening] = await cellsOf('instant', [new Date('2024-02-28T21:00:00Z')]);
    expect(evening).toEqual({ value: '45351', type: 'n', style: 5 });
    const [noon] = await cellsOf('instant', [new Date('2024-02-29T09:00:00Z')]);
    expect(noon!.value).toBe('45351.5');
  });

  test('numbers, flags and absent values', async () => {
    expect((await cellsOf('number', [42, -1.5])).map((cell) => cell!.value)).toEqual(['42', '-1.5']);
    expect(await cellsOf('number', [1_234_567_890_123_456])).toMatchObject([{ type: 'inlineStr' }]);
    expect(await cellsOf('boolean', [true, false])).toMatchObject([
      { value: '1', type: 'b' },
      { value: '0', type: 'b' },
    ]);
    expect(await cellsOf('text', [null])).toEqual([undefined]);
  });
});

describe('the sheet', () => {
  test('has a bold frozen header, widths, and a filter over all rows', async () => {
    const columns = Array.from({ length: 28 }, (_, index) => ({
      title: `№${index}`,
      width: 9,
      kind: 'number' as const,
    }));
    const [sheet] = readWorkbook(await write(columns, [columns.map((_, index) => index)]));
    expect(valuesOf(sheet!)[1]).toEqual(columns.map((_, index) => String(index)));
    expect(new Set(sheet!.rows[0]!.map((cell) => cell!.style))).toEqual(new Set([1]));
    expect(sheet!.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet!.xml).toContain('<col min="28" max="28" width="9" customWidth="1"/>');
    expect(sheet!.xml).toContain('<autoFilter ref="A1:AB2"/>');
  });

  test('without rows is a header alone', async () => {
    const sheets = readWorkbook(await write(columnsOf('text'), []));
    expect(sheets.map(valuesOf)).toEqual([[['text']]]);
    expect(sheets[0]!.xml).toContain('ref="A1:A1"');
  });

  test('goes on in the next one when it is full, without losing a row', async () => {
    const most = 1_048_575;
    function* rows(count: number) {
      for (let index = 1; index <= count; index++) yield [index];
    }
    let turns = 0;
    const done = new AbortController();
    const others = (async () => {
      for (; !done.signal.aborted; await setImmediate()) turns++;
    })();
    const file = await write(columnsOf('number'), rows(most + 2));
    done.abort();
    await others;
    const parts = unzip(file);
    const [first, second] = [parts.get('xl/worksheets/sheet1.xml')!, parts.get('xl/worksheets/sheet2.xml')!];
    expect(first).toContain(`<row r="1048576"><c r="A1048576" s="0"><v>${most}</v></c></row></sheetData>`);
    expect(readWorkbook(file)[1]).toMatchObject({ name: 'Лист 2' });
    expect([...second.matchAll(/<v>(\d+)<\/v>/g)].map((found) => Number(found[1]))).toEqual([most + 1, most + 2]);
    // Counted in pieces, not in time: a busy machine makes every turn longer.
    expect(turns, 'turns of others, at least one a piece').toBeGreaterThan(first.length / 131_072);
  });

  test('is made no faster than it is read, and lets go of the rows when it is destroyed', async () => {
    let taken = 0;
    let letGo = false;
    async function* endless() {
      try {
        for (;;) yield [`строка ${taken++} ${Math.random()}`];
      } finally {
        letGo = true;
      }
    }
    const stream = writeSheet({ sheet: 'Лист', columns: columnsOf('text'), rows: endless() });
    stream.once('readable', () => undefined);
    await quiet(() => taken);
    expect(taken).toBeGreaterThan(100);
    expect(taken).toBeLessThan(50_000);
    stream.destroy();
    await quiet(() => taken);
    expect(letGo).toBe(true);
  });

  test('passes an error of its rows on before any byte', async () => {
    // oxlint-disable-next-line require-yield
    async function* broken(): AsyncGenerator<unknown[]> {
      throw new Error('нет связи');
    }
    const stream = writeSheet({ sheet: 'Лист', columns: columnsOf('text'), rows: broken() });
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await expect(new Promise((_, reject) => stream.once('error', reject))).rejects.toThrow('нет связи');
    expect(bytes).toBe(0);
  });
});

/** Waits until a number stands still. */
async function quiet(read: () => number): Promise<void> {
  for (let still = 0, last = -1; still < 200; await setImmediate()) {
    still = read() === last ? still + 1 : 0;
    last = read();
  }
}
