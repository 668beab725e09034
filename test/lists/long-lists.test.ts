import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';

/** More than the nearest anchors of far pages span, with many who came at one moment and bear one name. */
const people = 3_000;
/** The name without the ИНН behind it, which may be masked and so orders nobody. */
const byName = `rtrim(search, ' 0123456789')`;

let testApp: Booted;
let pool: pg.Pool;
let operator: Client;
beforeAll(async () => {
  testApp = await boot();
  pool = testApp.owner;
  operator = (await testApp.operator('administrator')).client;
  await pool.query(`
    insert into individuals (last_name, first_name, middle_name, verification_status, pending_since, created_at)
    select (array['Ёлкин', 'Иванов', 'ИВАНОВА', 'Яшин'])[1 + n % 4], (array['Анна', 'Лев', 'Римма'])[1 + n % 3],
      case when n % 2 = 0 then 'Львовна' end, (array['unverified', 'pending', 'verified'])[1 + n % 3],
      case when n % 3 = 1 then now() - (n / 7) * interval '1 hour' end, now() - (n / 40) * interval '0.000001 s'
    from generate_series(1, ${people}) n`);
});
afterAll(() => testApp.stop());

const idsAt = async (query: string, page: number): Promise<number[]> =>
  (await operator.get(`/api/individuals?limit=100&page=${page}&${query}`)).body.items.map(
    (row: { id: number }) => row.id,
  );
const pagesOf = async (query: string, order: readonly number[]): Promise<number[]> => {
  const pages = new Map<number, number[]>();
  for (const page of order) pages.set(page, await idsAt(query, page));
  return [...pages].sort(([a], [b]) => a - b).flatMap(([, ids]) => ids);
};
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

test('a search for nothing but spaces is no search', async () => {
  const { body: all } = await operator.get('/api/individuals?limit=2');
  const { body: counted } = await operator.get('/api/individuals/counts');
  for (const q of ['', '%20%20']) {
    expect((await operator.get(`/api/individuals?limit=2&q=${q}`)).body).toEqual(all);
    expect((await operator.get(`/api/individuals/counts?q=${q}`)).body).toEqual(counted);
  }
});

describe('pages of a list, put together, are the whole list once', () => {
  const orders: [string, string, string][] = [
    ['by creation', 'sort[createdAt]=-1', 'created_at desc, id desc'],
    ['by creation, the eldest first', 'sort[createdAt]=1', 'created_at, id'],
    ['by name', 'sort[name]=1', `${byName}, id`],
    ['by name, backwards', 'sort[name]=-1', `${byName} desc, id desc`],
    ['by waiting', 'sort[pendingSince]=1', 'pending_since nulls last, id'],
  ];
  test.each(orders)('%s', async (_name, query, order) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from individuals where deleted_at is null order by ${order}`,
    );
    const last = Math.ceil(rows.length / 100);
    // From the end, so that the first jump is the farthest, and then from the beginning over the same anchors.
    const expected = rows.map(({ id }) => id);
    expect(await pagesOf(query, upTo(last).toReversed())).toEqual(expected);
    expect(await pagesOf(query, upTo(last))).toEqual(expected);
  });

  test('within a status, asked by many at once', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from individuals where verification_status = 'verified' order by ${byName}, id`,
    );
    const query = 'sort[name]=1&filter[verificationStatus]=verified';
    const pages = await Promise.all(upTo(Math.ceil(rows.length / 100)).map((page) => idsAt(query, page)));
    expect(pages.flat()).toEqual(rows.map(({ id }) => id));
  });

  test('between two days of Moscow, by one plan for any days', async () => {
    const instants = [
      '2025-02-28T20:59:59.999Z',
      '2025-02-28T21:00:00Z',
      '2025-03-31T20:59:59.999Z',
      '2025-03-31T21:00:00Z',
    ];
    const { rows } = await pool.query<{ id: number }>(
      `insert into individuals (last_name, first_name, created_at)
       select 'Границын', 'Лев', unnest($1::timestamptz[]) returning id`,
      [instants],
    );
    const [before, first, last, after] = rows.map(({ id }) => id);
    const between = (from: string, to: string) => idsAt(`filter[createdFrom]=${from}&filter[createdTo]=${to}`, 1);
    // A plan is kept from the sixth question on.
    for (let question = 0; question < 8; question++) {
      expect(await between('2025-03-01', '2025-03-31')).toEqual([last, first]);
      expect(await between('2025-02-28', '2025-04-01')).toEqual([after, last, first, before]);
    }
    expect(await between('2025-03-02', '2025-03-30')).toEqual([]);
  });

  test('and behind the end there is nothing', async () => {
    const { status, body } = await operator.get('/api/individuals?limit=100&page=99999');
    expect([status, body.items]).toEqual([200, []]);
    expect(body.total).toBe((await operator.get('/api/individuals')).body.total);
  });
});

