import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '#contract/index.ts';
import { spreadsheet } from '#contract/kernel/file.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { readWorkbook, valuesOf } from '../helpers/files/workbook.ts';
import { type Actor, makeWorld, type World } from './helpers/actors.ts';
import { addressOf } from './helpers/addresses.ts';
import { makeCustomReaders, makeOfTwoCompanies } from './helpers/custom-roles.ts';
import { expected, targetsOf } from './helpers/matrix.ts';
import {
  apartByCompany,
  type Core,
  cores,
  emptyColumns,
  isNumber,
  isWord,
  type Planted,
  plant,
  plantedColumns,
} from './helpers/planted.ts';
import { bytesFrom } from './helpers/reading.ts';

/**
 * An oracle plays against every list. What its answer does not show somebody in full, he learns from no search, filter,
 * count, export and order of it. Columns come from the classes of columns, lists from the contract and people from the
 * access matrix, so that nothing new is forgotten here.
 */
let world: World;
let actors: readonly Actor[];
/** Who watches at one company and is the head of another. */
let ofTwo: ReadonlySet<Actor>;
let columns: Planted[];
beforeAll(async () => {
  world = await makeWorld();
  actors = [...world.actors, ...(await makeCustomReaders(world))];
  ofTwo = new Set([await makeOfTwoCompanies(world)]);
  const { owner } = world.testApp;
  // Each registry has a dry run of one row, whose cells are given to those who see its debtor.
  await owner.query(`insert into registry_rows (registry_id, row_no, broken, warned, last_name)
    select id, 1, false, true, 'Иванов' from registries`);
  await owner.query(`insert into registry_verdicts (registry_id, row_no, verdict) select id, 1, 'new' from registries`);
  await owner.query(`insert into autopayments (settlement_id, individual_id, channel, status, mask)
    select id, individual_id, 'card', 'off', '220000 •••• 1234' from settlements`);
  columns = await plantedColumns(owner);
  // Somebody has done something, so that a search of the audit by its author has what to find.
  await owner.query(`insert into audit_log (account_id, kind, operation, action, object_type, object_id)
    select account_id, 'individual', 'individuals.update', 'update', 'individuals', id from individuals`);
});
afterAll(() => world.testApp.stop());

/**
 * Everybody plays, also those of one kind who are shown the very same; names and addresses are tried also where the list
 * shows some of other people.
 */
const isThorough = process.env['MASKS'] === 'all';

const patient = { timeout: 600_000 };

type Shape = Record<string, z.ZodType>;
const shapeOf = (schema: unknown): Shape | undefined =>
  (schema as { shape?: Shape; unwrap?: () => unknown } | undefined)?.shape ??
  ((schema as { unwrap?: () => unknown } | undefined)?.unwrap
    ? shapeOf((schema as { unwrap(): unknown }).unwrap())
    : undefined);
/** What is asked: in the address, or in the body of a report. */
const queryOf = ({ def }: Operation): Shape =>
  ((def.query ?? (def.file && def.body)) as unknown as { shape?: Shape } | undefined)?.shape ?? {};
const isReport = ({ method, def }: Operation): boolean => method === 'POST' && def.file === spreadsheet;

/** The log of the application goes on with every question to it; that it holds nothing of people is tested elsewhere. */
const isLog = ({ code }: Operation): boolean => code.startsWith('debug.');
/** Exports come last: each stands in the audit, which is long enough without them. */
const lists = operations
  .filter(
    (one) =>
      isReport(one) || (one.method === 'GET' && ('q' in queryOf(one) || 'filter' in queryOf(one)) && !isLog(one)),
  )
  .toSorted((one, other) => Number(one.def.file !== undefined) - Number(other.def.file !== undefined));

/** Everybody whom an operation lets in, with the address of something that he may take it to. */
const asking = (operation: Operation, players: readonly Actor[]): { actor: Actor; path: string }[] =>
  players.flatMap((actor) => {
    const target = targetsOf(operation).find(
      (one) => one !== 'absent' && expected(operation, actor.person, one) === '✓',
    );
    const path = target && addressOf(world, actor, operation, target);
    return [...(path ? [path] : []), ...elsewhere(operation, actor)].map((one) => ({ actor, path: one }));
  });

/** What whoever is the head of the other company may take an operation to there. */
function elsewhere(operation: Operation, actor: Actor): string[] {
  const { roleElsewhere, ...person } = actor.person;
  if (!ofTwo.has(actor) || targetsOf(operation)[0] !== 'own') return [];
  if (expected(operation, { ...person, role: roleElsewhere! }, 'own') !== '✓') return [];
  return [addressOf(world, actor, operation, 'foreign') ?? []].flat();
}

