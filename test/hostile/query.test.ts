import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { problemOf } from '../fuzz/helpers/answers.ts';
import { actorFor } from '../fuzz/helpers/asking.ts';
import { makeWorld, type World } from '../fuzz/helpers/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  // Papers of money are laid out with what a case of fuzzing begins with.
  await world.restore();
});
afterAll(() => world.testApp.stop());

const lists = operations.filter(
  ({ method, def }) => method === 'GET' && Object.keys(def.query?.shape ?? {}).length > 0,
);
const sorted = lists.filter(({ def }) => def.query!.shape['sort']);

const get = (operation: Operation, query: string) => {
  const actor = actorFor(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, param: string) =>
    String(world.idOf(operation.def.on![param]!, actor, operation)),
  );
  return world.browser(actor).get(`${path}?${query}`);
};

/** Every parameter of an operation by the name under which it comes, filters and sorts included. */
function parametersOf({ def }: Operation): string[] {
  const names = Object.keys(def.query!.shape);
  const filters = names.includes('filter') ? ['active', 'verificationStatus', 'kind', 'status', 'system'] : [];
  const sorts = names.includes('sort') ? ['createdAt', 'name', '__proto__', 'constructor', 'password_hash', '1'] : [];
  return [...names, ...filters.map((name) => `filter[${name}]`), ...sorts.map((name) => `sort[${name}]`)];
}

const hostile = [
  "'",
  '"',
  "' or '1'='1",
  "'; drop table accounts; --",
  '1); select pg_sleep(10); --',
  '(select password_hash from accounts limit 1)',
  'created_at desc, (select 1)',
  '\\',
  '%',
  '_',
  '$1',
  '{}',
  '[object Object]',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  '9007199254740993',
  '9223372036854775808',
  'null',
  'undefined',
  'true',
  '\u202e',
  'İ',
].map(encodeURIComponent);
/** Bytes that are no text: NUL, half a surrogate pair, broken UTF-8, a lone percent sign. */
const broken = ['%00', 'a%00b', '%ED%A0%80', '%ff%fe', '%c3%28', '%'];
const shapes = ['', '[]', '[0]', '[x]', '[__proto__]', '[constructor][prototype]', '[$gt]'];

/**
 * These are read by one schema for every list, and of a filter or a sort the name decides more than the value. Each value of
 * each is asked of several lists.
 */
const isShared = (name: string): boolean => ['page', 'limit', 'sort', 'filter'].includes(name) || name.includes('[');

/** Each workbook is its list once more and costs a connection to the database, so that they share what all of them read. */
const workbooks = lists.filter(({ def }) => def.query!.shape['columns']);

/** What a list is asked with one parameter: everything, or where lists share its reading, each list its part. */
function queriesFor(operation: Operation, name: string): string[] {
  const all = [
    ...[...hostile, ...broken].map((value) => `${name}=${value}`),
    ...shapes.map((shape) => `${name}${shape}=1`),
    `${name}=1&${name}=2`,
    name,
  ];
  if (isShared(name)) return part(all, lists.indexOf(operation), 3);
  // Words that are searched for are read by one schema too, and each list looks for them in its own columns.
  if (name === 'q') return part(all, lists.indexOf(operation), Math.ceil(all.length / 3));
  const turn = workbooks.indexOf(operation);
  return turn === -1 ? all : part(all, turn, Math.ceil((2 * all.length) / workbooks.length));
}

const part = (all: readonly string[], turn: number, size: number): string[] =>
  Array.from({ length: size }, (_, index) => all[(turn * size + index) % all.length]!);

describe('whatever stands in a parameter, the answer is a list or a refusal', () => {
  test.each(lists.map((operation) => [operation.route, operation] as const))('%s', async (_route, operation) => {
    const queries = parametersOf(operation).flatMap((name) => queriesFor(operation, name));
    const problems: string[] = [];
    for (const query of queries) {
      const reply = await get(operation, query);
      // 409: an object that is not ready for this reading, which the operation declares.
      const problem = [200, 400, 409].includes(reply.status) ? problemOf(operation, reply) : `status ${reply.status}`;
      if (problem) problems.push(`${query}: ${problem}`);
    }
    expect(queries.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('a list is sorted and filtered only by what it offers', () => {
  test.each(sorted.map((operation) => [operation.route, operation] as const))('%s', async (_route, operation) => {
    const { body: usual } = await get(operation, '');
    // Names that every object has are dropped by the parser, so they sort nothing.
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const reply = await get(operation, `sort[${key}]=1`);
      // A file carries the second of its making.
      expect([reply.status, operation.def.file ?? reply.body]).toEqual([200, operation.def.file ?? usual]);
    }
    for (const key of ['id', 'password_hash', 'created_at', 'le.id', '0', 'createdAt;']) {
      expect([key, (await get(operation, `sort[${key}]=1`)).status]).toEqual([key, 400]);
    }
    for (const value of ['2', '0', '-2', 'asc', '']) {
      expect([value, (await get(operation, `sort[createdAt]=${value}`)).status]).toEqual([value, 400]);
    }
    expect((await get(operation, 'filter[passwordHash]=x')).status).toBe(400);
    expect((await get(operation, 'where=1')).status).toBe(400);
  });
});

describe('the limits of the query parser', () => {
  const me = operations.find(({ code }) => code === 'auth.me')!;
  const many = (count: number): string => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
  const nested = (depth: number): string => `a${'[b]'.repeat(depth)}=1`;
  const array = (length: number): string => Array.from({ length }, () => 'a[]=1').join('&');

  test.each([
    ['1000 parameters', many(1_000), many(1_001)],
    ['20 items of an array', array(20), array(21)],
    ['5 levels', nested(5), nested(6)],
  ])('%s are read, one more is refused', async (_name, within, beyond) => {
    expect((await get(me, within)).status).toBe(200);
    expect(await get(me, beyond)).toMatchObject({ status: 400, body: { code: 'input.query' } });
  });
});

describe('a search', () => {
  const list = operations.find(({ code }) => code === 'legal-entities.list')!;
  const found = async (typed: string): Promise<string[]> => {
    const { body } = await get(list, `q=${encodeURIComponent(typed)}`);
    return body.items.map((item: { shortName: string }) => item.shortName);
  };

  test('takes the signs of a pattern as they are', async () => {
    await world.testApp.company({ shortName: 'Сто_процентов 100% \\ успех' });
    for (const typed of ['100%', 'о_п', '% \\ у', '100% \\ успех']) {
      expect([typed, await found(typed)]).toEqual([typed, ['Сто_процентов 100% \\ успех']]);
    }
    for (const typed of ['1%0', 'С_о', '\\\\', '%%%']) expect([typed, await found(typed)]).toEqual([typed, []]);
  });

  test('refuses what the database cannot hold', async () => {
    expect(await get(list, 'q=%00')).toMatchObject({ status: 400, body: { code: 'input.invalid' } });
  });
});
