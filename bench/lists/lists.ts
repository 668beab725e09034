import { deepStrictEqual, strictEqual } from 'node:assert';
import pg from 'pg';
import type { Client } from '#test/helpers/client.ts';
import type { Plan } from '../limit.ts';
import { type Load, load, loadOneByOne, type Target, timeOf, warm } from '../load.ts';
import { type Bar, number, type Report } from '../report.ts';
import { type BenchServer, startBenchServer, startLimit } from '../server.ts';
import { type Shape, shapes } from './list-shapes.ts';
import { growTo } from './people.ts';

const sizes = [10_000, 100_000, 1_000_000];
const seconds = { warmUp: 1, measured: 3 };
/** Requests before anything is measured, and before each way of asking; the limit gets as many. */
const warmUp = { first: 4_000, each: 400 };
/** Bare SQL that takes longer answers nobody under load: then both sides are asked by one request after another. */
const slowMs = 200;
const many = 1_000_000;
/** The most that a list of a size may cost more than one a tenth as long (docs/quality.md §4). */
const growthBars = {
  page: (size: number): number => (size > many ? 1.5 : 1.3),
  search: (size: number): number => (size > many ? 5 : 3),
};

export interface Measured {
  limit: Load;
  ours: Load;
}
export type Figures = Map<string, Measured>;

/** Measures the list of people of 10 000, 100 000 and a million, every way of asking beside its bare SQL. */
export async function measureLists(): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    const figures: Figures[] = [];
    for (const [index, size] of sizes.entries()) {
      await growTo(benchServer, sizes[index - 1] ?? 0, size);
      figures.push(await measureAll(benchServer, size));
    }
    return report(figures);
  } finally {
    await benchServer.stop();
  }
}

const measureAll = (benchServer: BenchServer, size: number): Promise<Figures> =>
  measureShapes(benchServer, size, shapes(size), 'individuals');

/**
 * Asks in every way, each beside its bare SQL.
 * @param table whose statements are shown when one is too slow
 * @param asker in whose browser it is asked
 */
export async function measureShapes(
  benchServer: BenchServer,
  size: number,
  some: readonly Shape[],
  table: string,
  asker: Client = benchServer.operator,
): Promise<Figures> {
  const limit = await startLimit(await planOf(benchServer, some));
  try {
    const figures: Figures = new Map();
    for (const [index, shape] of some.entries()) {
      const target = (pid: number, url: string): Target => ({
        url,
        pid,
        cookie: `session=${asker.cookies.get('session')}`,
        postgresPid: benchServer.postgres.pid,
      });
      const bare = target(limit.pid, `${limit.url}/${index}`);
      const ours = target(benchServer.server.pid, benchServer.server.url + encodeURI(shape.path));
      await demandSame(shape, bare, ours);
      const slow = (await timeOf(bare.url, bare.cookie)) > slowMs;
      for (const target of slow ? [] : [bare, ours]) await warm(target, index === 0 ? warmUp.first : warmUp.each);
      const measure = slow ? loadOneByOne : load;
      const [bareFirst, oursFirst, bareAgain, oursAgain] = [
        await measure(bare, seconds),
        await measure(ours, seconds),
        await measure(bare, seconds),
        await measure(ours, seconds),
      ];
      const measured = { limit: cheaper(bareFirst, bareAgain), ours: cheaper(oursFirst, oursAgain) };
      figures.set(shape.name, measured);
      const ratio = ratioOf(measured);
      console.error(`${size} ${shape.name}: ${number(measured.ours.cpuMs, 3)} ms, ${number(ratio)} ×`);
      if (ratio > shape.bar.limit) await printPlan(benchServer, table, () => measure(ours, { warmUp: 1, measured: 1 }));
    }
    return figures;
  } finally {
    await limit.stop();
  }
}

/** What a shared machine adds is never less than nothing, so of two measurements the lower one is nearer to the truth. */
const cheaper = (one: Load, other: Load): Load => (one.cpuMs < other.cpuMs ? one : other);