/** The rows of an answer as one text. */
async function ask(
  { client, person }: Actor,
  operation: Operation,
  path: string,
  query: Record<string, string>,
): Promise<string> {
  const { route, def } = operation;
  const { status, bytes } = await (isReport(operation)
    ? bytesFrom(client, path, JSON.stringify(query))
    : bytesFrom(client, `${path}?${new URLSearchParams(query)}`));
  expect(status, `${route} × ${person.name}: ${bytes.subarray(0, 300).toString()}`).toBe(200);
  return def.file === spreadsheet
    ? JSON.stringify(valuesOf(readWorkbook(bytes)[0]!))
    : withoutItsMoment(bytes.toString());
}

/** A file for 1С tells the second in which it was made: two answers alike differ in nothing but that. */
const withoutItsMoment = (file: string): string => file.replace(/ ДатаФормирования="[^"]*"/, '');

/** Filters that take any text, beside the search. */
const wordFilters = (operation: Operation): string[] =>
  Object.entries(shapeOf(queryOf(operation)['filter']) ?? {})
    .filter(([, schema]) => schema.safeParse('500100732259').success || schema.safeParse(['Канарейка']).success)
    .map(([name]) => `filter[${name}]`);

test('each table that holds names, contacts and numbers of people has rows here', async () => {
  // No list shows letters: they are sent, and forgotten.
  expect(await emptyColumns(world.testApp.owner)).toEqual(['letters.recipient']);
});

const mostRows = 100;
const whole = { limit: String(mostRows) };

/** All rows of a list, page by page: what somebody is shown farther down is shown to him too. */
async function rowsOf(actor: Actor, operation: Operation, path: string): Promise<string> {
  const { limit, page } = queryOf(operation);
  if (!limit) return ask(actor, operation, path, {});
  let rows = '';
  for (let at = 1; ; at++) {
    const some = await ask(actor, operation, path, page ? { ...whole, page: String(at) } : whole);
    rows += some;
    if (!page || JSON.parse(some).items.length < mostRows) return rows;
  }
}

test('what a list does not show in full is found by no search, filter, count and export of it', patient, async () => {
  await plant(world.testApp.owner, columns, 'alike');
  const { told, played } = await play(actors, columns, await everythingShown(actors));
  expect(told).toEqual([]);
  expect(played).toBeGreaterThan(lists.length);
});

test('nor by whoever is shown it by another company of his', patient, async () => {
  const apart = await apartByCompany(world, columns);
  await plant(world.testApp.owner, apart, 'alike');
  const shown = await everythingShown([...ofTwo]);
  const seen = apart.filter(({ value }) => [...shown.values()].join().includes(value));
  // What both of his companies hide from him the test above has played.
  const halfSeen = apart.filter((one) => !seen.includes(one) && seen.some((half) => isOtherHalf(one, half)));
  const { told } = await play([...ofTwo], halfSeen, shown);
  expect(told).toEqual([]);
  expect(halfSeen.map(({ table }) => table)).toContain('registry_entries');
});

const isOtherHalf = (one: Planted, other: Planted): boolean =>
  one.table === other.table && one.column === other.column && one !== other;

/** Lets the oracle play for these people. @returns what it has found, and how many games there were */
async function play(
  players: readonly Actor[],
  planted: readonly Planted[],
  shown: ReadonlyMap<Actor, string>,
): Promise<{ told: string[]; played: number }> {
  const played = new Set<string>();
  const lookAt = (rows: string) => ({
    // All that somebody is shown is millions of letters.
    mark: hash('sha256', rows),
    hidden: planted.filter(({ value }) => !rows.includes(value)),
  });
  const everywhere = new Map(players.map((actor) => [actor, lookAt(shown.get(actor)!)]));
  const told = await overLists(players, async (operation, actor, path) => {
    const keys = [...('q' in queryOf(operation) ? ['q'] : []), ...wordFilters(operation)];
    const { mark, hidden } = ownRows(operation) ? lookAt(await rowsOf(actor, operation, path)) : everywhere.get(actor)!;
    const game = [operation.code, actor.person.kind, mark].join();
    if (played.has(game) && !isThorough) return [];
    played.add(game);
    const mixed = new Set(planted.filter((one) => !hidden.includes(one)).map(({ core }) => core));
    const found = await inTurn(keys, (key) =>
      findsHidden(hidden, mixed, (word) => ask(actor, operation, path, { [key]: word })),
    );
    return found.flat().map((name) => `${operation.route} × ${actor.person.name}: ${name}`);
  });
  return { told, played: played.size };
}

/**
 * The names of the hidden columns that a search finds by a part or by the whole.
 * @param mixed kinds of words of which the list shows some columns, so that their core is found anyway
 */
