import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookmarkHeader, noBookmark } from '#contract/kernel/page-bookmarks.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { withOtherNode } from '../helpers/processes/other-node.ts';
import { PageReader } from './helpers/page-reader.ts';

const limit = 10;
const people = 120;
const path = '/api/individuals';

let testApp: Booted;
let here: Client;
beforeAll(async () => {
  testApp = await boot();
  here = (await testApp.operator('administrator')).client;
});
afterAll(() => testApp.stop());
const { there } = withOtherNode(() => testApp);

const query = (text: string, values: unknown[] = []) => testApp.owner.query(text, values);
/** People who came so many seconds ago, so that the latest stand in front. */
const come = (count: number, secondsAgo: string) =>
  query(
    `insert into individuals (last_name, first_name, created_at)
     select 'Белов', 'Лев', now() - ${secondsAgo} * interval '1 second' from generate_series(1, ${count})`,
  );
const standing = async (): Promise<number[]> =>
  (await query('select id from individuals order by created_at desc, id desc')).rows.map(({ id }) => id);

/** Numbers that look random and are the same in each run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Some come, in front of all others and anywhere, and some go. */
async function write(): Promise<void> {
  await come(3, '0');
  await come(2, `random() * ${people}`);
  await query('delete from individuals where id in (select id from individuals order by random() limit 3)');
}

let stoodBefore: number[];
beforeEach(async () => {
  await query('delete from individuals');
  await come(people, 'generate_series');
  stoodBefore = await standing();
});

/** Those who were there all the time and were on no page. */
async function lost(seen: ReadonlySet<number>, among = stoodBefore): Promise<number[]> {
  const there = new Set(await standing());
  return among.filter((id) => there.has(id) && !seen.has(id));
}

const queries = [
  ['a list', ''],
  ['a list in another order', '&sort[name]=-1'],
  ['what a search has found', '&q=белов'],
  ['a list that is filtered', '&filter[verificationStatus][]=unverified&filter[verificationStatus][]=pending'],
] as const;

describe.each(queries)('%s loses no row that stands while others write', (_name, asked) => {
  test.each([
    ['of one node', () => [here]],
    ['of several nodes, each in turn', () => [here, there(here)]],
  ])('from pages %s, with ways back to those read before', async (_nodes, nodesOf) => {
    const nodes = nodesOf();
    const roll = dice(people);
    const reader = new PageReader(path, limit, asked);
    const seen = new Set<number>();
    let turn = 0;
    const read = async (page: number): Promise<number> => {
      const rows = await reader.read(nodes[turn++ % nodes.length]!, page);
      for (const id of rows) seen.add(id);
      await write();
      return rows.length;
    };
    let farthest = 0;
    while ((await read(farthest + 1)) > 0) {
      farthest++;
      if (roll(3) > 0) continue;
      const back = 1 + roll(farthest);
      for (const page of [back, back + 1, back].filter((one) => one <= farthest)) await read(page);
      if (roll(2) > 0) await read(farthest);
    }
    expect(farthest).toBeGreaterThan(people / limit / 2);
    expect(await lost(seen)).toEqual([]);
  });

  test('backwards from a page in the middle to the first one', async () => {
    const nodes = [here, there(here)];
    const reader = new PageReader(path, limit, asked);
    const seen = new Set<number>();
    const begun = 8;
    let firstOfAll: number | undefined;
    for (let page = begun; page > 0; page--) {
      const rows = await reader.read(nodes[page % 2]!, page);
      for (const id of rows) seen.add(id);
      firstOfAll ??= rows.at(-1);
      await come(3, '-1000');
      await query(
        'delete from individuals where id in (select id from individuals where created_at < now() order by random() limit 1)',
      );
    }
    // All have one name, so that in its order the last one to come stands first.
    const order = asked.includes('name') ? stoodBefore.toReversed() : stoodBefore;
    const upTo = order.slice(0, order.indexOf(firstOfAll!) + 1);
    expect(upTo.length).toBe(begun * limit);
    expect(await lost(seen, upTo)).toEqual([]);
    // Whoever looks at the first page again sees who has come meanwhile.
    expect(await reader.read(here, 1)).toContain((await standing())[0]);
  });
});

test('two tabs of one session do not disturb each other', async () => {
  const nodes = [here, there(here)];
  const tabs = [1, 2].map(() => ({ reader: new PageReader(path, limit), seen: new Set<number>(), page: 0 }));
  const roll = dice(7);
  while (tabs.some(({ page }) => page < 16)) {
    const tab = tabs[roll(2)]!;
    for (const id of await tab.reader.read(nodes[roll(2)]!, ++tab.page)) tab.seen.add(id);
    await write();
  }
  for (const { seen } of tabs) expect(await lost(seen)).toEqual([]);
});

test('whoever tells no bookmarks is remembered by the node that he asks', async () => {
  const seen = new Set<number>();
  for (let page = 1; ; page++) {
    const { body } = await here.get(`${path}?page=${page}&limit=${limit}`);
    if (body.items.length === 0) break;
    for (const { id } of body.items) seen.add(id);
    await write();
  }
  expect(await lost(seen)).toEqual([]);
});

describe('a bookmark', () => {
  const given = async (client: Client, address: string, told: string = noBookmark) =>
    (await client.get(address, { [bookmarkHeader]: told })).headers.get(bookmarkHeader);
  const second = `${path}?page=2&limit=${limit}`;
  const rows = async (client: Client, address: string, told: string) => {
    const { status, body } = await client.get(address, { [bookmarkHeader]: told });
    expect(status).toBe(200);
    return body.items.map(({ id }: { id: number }) => id);
  };

  test('tells nobody a name, and is given only to who tells them', async () => {
    const bookmark = await given(here, `${path}?limit=${limit}&sort[name]=1`);
    expect(bookmark).toMatch(/^\d+\.[\w-]+$/);
    expect(Buffer.from(bookmark!.split('.')[1]!, 'base64url').toString()).not.toMatch(/белов/i);
    expect((await here.get(second)).headers.get(bookmarkHeader)).toBe(null);
  });

  test('of another list, of somebody else, spoilt or too long is none: the page stands at its number', async () => {
    const other = (await testApp.operator('administrator')).client;
    const first = `${path}?page=1&limit=${limit}`;
    const own = (await given(here, first))!;
    await come(1, '0');
    const [atNumber, byBookmark] = [stoodBefore.slice(limit - 1, 2 * limit - 1), stoodBefore.slice(limit, 2 * limit)];
    expect(await rows(here, second, own)).toEqual(byBookmark);
    const wrong = [
      (await given(here, `${first}&sort[name]=1`))!,
      (await given(here, `${path}?page=1&limit=20`))!,
      (await given(other, first))!,
      `${own.slice(0, -2)}AA`,
      '1.AAAA',
      'x',
      '9.9.9',
      `${own}${'A'.repeat(9_000)}`,
    ];
    for (const told of wrong) expect(await rows(here, second, told), told).toEqual(atNumber);
  });
});