/** Statements of the limit, their anchors found by the statements' own helpers: where a far page begins, for example. */
async function planOf({ postgres }: BenchServer, some: readonly Shape[]): Promise<Plan> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    const paths: Plan['paths'] = {};
    for (const [index, { name, kind, text, values, from }] of some.entries()) {
      const start = from ? Object.values((await client.query(from)).rows[0]) : [];
      // Of a search prepared once the database makes a plan for any words, which reads the whole table.
      paths[`/${index}`] = [{ ...(kind !== 'search' && { name }), text, values: [...values, ...start] }];
    }
    return { connection: postgres.connection, paths };
  } finally {
    await client.end();
  }
}

/** Both sides must have answered with the same rows, or the comparison means nothing. */
async function demandSame(shape: Shape, bare: Target, ours: Target): Promise<void> {
  const ask = async ({ url, cookie }: Target) => {
    const answer = await fetch(url, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${shape.name}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { items } = (await ask(ours)) as { items: { id: number; kind?: string }[] };
  const [rows] = (await ask(bare)) as [{ id: number; kind?: string }[]];
  if (shape.finds) {
    const told = new Set(rows.map(({ kind }) => kind));
    strictEqual(items.filter(({ kind }) => told.has(kind)).length, rows.length, shape.name);
    return;
  }
  deepStrictEqual(
    items.map(({ id }) => id),
    rows.map(({ id }) => id),
    shape.name,
  );
}

/** Shows how the database works for what is too slow: the statements seen while it is asked, with their plans. */
async function printPlan({ postgres }: BenchServer, table: string, ask: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    const seen = new Set<string>();
    const busy = ask();
    for (let look = 0; look < 200; look++) {
      const { rows } = await client.query<{ query: string }>(
        `select distinct query from pg_stat_activity where application_name = 'ugovor' and query like 'select%' || $1 || '%'
          and length(query) < 1000`,
        [table],
      );
      for (const { query } of rows) seen.add(query);
    }
    await busy;
    for (const query of seen) {
      const plan = await client.query<Record<'QUERY PLAN', string>>(`explain (generic_plan, costs) ${query}`);
      console.error(`${query}\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}\n`);
    }
  } finally {
    await client.end();
  }
}

export const ratioOf = ({ limit, ours }: Measured): number => ours.cpuMs / limit.cpuMs;

function report(figures: readonly Figures[]): Report {
  const last = shapes(sizes.at(-1)!);
  return {
    title: 'Списки',
    about: `Список физлиц оператора, 25 строк и итог: 10 тысяч, 100 тысяч и миллион человек в одной базе. Процессор сервера вместе с
PostgreSQL на запрос, 16 соединений. Предел: голый node:http и pg, та же страница одним запросом без входа и без итога
(дальняя страница — от известного ключа, поиск — по триграммам).`,
    head: ['что', '10 тысяч, мс', '100 тысяч, мс', 'миллион, мс', 'предел, мс', 'к пределу', 'p99, мс'],
    rows: last.map(({ name }) => {
      const measured = figures.map((one) => one.get(name)!);
      const { limit, ours } = measured.at(-1)!;
      return [
        name,
        ...measured.map((one) => number(one.ours.cpuMs, 3)),
        number(limit.cpuMs, 3),
        number(ours.cpuMs / limit.cpuMs),
        number(ours.p99, 0),
      ];
    }),
    bars: [
      ...last.map(
        ({ name, bar }): Bar => ({ ...bar, what: name, figure: ratioOf(figures.at(-1)!.get(name)!), unit: '×' }),
      ),
      ...growth(figures, sizes, last),
    ],
  };
}

/**
 * How much dearer each way of asking has become with each step from a hundred thousand on.
 * @param figures what was measured, one for each of the sizes
 */
export const growth = (figures: readonly Figures[], sizes: readonly number[], some: readonly Shape[]): Bar[] =>
  sizes.slice(1).flatMap((size, at) => {
    const [smaller, larger] = [figures[at]!, figures[at + 1]!];
    if (sizes[at]! < 100_000) return [];
    return some.map(({ name, bar, kind }) => ({
      id: bar.id,
      what: `${name}: рост от ${sizes[at]} к ${size}`,
      figure: larger.get(name)!.ours.cpuMs / smaller.get(name)!.ours.cpuMs,
      limit: growthBars[kind](size),
      unit: '×',
    }));
  });
