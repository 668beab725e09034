import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';

let testApp: Booted;
let operator: Client;
let sought: number;
const withYo: number[] = [];
beforeAll(async () => {
  testApp = await boot();
  operator = (await testApp.operator('administrator')).client;
  sought = (await testApp.individual({ phone: '+79161112233' })).individualId;
  await testApp.individual({ phone: '+79161112234' });
  for (const [lastName, firstName] of [
    ['Семёнова', 'Алёна'],
    ['Семенова', 'Алена'],
  ] as const) {
    withYo.push((await testApp.individual({ lastName, firstName })).individualId);
    const { operatorId } = await testApp.operator('observer');
    await testApp.owner.query('update operators set last_name = $1, first_name = $2 where id = $3', [
      lastName,
      firstName,
      operatorId,
    ]);
  }
});
afterAll(() => testApp.stop());

const found = async (q: string, who = operator): Promise<[list: number[], palette: number[]]> => {
  const list = (await who.get(`/api/individuals?q=${encodeURIComponent(q)}`)).body.items;
  const palette = (await who.get(`/api/search?q=${encodeURIComponent(q)}`)).body.items;
  return [list, palette].map((some) => some.map(({ id }: { id: number }) => id)) as [number[], number[]];
};

test.each(['+79161112233', '8 (916) 111-22-33', '9161112233', '7 916 111 22 33'])(
  'a person is found by his whole phone, written as %s',
  async (phone) => expect(await found(phone)).toEqual([[sought], [sought]]),
);

test('a part of a phone finds everybody who has it', async () => {
  expect((await found('916111'))[0]).toHaveLength(2);
});

test('nobody is found by a phone for whom phones are masked', async () => {
  const observer = (await testApp.operator('observer')).client;
  expect(await found('+79161112233', observer)).toEqual([[], []]);
});

test.each([
  'кд-54321',
  'КД-54321',
  '54321',
  '2024/кд-54321_7',
  'инн 002643852019',
  '643852019 5',
  '100%_54321',
  '%54321',
  'иванов',
  'иванович',
  'бавегоов анна',
  'бавегоов',
  'бавего',
  'вегоов',
  '0264385',
  '543',
])('«%s» is found in just those texts that hold it', async (typed) => {
  const texts = [
    'иванов иван 002643852019 кд-54321 +79161112233',
    'иванова анна 002643852018',
    'бавегоов анна иванович 112643852019',
    'бавегоов вего гоов 102643',
    'бав вег гоо',
    'инн 002643852019 54321',
    '2024/кд-54321_7 от 100%_54321',
    'петров 643852019 54321кд-',
    '',
  ];
  const { db } = testApp.app.database;
  const { rows } = await sql<{ text: string }>`select t.text from unnest(${texts}::text[]) as t(text)
    where ${indexedColumnHolds('t.text', typed)}`.execute(db);
  expect(rows.map(({ text }) => text)).toEqual(texts.filter((text) => text.includes(typed.toLowerCase())));
});

test.each(['Семёнов', 'Семенов', 'СЕМЁНОВ', 'алёна', 'алена'])(
  '«%s» finds whoever writes the letter «ё» and whoever does not',
  async (typed) => {
    const [all, first] = await found(typed);
    expect(new Set(all)).toEqual(new Set(withYo));
    expect(new Set(first)).toEqual(new Set(withYo));
    expect((await operator.get(`/internal/operators?q=${encodeURIComponent(typed)}`)).body.total).toBe(2);
  },
);

test('beyond its end and where nothing is found a search still knows how many there are', async () => {
  const ask = async (query: string) => (await operator.get(`/api/individuals?${query}`)).body;
  expect(await ask('q=916111&page=5')).toMatchObject({ items: [], total: 2, more: false });
  expect(await ask('q=nobody%20at%20all')).toMatchObject({ items: [], total: 0, more: false });
});
