import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '#contract/index.ts';
import type { Access } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { type Actor, makeWorld, type World } from '../access/helpers/actors.ts';
import { addressOf, fromNowhere } from '../access/helpers/addresses.ts';
import { expected, targetsOf } from '../access/helpers/matrix.ts';
import { fillTables, lastIds, thinTables } from '../helpers/long-tables.ts';

/** What is read while others write goes by the same statements on each database: our own is asked alone. */
const isOurs = process.env['TEST_DATABASE_ONLY'] !== '1';

/** More rows than six anchors of far pages span, and no round number of pages. */
const many = 1_620;
const seed = 20_261_123;
/** So many pairs of walks over each order of each list; `npm run soak -- lists` wants more of them. */
const walksOfList = Number(process.env['LIST_WALKS'] ?? 1);

/** Lists that stay short in life, so that no page of theirs is found by an anchor, and that of the debtors whom the ledger knows, who are few here. */
const short = ['agreement-templates.list', 'legal-entity-types.list', 'individual-categories.list', 'ledger.debtors'];

const lists = operations.filter(({ def }) => def.query && 'page' in def.query.shape);

interface Reading {
  operation: Operation;
  path: string;
  /** What is asked of a list besides, so that reading it does not add to it. */
  filter: string;
  readers: Actor[];
}
/** Whatever is written or shown adds to the audit; people are made by nobody who reads. */
const filters: Readonly<Record<string, string>> = {
  'audit.list': '&filter[objectType]=individuals&filter[action]=insert',
  // Its lines are of the current month unless told.
  'ledger.accountLines': '&filter[from]=2026-01-01',
};
type Row = Record<string, unknown>;

let world: World;
let readings: Reading[];
let before: ReadonlyMap<string, number>;
beforeAll(async () => {
  world = await makeWorld();
  before = await lastIds(world);
  await fillTables(world, 1, many);
  // In life the database has counted such tables long ago; to plan without that takes most of the time here.
  await world.testApp.owner.query('analyze');
  readings = lists.map(readingOf);
});
afterAll(() => world.testApp.stop());

/** Two people who may read a list, of different kinds where there are such. */
function readingOf(operation: Operation): Reading {
  const target = targetsOf(operation)[0]!;
  const may = world.actors.filter(
    (actor) =>
      actor.accountId !== null &&
      expected(operation, actor.person, target) === '✓' &&
      addressOf(world, actor, operation, target),
  );
  // A list of one's own is read by whom it is filled for, any other by those who see most.
  const isOwn = ({ person }: Actor): boolean => sees({ person } as Actor, operation) !== 'all';
  const ofPeople = operation.path.includes('/individuals/{id}') || (operation.def.access as Access).operator === 'self';
  const [first] = ofPeople ? may : may.toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other)));
  const path = addressOf(world, first!, operation, target)!;
  // Another person may have other rows of his own; two readers read the same list.
  const readers = may.filter(
    (actor) =>
      addressOf(world, actor, operation, target) === path && sees(actor, operation) === sees(first!, operation),
  );
  return {
    operation,
    path,
    filter: filters[operation.code] ?? '',
    readers: [first!, readers.find((one) => one !== first) ?? first!],
  };
}

/** By what the rows of people differ: themselves, or their company. */
const sees = ({ person, accountId }: Actor, { def }: Operation): string => {
  const grant = def.access === 'anyone' || person.kind === null ? 'all' : def.access[person.kind];
  const scope = typeof grant === 'string' ? grant : grant?.[0];
  return scope === 'all' ? 'all' : scope === 'member' || scope === 'counterparty' ? 'home' : `${accountId}`;
};

const sortsOf = ({ def }: Operation): string[] => {
  const { sort } = def.query!.shape as { sort?: z.ZodOptional<z.ZodRecord<z.ZodEnum>> };
  return Object.keys(sort?.unwrap().keyType.enum ?? {});
};

