import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileRow } from '#server/demo/registry-generator.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { readingRole } from '../access/helpers/custom-roles.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { accept, generateRegistry, type Lender, makeLender, rowsOf } from './helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
let stranger: Lender;
let address: string;
let simple: string;
const rows = rowsOf('full', generateRegistry(31), 0, 30).map(
  (row, index): FileRow => ({
    ...row,
    lastName: index < 7 ? 'Незабудкин' : 'Ромашкин',
  }),
);

beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
  stranger = await makeLender(testApp);
  address = await lender.load('full', rows);
  simple = await lender.load('simple', rowsOf('simple', generateRegistry(31), 0, 30));
  await stranger.load(
    'full',
    rows.map((row) => ({ ...row, contractNumber: `${row['contractNumber']}-2` })),
  );
});
afterAll(() => testApp.stop());

const entries = async (query: string) => {
  const reply = await lender.client.get(`/api/legal-entities/${lender.id}/registry-entries?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

describe('a search among claims', () => {
  test('finds by a part of a name, page by page, and counts what it has found', async () => {
    const first = await entries('q=незабуд&limit=5&sort[total]=1');
    const second = await entries('q=незабуд&limit=5&page=2&sort[total]=1');
    expect([first.total, first.items.length, second.total, second.items.length]).toEqual([7, 5, 7, 2]);
    const sums = [...first.items, ...second.items].map(({ totalAmount }: { totalAmount: number }) => totalAmount);
    expect(sums).toEqual(sums.toSorted((one, other) => one - other));
  });

  test.each(['debtorInn', 'contractNumber'] as const)('finds by %s in the own registries alone', async (code) => {
    const wanted = rows[3]![code]!;
    const { items, total } = await entries(`q=${encodeURIComponent(wanted)}`);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ contractNumber: rows[3]!['contractNumber'], legalEntityId: lender.id });
    expect((await lender.client.get(`${address}/entries?q=${encodeURIComponent(wanted)}`)).body.total).toBe(1);
  });

  test('goes together with filters and the counts of the tabs', async () => {
    expect((await entries('q=незабуд&filter[status]=search')).total).toBe(7);
    expect((await entries('q=незабуд&filter[status]=accepted_by_individual')).total).toBe(0);
    expect((await entries('q=такого нет')).total).toBe(0);
    const counts = await lender.client.get(`/api/legal-entities/${lender.id}/registry-entries/counts?q=незабуд`);
    expect(counts.body.counts).toMatchObject({ search: 7, all: 7, accepted_by_individual: 0 });
  });

  test('finds withdrawn claims where they are asked for', async () => {
    const { items } = await entries(`q=${encodeURIComponent(rows[9]!['debtorInn']!)}`);
    const { id, version } = (await lender.client.get(`${address}/entries/${items[0].id}`)).body;
    const gone = await lender.client.post(`${address}/entries/${id}/withdraw`, { version, reason: 'Ошибка в файле' });
    expect(gone.status, gone.text).toBe(200);
    const among = async (withdrawn: string) => (await entries(`q=${rows[9]!['debtorInn']}${withdrawn}`)).total;
    expect([await among(''), await among('&filter[withdrawn]=true')]).toEqual([0, 1]);
  });

  const phone = String(rows[4]!['phone']).slice(-10);
  const asWritten = `+7 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6, 8)}-${phone.slice(8)}`;
  test.each([phone, `8${phone}`, asWritten])('finds by a whole phone, written as %s', async (typed) => {
    const found = await entries(`q=${encodeURIComponent(typed)}`);
    expect(found.items.map(({ contractNumber }: { contractNumber: string }) => contractNumber)).toEqual([
      rows[4]!['contractNumber'],
    ]);
    const everywhere = await operatorFinds('administrator', typed);
    expect(everywhere).toHaveLength(2);
    expect((await lender.client.get(`${simple}/entries?q=${encodeURIComponent(typed)}`)).body.total).toBe(1);
  });

  test('finds nobody by a phone whose phones the viewer sees with masks', async () => {
    const { client } = await testApp.employee({ legalEntityId: lender.id, role: 'observer' });
    const seen = await client.get(`/api/legal-entities/${lender.id}/registry-entries?q=${phone}`);
    expect([seen.status, seen.body.total]).toEqual([200, 0]);
    expect(await operatorFinds('observer', phone)).toEqual([]);
  });
});

describe('a dry run', () => {
  test('tells whoever sees debtors with masks no number, neither shown nor found', async () => {
    const own = await makeLender(testApp);
    const before = rowsOf('full', generateRegistry(32), 0, 3);
    await own.load('full', before);
    // A phone that is another one now, and a row with a warning, whose cells can be put right.
    const after = before.map((row, index): FileRow => ({ ...row, ...(index === 0 && { phone: '+79161234567' }) }));
    const dry = await own.prepare('full', after);
    await testApp.owner.query('update registry_rows set warned = true where registry_id = $1', [
      Number(dry.split('/').at(-1)),
    ]);
    const observer = await testApp.employee({ legalEntityId: own.id, role: 'head' });
    await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
      const roleId = await readingRole(tx, 'employee', 'head', own.id);
      await tx.updateTable('memberships').set({ roleId }).where('id', '=', observer.membershipId).execute();
    });
    const inn = before[0]!['debtorInn']!;
    const found = async (client: Client, q: string) => (await client.get(`${dry}/rows?q=${q}`)).body.total;
    expect([await found(own.client, inn), await found(observer.client, inn)]).toEqual([1, 0]);
    expect([await found(own.client, '9161234567'), await found(observer.client, '9161234567')]).toEqual([1, 0]);
    const shown = (await observer.client.get(`${dry}/rows`)).text;
    for (const row of after) for (const code of ['debtorInn', 'phone']) expect(shown).not.toContain(row[code]);
    expect(shown).toContain('+7 *** ***-45-67');
    expect((await own.client.get(`${dry}/rows`)).text).toContain(inn);
    // What has changed with the load is told on the card of the claim, to each as he sees its debtor.
    await accept(own.client, dry);
    const { items } = (await own.client.get(`${dry}/entries?q=${encodeURIComponent(before[0]!['contractNumber']!)}`))
      .body;
    const card = `${dry}/entries/${items[0].id}`;
    expect((await own.client.get(card)).text).toContain('+79161234567');
    const masked = await observer.client.get(card);
    expect(masked.body.versions[0].changes).toContainEqual(expect.objectContaining({ after: '+7 *** ***-45-67' }));
    expect(masked.text).not.toContain('+79161234567');
  });
});

async function operatorFinds(role: 'administrator' | 'observer', typed: string): Promise<number[]> {
  const { client } = await testApp.operator(role);
  const reply = await client.get(
    `/internal/questionnaires/legal-entities/registry-entries?q=${encodeURIComponent(typed)}`,
  );
  expect(reply.status, reply.text).toBe(200);
  return reply.body.items.map(({ id }: { id: number }) => id);
}
