import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileRow } from '#server/demo/registry-generator.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { asMultipart, smallPaper } from '../helpers/files/multipart.ts';
import { accept, generateRegistry, type Lender, makeLender, rowsOf } from './helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
});
afterAll(() => testApp.stop());

const kopecks = (text: string): number => Number(text.replace(',', ''));
const rubles = (sum: number): string => `${Math.floor(sum / 100)},${String(sum % 100).padStart(2, '0')}`;
/** The row with so many kopecks more of the penalty. */
const more = (row: FileRow, by: number): FileRow => ({
  ...row,
  penalty: rubles(kopecks(row['penalty']!) + by),
  total: rubles(kopecks(row['total']!) + by),
});
const countsOf = async (address: string) => (await lender.client.get(address)).body.counts;
const problemsOf = async (address: string) =>
  (await lender.client.get(`${address}/import-errors`)).body.items.map(
    ({ column, code, severity }: Record<string, string>) => [column, code, severity],
  );
const above = ['total', 'ABOVE_RESTORED', 'warning'];

/** A claim that a terminated agreement has left as it is. @returns its row, its page and its id */
async function restored(seed: number): Promise<{ row: FileRow; left: number; entry: string; id: number }> {
  const [row] = rowsOf('full', generateRegistry(seed), 0, 1) as [FileRow];
  const address = await lender.load('full', [row]);
  const [{ id }] = (await lender.client.get(`${address}/entries`)).body.items;
  const left = kopecks(row['total']!);
  await testApp.app.database.pool.query(
    `update registry_entries set restored_total = total, restored_on = ${MOSCOW_TODAY} where id = $1`,
    [id],
  );
  return { row, left, entry: `${address}/entries/${id}`, id };
}

test('a row above what a terminated agreement has left is held back until its creditor explains it', async () => {
  const { row, left, entry } = await restored(51);
  const held = await lender.prepare('full', [more(row, 1_000)]);
  expect(await countsOf(held)).toMatchObject({ conflict: 1, updated: 0, new: 0 });
  expect(await problemsOf(held)).toEqual([above]);
  const card = (await lender.client.get(entry)).body;
  expect(card).toMatchObject({ totalAmount: left, restored: { total: left, explained: null } });

  const explain = (body: object) => lender.client.post(`${entry}/explain-rise`, body);
  const wrong = await explain({ total: left, why: 'Проценты по договору за октябрь' });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['total']]);
  for (const why of ['', '..........', '\u200b'.repeat(20), '1 000 руб.']) {
    expect(Object.keys((await explain({ total: left + 1_000, why })).body.fields), why).toEqual(['why']);
  }
  const explained = await explain({ total: left + 1_000, why: 'Проценты по договору за октябрь' });
  expect(explained.status, explained.text).toBe(200);
  expect(explained.body.restored.explained).toMatchObject({
    total: left + 1_000,
    why: 'Проценты по договору за октябрь',
  });

  const tooMuch = await lender.prepare('full', [more(row, 1_001)]);
  expect(await countsOf(tooMuch)).toMatchObject({ conflict: 1, updated: 0 });
  const taken = await lender.prepare('full', [more(row, 1_000)]);
  expect(await countsOf(taken)).toMatchObject({ conflict: 0, updated: 1 });
  await accept(lender.client, taken);
  const [after] = (await lender.client.get(`${taken}/entries`)).body.items;
  expect(after.totalAmount).toBe(left + 1_000);
});

test('withdrawing the claim and loading it anew changes nothing', async () => {
  const { row, left, entry } = await restored(52);
  const { version } = (await lender.client.get(entry)).body;
  expect((await lender.client.post(`${entry}/withdraw`, { reason: 'Загрузим заново', version })).status).toBe(200);
  const held = await lender.prepare('full', [more(row, 1_000)]);
  expect(await countsOf(held)).toMatchObject({ conflict: 1, new: 0 });
  expect(await problemsOf(held)).toEqual([above]);
  const anew = await lender.load('full', [row]);
  const [claim] = (await lender.client.get(`${anew}/entries`)).body.items;
  const { body } = await lender.client.get(`${anew}/entries/${claim.id}`);
  expect(body.restored).toMatchObject({ total: left, explained: null });
  expect(await countsOf(await lender.prepare('full', [more(row, 1_000)]))).toMatchObject({ conflict: 1, updated: 0 });
});

test('its debtor reads why in the notification, also of a claim whose page he has no more; a claim under an agreement is not explained', async () => {
  const { left, entry, id } = await restored(54);
  const { client: debtor, individualId } = await testApp.individual();
  const run = (text: string, ...values: unknown[]) => testApp.app.database.pool.query(text, values);
  await run('update registry_entries set individual_id = $2 where id = $1', id, individualId);
  const explain = (by: number, why: string) => lender.client.post(`${entry}/explain-rise`, { total: left + by, why });
  const newest = async () => (await debtor.get('/api/notifications')).body.items[0];

  await run('update registry_entries set frozen_at = now() where id = $1', id);
  const refused = await explain(1_000, 'Проценты за октябрь');
  expect([refused.status, refused.body.code]).toEqual([409, 'entry.frozen']);
  await run('update registry_entries set frozen_at = null where id = $1', id);

  expect((await explain(1_000, 'Проценты за октябрь')).status).toBe(200);
  const detail = expect.stringContaining('Проценты за октябрь');
  expect(await newest()).toMatchObject({ detail, link: `/registry-entry-${entry.match(/\d+/g)!.join('-')}` });

  const { version } = (await lender.client.get(entry)).body;
  await lender.client.post(`${entry}/withdraw`, { reason: 'Загрузим заново', version });
  expect((await explain(2_000, 'Проценты и госпошлина')).status).toBe(200);
  expect(await newest()).toMatchObject({ detail: expect.stringContaining('госпошлина'), link: null });
});

test('nothing is explained where no agreement has left anything', async () => {
  const address = await lender.load('full', rowsOf('full', generateRegistry(53), 0, 1));
  const [{ id }] = (await lender.client.get(`${address}/entries`)).body.items;
  const answer = await lender.client.post(`${address}/entries/${id}/explain-rise`, {
    total: 100_000_000,
    why: 'Взыскано судом',
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'move.illegal']);
});

test('a rise is explained up to what the debt can have grown to, above it by a writ alone', async () => {
  const { left, entry, id } = await restored(55);
  const run = (text: string, ...values: unknown[]) => testApp.app.database.pool.query(text, values);
  const explain = (total: number) => lender.client.post(`${entry}/explain-rise`, { total, why: 'Взыскано судом' });
  const tooMuch = await explain(left * 20);
  expect([tooMuch.status, tooMuch.body.code]).toEqual([400, 'input.invalid']);
  const said = /^Не больше ([\d\s]+),(\d\d)\s₽: проценты/.exec(tooMuch.body.fields.total)!;
  const most = Number(said[1]!.replaceAll(/\s/g, '') + said[2]!);
  expect(most).toBeGreaterThan(left);
  expect((await explain(most + 1)).status).toBe(400);
  expect((await explain(most)).status).toBe(200);
  expect((await explain(left * 20)).status).toBe(400);

  await run(`update registry_entries set stage = 'enforcement', case_no = '1/26', court = 'ОСП' where id = $1`, id);
  expect((await explain(left * 20)).status).toBe(400);
  const paper = asMultipart({}, smallPaper);
  const attached = await lender.client.send('PUT', `${entry}/writ`, paper.body, paper.headers);
  expect(attached.status, attached.text).toBe(200);
  expect((await explain(left * 20)).status).toBe(200);
});