/** What the copied rows are found by: their names, contracts, addresses and the words of whoever wrote them. */
const words = ['Лев', 'Яшин', 'К-1', 'many.example', 'Проверка'];

/** The word that finds most of a list; nothing of a list that is not searched or has none of them. */
async function searchOf(reading: Reading): Promise<string[]> {
  if (!('q' in reading.operation.def.query!.shape)) return [];
  let most = { total: 0, query: '' };
  for (const word of words) {
    const query = `&q=${encodeURIComponent(word)}`;
    const { total } = await ask(reading, reading.readers[0]!, query, 1, 20);
    if (total > most.total) most = { total, query };
  }
  return most.total > 0 ? [most.query] : [];
}

interface Answer {
  rows: string[];
  total: number;
  more: boolean;
}
const keyOf = ({ id, rowNo, ...rest }: Row): string => JSON.stringify(id ?? rowNo ?? rest);

async function ask(
  { path, filter }: Reading,
  reader: Actor,
  query: string,
  page: number,
  limit: number,
): Promise<Answer> {
  const { status, body, text } = await reader.client.get(
    `${path}?page=${page}&limit=${limit}${filter}${query}`,
    fromNowhere(),
  );
  if (status !== 200) throw new Error(`${path} ${query}: ${status} ${text}`);
  return { rows: body.items.map(keyOf), total: body.total, more: body.more };
}

async function readWhole(reading: Reading, query: string): Promise<string[]> {
  const rows: string[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(reading, reading.readers[0]!, query, page, 100);
    rows.push(...answer.rows);
    if (answer.rows.length === 0) return rows;
  }
}

interface Step {
  limit: number;
  at: number;
  next: number;
}

/** Whatever pages are asked for, in whatever order and by two at once: each is its part of the whole, which has each row once. */
async function expectExact(reading: Reading, query: string): Promise<string[]> {
  const whole = await readWhole(reading, query);
  // Whoever asks for the neighbour of what he has read before goes on from there; the first page begins anew.
  for (const reader of reading.readers) await ask(reading, reader, query, 1, 100);
  const name = `${reading.operation.route} ${query}`;
  expect(new Set(whole).size, name).toBe(whole.length);
  const step = fc.record<Step>({
    limit: fc.constantFrom(20, 50, 100),
    at: fc.integer({ min: 0, max: whole.length + 50 }),
    next: fc.constantFrom(0, 1, 1, -1, 4),
  });
  const walk = async (reader: Actor, steps: readonly Step[]): Promise<void> => {
    for (const { limit, at, next } of steps) {
      for (const page of [Math.floor(at / limit) + 1, Math.floor(at / limit) + 1 + next].filter((one) => one > 0)) {
        const offset = (page - 1) * limit;
        const { rows, total, more } = await ask(reading, reader, query, page, limit);
        expect(rows, `${name} page ${page} limit ${limit}`).toEqual(whole.slice(offset, offset + limit));
        expect([total, more], `${name} page ${page} limit ${limit}`).toEqual([whole.length, false]);
      }
    }
  };
  const walks = fc.tuple(...reading.readers.map(() => fc.array(step, { minLength: 3, maxLength: 3 })));
  const together = (all: Step[][]) => Promise.all(all.map((steps, index) => walk(reading.readers[index]!, steps)));
  await fc.assert(
    fc.asyncProperty(walks, async (all) => void (await together(all))),
    { numRuns: walksOfList, seed, endOnFailure: true },
  );
  return whole;
}

/** All values of the first filter of a list that takes several: it is asked and lets most rows through. Empty where there is none. */
function everyValue({ def }: Operation): string {
  const { filter } = def.query!.shape as { filter?: z.ZodOptional<z.ZodObject> };
  for (const [name, schema] of Object.entries(filter?.unwrap().shape ?? {})) {
    const { element } = (schema as z.ZodOptional<z.ZodArray<z.ZodEnum>>).unwrap();
    const values = (element as z.ZodEnum | undefined)?.options;
    if (values) return values.map((value) => `&filter[${name}][]=${value}`).join('');
  }
  return '';
}

