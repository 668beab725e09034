import { expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { lyingBytes, putBytes } from '../helpers/files/storage.ts';
import { account, accountCode, dayGoesBy } from '../payments/helpers/accounts.ts';
import { agree, openPaymentScenario, seenSettlement } from '../payments/helpers/scenario.ts';
import { firstDate } from '../settlements/helpers/bargaining.ts';

const scenario = await openPaymentScenario();
const today = moscowDay(new Date());
const twoParts = { kind: 'equal', amount: 3_000_000, payments: 2, firstDate, downPayment: 0 };
type Paper = {
  id: number;
  kind: string;
  status: string;
  notice: { readAt: string | null; deliveredAt: string | null };
};

const papers = async (id: number): Promise<Paper[]> =>
  (await scenario.debtor.get(`/api/issued-documents/loan/${id}`)).body.items;
const noticesOf = async (id: number, kind: string) => (await papers(id)).filter((one) => one.kind === kind);
const phone = (of: string | null) =>
  scenario.run('update legal_entities set phone = $2 where id = $1', [scenario.company, of]);
const toldHead = (id: number, words: string) =>
  scenario.run(`select title, detail from notifications where link = $1 and title || detail like '%' || $2 || '%'`, [
    `/settlement-${id}`,
    words,
  ]);
const contactOf = async (id: number) =>
  (
    await scenario.run(
      `select c.status, c.reason, c.planned_at > now() as later from entry_notices c
       where c.settlement_id = $1 and c.about = 'cure'`,
      [id],
    )
  )[0];

/** Warned as the clock does it: a loan of a consumer is overdue for more than 60 days. */
async function warned(): Promise<number> {
  const id = await agree(scenario, twoParts);
  await scenario.run(`update schedule_items set due_date = $2 where settlement_id = $1 and no = 1`, [
    id,
    addDays(today, -61),
  ]);
  await liveDay(scenario.testApp.app, new Date());
  return id;
}

test('a notice whose letter has no way waits for one, and the head of the creditor is told why', async () => {
  await phone(null);
  const id = await warned();
  expect(await contactOf(id)).toEqual({ status: 'planned', reason: 'no_channel', later: true });
  expect(await toldHead(id, 'телефон вашей компании')).not.toHaveLength(0);
  await scenario.run(`update entry_notices set planned_at = now() - interval '1 second' where settlement_id = $1`, [
    id,
  ]);
  await liveDay(scenario.testApp.app, new Date());
  expect(await contactOf(id)).toEqual({ status: 'planned', reason: 'no_channel', later: true });
  await phone('+78001234567');
  await scenario.run(`delete from entry_notices where about <> 'cure' or settlement_id <> $1`, [id]);
  await scenario.run(`update entry_notices set planned_at = now() - interval '1 second' where settlement_id = $1`, [
    id,
  ]);
  await liveDay(scenario.testApp.app, new Date(`${addDays(today, 1)}T09:00:00Z`));
  expect((await contactOf(id))!['status']).toBe('sent');
});

test('a letter that the mail server has refused is told of', async () => {
  await phone('+78001234567');
  const id = await warned();
  await scenario.run(`delete from entry_notices where about <> 'cure' or settlement_id <> $1`, [id]);
  await scenario.run(`update entry_notices set planned_at = now() - interval '1 second' where settlement_id = $1`, [
    id,
  ]);
  await liveDay(scenario.testApp.app, new Date(`${addDays(today, 1)}T09:00:00Z`));
  await scenario.run(
    `update letters set status = 'failed' where id = (select max(letter_id) from entry_notices where settlement_id = $1)`,
    [id],
  );
  for (let time = 0; time < 2; time++) await liveDay(scenario.testApp.app, new Date());
  const told = await toldHead(id, 'не доставлено');
  expect(new Set(told.map(({ title }) => title)).size).toBe(1);
  expect((await noticesOf(id, 'breach_notice'))[0]!.notice.deliveredAt).toBeNull();
});

test('the file of a notice, taken by its debtor, has come to him', async () => {
  const id = await warned();
  const [paper] = await noticesOf(id, 'breach_notice');
  const file = `/api/issued-documents/loan/${id}/${paper!.id}`;
  await expect.poll(async () => (await scenario.head.get(file)).status).toBe(200);
  expect((await noticesOf(id, 'breach_notice'))[0]!.notice.readAt).toBeNull();
  expect((await scenario.debtor.get(file)).status).toBe(200);
  const { notice } = (await noticesOf(id, 'breach_notice'))[0]!;
  expect(notice.readAt).not.toBeNull();
  expect(notice.deliveredAt).toBe(notice.readAt);
  expect((await seenSettlement(scenario, id)).breach.payUntil).not.toBeNull();
});

test('a file that could not be handed over has come to nobody', async () => {
  const id = await warned();
  const [paper] = await noticesOf(id, 'breach_notice');
  const file = `/api/issued-documents/loan/${id}/${paper!.id}`;
  await expect.poll(async () => (await scenario.head.get(file)).status).toBe(200);
  const [row] = await scenario.run('select file_key as key from issued_documents where id = $1', [paper!.id]);
  const { config } = scenario.testApp.app;
  const key = row!['key'] as string;
  await putBytes(
    config,
    'documents',
    key,
    Buffer.concat([await lyingBytes(config, 'documents', key), Buffer.from(' ')]),
  );
  expect((await scenario.debtor.get(file)).status).toBe(500);
  // Here the failure is wanted.
  scenario.testApp.undeclared.length = 0;
  expect((await noticesOf(id, 'breach_notice'))[0]!.notice).toMatchObject({ readAt: null, deliveredAt: null });
});

test('a creditor who is paid to another account tells those who owe him, each once', async () => {
  const details = `/api/legal-entities/${scenario.company}/payment-details`;
  const add = async (number: string) => {
    const detail = { ...account, number };
    const code = await accountCode(scenario, { act: 'add', ...detail });
    return (await scenario.head.post(details, { ...detail, code })).body as { id: number };
  };
  const use = async (id: number) => {
    const { version } = (await scenario.head.get(`${details}/${id}`)).body;
    const chosen = { isDefault: true, version };
    const code = await accountCode(scenario, { act: 'change', detailId: id, ...chosen });
    expect((await scenario.head.patch(`${details}/${id}`, { ...chosen, code })).status).toBe(200);
  };
  const had = (await scenario.head.get(details)).body.items;
  const first = had[0] ?? (await add('40702810138000000005'));
  const second = await add('40702810200000000001');
  const owes = await agree(scenario, twoParts);
  const told = async (id: number) => (await noticesOf(id, 'requisites_notice')).map(({ status }) => status);
  await use(second.id);
  await dayGoesBy(scenario);
  await expect.poll(() => told(owes)).toEqual(['issued']);
  const later = await agree(scenario, twoParts);
  await use(first.id);
  await dayGoesBy(scenario);
  await expect.poll(() => told(owes)).toEqual(['issued', 'revoked']);
  await expect.poll(() => told(later)).toEqual(['issued']);
  const [paper] = await noticesOf(owes, 'requisites_notice');
  const read = await scenario.debtor.post(
    `/api/individuals/${scenario.debtorId}/loans/${owes}/notices/${paper!.id}/read`,
  );
  expect(read.text).toContain('40702810');
  const contacts = await scenario.run(
    `select count(*)::int from entry_notices where settlement_id = $1 and about = 'requisites'`,
    [owes],
  );
  expect(contacts).toEqual([{ count: 2 }]);
});