describe('the kept counts', () => {
  const counted = async (): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ status: string; count: number }>(
      `select verification_status as status, count(*) from individuals where deleted_at is null group by 1`,
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  const shown = async (): Promise<Record<string, number>> =>
    (await operator.get('/api/individuals/counts')).body.counts;
  const check = async () => {
    const { all, ...statuses } = await shown();
    const real = await counted();
    expect(Object.fromEntries(Object.entries(statuses).filter(([, count]) => count > 0))).toEqual(real);
    expect(all).toBe(Object.values(real).reduce((sum, count) => sum + count, 0));
  };

  test('are true after coming, changing, leaving and coming back, in one statement or in many', async () => {
    await check();
    const { rows } = await pool.query<{ id: number }>(
      `insert into individuals (last_name, first_name) select 'Новая', 'Нина' from generate_series(1, 5) returning id`,
    );
    await check();
    const ids = rows.map(({ id }) => id);
    await pool.query(`update individuals set verification_status = 'blocked' where id = any($1)`, [ids]);
    await check();
    await pool.query(`update individuals set deleted_at = now() where id = any($1)`, [ids.slice(1)]);
    await check();
    await pool.query(`update individuals set deleted_at = null, verification_status = 'unverified' where id = $1`, [
      ids[1],
    ]);
    await pool.query(`delete from individuals where id = any($1)`, [ids.slice(2)]);
    await check();
    await pool.query(`update individuals set last_name = 'Другая' where id = $1`, [ids[0]]);
    await check();
  });

  test('stay true when many change at once, and when a transaction is rolled back', async () => {
    const { rows } = await pool.query<{ id: number }>('select id from individuals limit 60');
    const to = ['unverified', 'pending', 'blocked'];
    await Promise.all(
      rows.map(({ id }, index) =>
        pool.query('update individuals set verification_status = $1 where id = $2', [to[index % 3], id]),
      ),
    );
    await check();
    await pool.query(
      `do $$ begin update individuals set verification_status = 'blocked'; raise 'no'; exception when raise_exception then null; end $$`,
    );
    await check();
  });

  test('are the totals of the list, of all and of chosen statuses, to those who see everybody', async () => {
    const real = await counted();
    const total = async (query: string): Promise<unknown> => {
      const { body } = await operator.get(`/api/individuals?limit=1&${query}`);
      return [body.total, body.more];
    };
    expect(await total('')).toEqual([Object.values(real).reduce((sum, count) => sum + count, 0), false]);
    expect(await total('filter[verificationStatus]=pending')).toEqual([real['pending'], false]);
    const both = 'filter[verificationStatus][]=pending&filter[verificationStatus][]=verified';
    expect(await total(both)).toEqual([real['pending']! + real['verified']!, false]);
    expect(await total('q=ёлкин')).toEqual([people / 4, false]);
    const own = await testApp.individual();
    expect((await own.client.get('/api/individuals')).body.total).toBe(1);
    expect((await own.client.get('/api/individuals/counts')).body.counts.all).toBe(1);
  });
});

describe('a search that finds more than is counted', () => {
  const many = 10_400;
  beforeAll(async () => {
    const client = await pool.connect();
    await client.query(`set session_replication_role = replica`);
    await client.query(`
      insert into individuals (last_name, first_name, verification_status)
      select 'Частая', 'Имя' || n, (array['unverified', 'verified'])[1 + n % 2] from generate_series(1, ${many}) n`);
    client.release(true);
  });
  const sorted = async (where: string, offset: number): Promise<number[]> => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from individuals where last_name = 'Частая' and ${where} order by ${byName} desc, id desc limit 100 offset ${offset}`,
    );
    return rows.map(({ id }) => id);
  };
  const search = 'q=частая&sort[name]=-1';

  test('says that there are more, and goes on page by page in the order of the list', async () => {
    const { body } = await operator.get(`/api/individuals?limit=100&${search}`);
    expect([body.total, body.more]).toEqual([10_000, true]);
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual(await sorted('true', 0));
    expect(await idsAt(search, 3)).toEqual(await sorted('true', 200));
  });

  test('is not needed on far pages of the whole list: the way there is walked stride by stride', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from individuals where deleted_at is null order by ${byName} desc, id desc limit 100 offset 12900`,
    );
    expect(rows).toHaveLength(100);
    // Asked as nothing was before: the ways to its pages are remembered for a while.
    expect(await idsAt('sort[name]=-1&filter[createdFrom]=2020-01-01', 130)).toEqual(rows.map(({ id }) => id));
  });

  test('counts exactly what its filters leave of it, and by tabs the whole', async () => {
    const filter = 'filter[verificationStatus]=verified';
    const { body } = await operator.get(`/api/individuals?limit=100&${search}&${filter}`);
    expect([body.total, body.more]).toEqual([many / 2, false]);
    expect(await idsAt(`${search}&${filter}`, 2)).toEqual(await sorted(`verification_status = 'verified'`, 100));
    const { counts } = (await operator.get('/api/individuals/counts?q=частая')).body;
    expect(counts).toEqual({ unverified: many / 2, pending: 0, verified: many / 2, blocked: 0, all: many });
  });

  test('finds nothing where nothing is, however far the page', async () => {
    const nothing = (await operator.get('/api/individuals?q=такихнет')).body;
    expect([nothing.items, nothing.total, nothing.more]).toEqual([[], 0, false]);
    const behind = (await operator.get('/api/individuals?q=ёлкин&page=9000')).body;
    expect([behind.items, behind.total]).toEqual([[], people / 4]);
  });
});