async function findsHidden(
  hidden: readonly Planted[],
  mixed: ReadonlySet<Core>,
  find: (word: string) => Promise<string>,
): Promise<string[]> {
  const nothing = await inTurn(['Такихздесьнет', '0102030405'], find);
  const isFound = async (word: string): Promise<boolean> => !nothing.includes(await find(word));
  const suspect = new Set<Core>();
  for (const core of new Set(hidden.map((one) => one.core))) {
    const isWorth = isThorough || isNumber({ core }) || !mixed.has(core);
    if (isWorth && (await isFound(cores[core]))) suspect.add(core);
  }
  const found = await inTurn(hidden, async ({ name, core, tried, value }) => {
    const words = suspect.has(core) ? tried : isNumber({ core }) ? [value] : [];
    return (await inTurn(words, isFound)).includes(true) ? [name] : [];
  });
  return found.flat();
}

/** One after another: nobody may have many exports at once. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

/** What each list gives to each person who may ask for it. */
async function overLists<R>(
  players: readonly Actor[],
  work: (operation: Operation, actor: Actor, path: string) => Promise<readonly R[]>,
  some = lists,
): Promise<R[]> {
  const done = await inTurn(some, (operation) =>
    Promise.all(asking(operation, players).map(({ actor, path }) => work(operation, actor, path))),
  );
  return done.flat(2);
}

/** Whether the rows can be looked at without a search; counts and the palette show none. */
const ownRows = ({ def }: Operation): boolean =>
  def.file !== undefined || (shapeOf(def.out)?.['items'] !== undefined && !isPalette(def));
const isPalette = (def: Operation['def']): boolean => !(def.query as z.ZodType).safeParse({}).success;

/** What each of these people is shown by all lists together. */
async function everythingShown(players: readonly Actor[]): Promise<Map<Actor, string>> {
  const texts = new Map<Actor, string>(players.map((actor) => [actor, '']));
  const shown = lists.filter(ownRows).toReversed();
  await overLists(
    players,
    async (operation, actor, path) => {
      const rows = await rowsOf(actor, operation, path);
      texts.set(actor, texts.get(actor)! + rows);
      return [];
    },
    shown,
  );
  return texts;
}

test('the order of a list does not depend on what it does not show', patient, async () => {
  const { changed, asked } = await movedBy(columns.filter((one) => !isWord(one)));
  expect(changed).toEqual([]);
  expect(asked).toBeGreaterThan(100);
});

test('nor on the names and addresses that it does not show', patient, async () => {
  const words = columns.filter(isWord);
  // Most lists of people go by the names that they show: those are asked again about each column by itself.
  const { changed } = await movedBy(words);
  const told = await inTurn(words, async (one) => {
    const moved = await movedBy([one], new Set(changed));
    return moved.changed
      .filter((name) => !moved.shown.get(name)!.includes(one.value))
      .map((name) => `${name}: ${one.name}`);
  });
  expect(told.flat()).toEqual([]);
  expect(changed.length).toBeGreaterThan(0);
});

/** The orders that are not the same when these columns go up and when they go down, and what their rows show. */
async function movedBy(
  planted: readonly Planted[],
  some?: ReadonlySet<string>,
): Promise<{ changed: string[]; asked: number; shown: ReadonlyMap<string, string> }> {
  await plant(world.testApp.owner, planted, 'up');
  const up = await ordersOf(some);
  await plant(world.testApp.owner, planted, 'down');
  const down = await ordersOf(some);
  const changed = [...up].filter(([name, { ids }]) => down.get(name)!.ids !== ids).map(([name]) => name);
  return { changed, asked: up.size, shown: new Map([...up].map(([name, { rows }]) => [name, rows])) };
}

/** The rows of each list in each of its orders, as each person sees them. @param some these orders alone */
async function ordersOf(some?: ReadonlySet<string>): Promise<Map<string, { ids: string; rows: string }>> {
  const orders = await overLists(
    actors,
    async (operation, actor, path) => {
      const done = await inTurn(sortsOf(operation), async (key) => {
        const name = `${operation.route} ?sort[${key}] × ${actor.person.name}`;
        if (some && !some.has(name)) return [];
        const rows = await ask(actor, operation, path, { ...whole, [`sort[${key}]`]: '1' });
        const items: { id?: number; rowNo?: number }[] = JSON.parse(rows).items;
        return [[name, { ids: items.map(({ id, rowNo }) => id ?? rowNo).join(), rows }] as const];
      });
      return done.flat();
    },
    lists.filter((one) => ownRows(one) && !one.def.file),
  );
  return new Map(orders);
}

const sortsOf = (operation: Operation): string[] => {
  const sort = queryOf(operation)['sort'] as unknown as { unwrap(): { keyType: { options: string[] } } } | undefined;
  return sort?.unwrap().keyType.options ?? [];
};