/** Does the same for all lists, some at once, and collects what is wrong with them. */
async function wrongAmong(judge: (reading: Reading) => Promise<void>): Promise<string[]> {
  const queue = [...readings];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let reading = queue.shift(); reading; reading = queue.shift()) {
      await judge(reading).catch((error: Error) =>
        wrong.push(`${error.message.slice(0, 400)} ${(error.cause as Error | undefined)?.message ?? ''}`),
      );
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return wrong.sort();
}

const isLong = ({ operation }: Reading): boolean => !short.includes(operation.code);

describe('pages of every list of the contract', () => {
  /** The lists in their first order, as they stand after the last writing. */
  const wholes = new Map<Reading, string[]>();

  test('are its parts, in any order, with any limits, searched or not, to two people at once', {
    timeout: 600_000,
  }, async () => {
    let searched = 0;
    const wrong = await wrongAmong(async (reading) => {
      const sorts = sortsOf(reading.operation);
      const first = `&sort[${sorts[0]}]=-1`;
      // A list of one order is asked for the same pages by the next test, and needs only to have been read before it.
      const whole = await (sorts.length > 1 ? expectExact : readWhole)(reading, first);
      if (isLong(reading) !== whole.length > 1_500) throw new Error(`${reading.operation.code}: ${whole.length} rows`);
      if (sorts.length > 2) await expectExact(reading, `&sort[${sorts[1]}]=1`);
      if (sorts.length > 1) await expectExact(reading, `&sort[${sorts.at(-1)}]=1${everyValue(reading.operation)}`);
      for (const search of await searchOf(reading)) if ((await expectExact(reading, search)).length > 100) searched++;
    });
    expect(wrong).toEqual([]);
    expect(searched).toBeGreaterThan(15);
  });

  test.runIf(isOurs)('are so again right after something was written', { timeout: 600_000 }, async () => {
    await thinTables(world, before, seed);
    await fillTables(world, 20_001, 20_003);
    const wrong = await wrongAmong(async (reading) => {
      wholes.set(reading, await expectExact(reading, ''));
    });
    expect(wrong).toEqual([]);
  });

  test.runIf(isOurs).each([
    ['onwards', 1],
    ['backwards', -1],
  ])('lose no row that stood while others wrote, read %s', { timeout: 600_000 }, async (_name, along) => {
    const seen = new Map<Reading, Set<string>>();
    // Far pages, those about the thousandth row, from where they are found by anchors, and some nearer ones.
    for (const [index, page] of [8, 9, 10, 11, 12, 13, 14].sort((one, other) => (one - other) * along).entries()) {
      const unread = await wrongAmong(async (reading) => {
        const { rows } = await ask(reading, reading.readers[0]!, '', page, 100);
        seen.set(reading, new Set([...(seen.get(reading) ?? []), ...rows]));
      });
      expect(unread).toEqual([]);
      await thinTables(world, before, index * along);
      if (index % 3 === 0) await fillTables(world, 23_000 + along * (index + 1), 23_000 + along * (index + 1));
    }
    const lost = await wrongAmong(async (reading) => {
      const stood = wholes.get(reading)!;
      const after = await readWhole(reading, '');
      wholes.set(reading, after);
      const ends = [
        stood.findIndex((row) => seen.get(reading)!.has(row)),
        stood.findLastIndex((row) => seen.get(reading)!.has(row)),
      ];
      const there = new Set(after);
      const gone = stood.slice(...ends).filter((row) => there.has(row) && !seen.get(reading)!.has(row));
      if (gone.length > 0) throw new Error(`${reading.operation.code} lost ${gone.length}`);
    });
    expect(lost).toEqual([]);
  });
});
