import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { takeAnswer } from '#server/modules/payments/settle.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { firstDate, openBargaining } from '../settlements/helpers/bargaining.ts';
import {
  agree,
  balanceOf,
  keyOf,
  linesOf,
  notify,
  openPaymentScenario,
  pay,
  payFully,
  seenPayment,
  seenSettlement,
} from './helpers/scenario.ts';

const scenario = await openPaymentScenario();

const today = moscowDay(new Date());
const lines = (id: number) => linesOf(scenario, id);
const balance = (account: string) => balanceOf(scenario, account);
const status = (id: number) => expect.poll(async () => (await seenPayment(scenario, id)).status);

test('a part, then the rest: the oldest row first, each kopeck in the ledger, then the settlement is paid', async () => {
  const plan = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };
  const id = await agree(scenario, plan);
  const first = await payFully(scenario, id, 2_000_000);
  const settlement = await seenSettlement(scenario, id);
  expect(settlement.status).toBe('waiting_for_payment');
  expect(settlement.paidAmount).toBe(2_000_000);
  expect(settlement.schedule.map(({ paid, status: is }: { paid: number; status: string }) => [paid, is])).toEqual([
    [1_166_667, 'paid'],
    [833_333, 'planned'],
    [0, 'planned'],
  ]);
  const seen = await seenPayment(scenario, first);
  expect(seen).toMatchObject({ amount: 2_000_000, overpaid: 0, valueDate: today, payUrl: null, moves: ['askRefund'] });
  expect(seen.allocations.map(({ no, principal }: Record<string, number>) => [no, principal])).toEqual([
    [1, 1_166_667],
    [2, 833_333],
  ]);
  expect(await lines(id)).toEqual([
    'allocated M10 credit 2000000',
    'allocated M99 debit 2000000',
    'concluded M10 debit 3500000',
    'concluded M20 debit 500000',
    'concluded M99 credit 4000000',
    'paid 1010 debit 2000000',
    'paid 2010 credit 2000000',
  ]);
  await payFully(scenario, id, 1_500_000);
  const paid = await seenSettlement(scenario, id);
  expect(paid).toMatchObject({ status: 'paid', paidAmount: 3_500_000 });
  const [request] = await scenario.run(
    'select r.status from requests r join settlements s on s.request_id = r.id where s.id = $1',
    [id],
  );
  expect(request).toEqual({ status: 'paid' });
  expect((await scenario.debtor.get('/api/notifications')).text).toContain('долг оплачен полностью');
});

test('what an agreement owed is told for any day', async () => {
  const plan = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };
  const id = await agree(scenario, plan);
  await payFully(scenario, id, 400_000);
  const on = async (day: string) => (await scenario.manager.get(`/api/loans/${id}/debt?on=${day}`)).body;
  // Before it was signed there was no agreement that anything was owed by.
  const before = await scenario.manager.get(`/api/loans/${id}/debt?on=${addDays(today, -1)}`);
  expect(before.status).toBe(400);
  expect(before.body.fields.on).toContain('Соглашение подписано');
  expect(await on(today)).toMatchObject({ received: 400_000, principal: 2_600_000, overdue: 0 });
  const late = await on(addDays(firstDate as never, 10));
  expect(late).toMatchObject({ overdue: 600_000, principal: 2_600_000 });
  expect(late.daysOverdue).toBeGreaterThan(0);
  const { id: bargain } = await openBargaining(scenario);
  const reply = await scenario.debtor.get(`/api/loans/${bargain}/debt`);
  expect(reply.body.code).toBe('document.absent');
});

describe('a payment is refused', () => {
  test('before there is an agreement, above what is owed, above what the payer may pay at once', async () => {
    const { id: bargain } = await openBargaining(scenario);
    expect((await pay(scenario, bargain, 100)).body.code).toBe('move.illegal');
    const id = await agree(scenario);
    expect((await pay(scenario, id, 3_000_001)).body.fields.amount).toContain('Осталось заплатить 30');
    expect((await pay(scenario, id, 0)).status).toBe(400);
    expect((await pay(scenario, id, -5)).status).toBe(400);
    expect((await pay(scenario, id, 0.5)).status).toBe(400);
    await scenario.run(`update individuals set identification_level = 'none' where id = $1`, [scenario.debtorId]);
    expect((await pay(scenario, id, 1_500_001)).body.fields.amount).toContain('за один раз не больше 15');
    expect((await pay(scenario, id, 1_500_000)).status).toBe(201);
    await scenario.run(`update individuals set identification_level = 'full' where id = $1`, [scenario.debtorId]);
  });

  test('by others, and where there is no partner', async () => {
    const id = await agree(scenario);
    const body = { amount: 100, channel: 'card' };
    expect((await scenario.other.post(`/api/individuals/${scenario.otherId}/loans/${id}/pay`, body)).status).toBe(404);
    expect((await scenario.operator.post(`/api/individuals/${scenario.debtorId}/loans/${id}/pay`, body)).status).toBe(
      403,
    );
    const { payments: partner } = scenario.testApp.app;
    scenario.testApp.app.payments = undefined;
    expect((await pay(scenario, id, 100)).body.code).toBe('payment.unavailable');
    scenario.testApp.app.payments = partner;
  });
});

describe('one due is paid once (MN3, MN4)', () => {
  const all = <T>(many: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: many }, (_, index) => work(index)));

  test('with one key sixty-four times at once', async () => {
    const id = await agree(scenario);
    const key = { 'idempotency-key': randomUUID() };
    const replies = await all(64, () => pay(scenario, id, 3_000_000, key));
    const ids = new Set(replies.filter((reply) => reply.status === 201).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(replies.every((reply) => reply.status === 201 || reply.body.code === 'idempotency.running')).toBe(true);
    const again = await pay(scenario, id, 3_000_000, key);
    expect([...ids]).toEqual([again.body.id]);
    expect((await pay(scenario, id, 2_000_000, key)).body.code).toBe('idempotency.reused');
  });

  test('with sixty-four keys at once', async () => {
    const id = await agree(scenario);
    const replies = await all(64, () => pay(scenario, id, 3_000_000, { 'idempotency-key': randomUUID() }));
    // A busy machine may have no room for some of them; whoever got in has one and the same payment.
    const taken = replies.filter((reply) => reply.status === 201);
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    expect(replies.every((reply) => reply.status === 201 || reply.status === 503)).toBe(true);
    expect((await pay(scenario, id, 1_000)).body.code).toBe('payment.open');
    const paymentId: number = taken[0]!.body.id;
    const key = await keyOf(scenario, paymentId);
    await expect.poll(async () => (await scenario.bank.payments()).filter((one) => one.key === key).length).toBe(1);
    const before = await balance('1010');
    await scenario.bank.finish(key, 'succeeded');
    await status(paymentId).toBe('succeeded');
    expect(await balance('1010')).toBe(before + 3_000_000);
    expect((await pay(scenario, id, 1)).body.code).toBe('move.illegal');
  });
});

test('a payment that is cancelled and paid all the same is taken; what is more than the debt waits to be returned', async () => {
  const id = await agree(scenario);
  const first = await pay(scenario, id, 3_000_000);
  const key = await keyOf(scenario, first.body.id);
  await expect.poll(async () => (await seenPayment(scenario, first.body.id)).payUrl).not.toBeNull();
  // The payer is on the bank's page already when he thinks better of it here.
  await scenario.bank.finish(key, 'processing');
  await status(first.body.id).toBe('processing');
  const path = `/api/individuals/${scenario.debtorId}/payments/${first.body.id}/cancel`;
  expect((await scenario.debtor.post(path)).body.code).toBe('move.illegal');
  await scenario.bank.finish(key, 'failed');
  await status(first.body.id).toBe('failed');
  expect((await seenPayment(scenario, first.body.id)).failReason).toBe('Банк плательщика отказал');

  const second = await pay(scenario, id, 3_000_000);
  await expect.poll(async () => (await seenPayment(scenario, second.body.id)).payUrl).not.toBeNull();
  const cancel = `/api/individuals/${scenario.debtorId}/payments/${second.body.id}/cancel`;
  const before = await balance('2020');
  await scenario.bank.speak(null);
  await scenario.bank.finish(await keyOf(scenario, second.body.id), 'succeeded');
  expect((await scenario.debtor.post(cancel)).body.status).toBe('cancelled');
  await status(second.body.id).toBe('succeeded');
  await scenario.bank.speak(scenario.testApp.url);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid' });
  expect(await balance('2020')).toBe(before);
});

test('money that is told of late does not make the settlement paid before its last payment', async () => {
  const id = await agree(scenario);
  await payFully(scenario, id, 1_000_000);
  const { body } = await pay(scenario, id, 2_000_000);
  await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).not.toBeNull();
  const key = await keyOf(scenario, body.id);
  const came = { id: `p-${key}`, key, amount: kopecks(2_000_000), status: 'succeeded' as const, payUrl: null };
  const succeededAt = new Date(`${addDays(today, -3)}T09:00:00Z`);
  await scenario.write((tx) => takeAnswer(tx, body.id, { ...came, succeededAt, reason: null }));
  expect(await seenPayment(scenario, body.id)).toMatchObject({ valueDate: addDays(today, -3) });
  expect(await scenario.run('select paid_on::text from settlements where id = $1', [id])).toEqual([{ paid_on: today }]);
});

test('money above the debt goes to nobody but the payer', async () => {
  const id = await agree(scenario);
  const first = await pay(scenario, id, 2_000_000);
  await expect.poll(async () => (await seenPayment(scenario, first.body.id)).payUrl).not.toBeNull();
  // The debt has meanwhile become smaller.
  await scenario.run('update payments set status = $2 where id = $1', [first.body.id, 'cancelled']);
  await payFully(scenario, id, 1_500_000);
  const before = await balance('2020');
  await scenario.bank.finish(await keyOf(scenario, first.body.id), 'succeeded');
  await status(first.body.id).toBe('succeeded');
  expect(await seenPayment(scenario, first.body.id)).toMatchObject({ overpaid: 500_000 });
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', paidAmount: 3_000_000 });
  expect(await balance('2020')).toBe(before + 500_000);
});

describe('messages of the partner (MN9)', () => {
  test('ten times, reversed, unknown, of nobody’s payment: one effect', async () => {
    await scenario.bank.speak(null);
    const id = await agree(scenario);
    const { body } = await pay(scenario, id, 3_000_000);
    const key = await keyOf(scenario, body.id);
    await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).not.toBeNull();
    const before = await balance('1010');
    // A message that runs ahead of the money changes nothing: the partner himself says that it has not come.
    expect((await notify(scenario, { key })).status).toBe(204);
    await scenario.bank.finish(key, 'succeeded');
    const late = ['payment.succeeded', 'payment.processing', 'payment.created', 'payment.unheard-of'];
    const same = randomUUID();
    const replies = await Promise.all([
      ...late.map((type) => notify(scenario, { key, type })),
      ...Array.from({ length: 10 }, () => notify(scenario, { key, id: same })),
      notify(scenario, { key: randomUUID() }),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 204));
    await status(body.id).toBe('succeeded');
    // A day later the first message is said again with a fresh signature.
    expect((await notify(scenario, { key, id: same })).status).toBe(204);
    expect(await balance('1010')).toBe(before + 3_000_000);
    const kept = await scenario.run('select count(*)::int as n from partner_messages where id = $1', [same]);
    expect(kept).toEqual([{ n: 1 }]);
    await scenario.bank.speak(scenario.testApp.url);
  });

  test('forged, old, of the future, without a signature, or with one byte changed are refused', async () => {
    const key = randomUUID();
    const now = Date.now() / 1000;
    const refused = [
      notify(scenario, { key, signedWith: 'another key' }),
      notify(scenario, { key, at: now - 301 }),
      notify(scenario, { key, at: now + 302 }),
      notify(scenario, { key, spoil: (text) => text.replace('succeeded', 'succeedeD') }),
      notify(scenario, { key, headers: { 'x-signature': '' } }),
      notify(scenario, { key, headers: { 'x-timestamp': 'yesterday' } }),
      notify(scenario, { key, headers: { 'x-signature': 'f'.repeat(64) } }),
    ];
    for (const reply of await Promise.all(refused))
      expect([reply.status, reply.body.code]).toEqual([400, 'signature.wrong']);
    const form = { key, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
    expect((await notify(scenario, form)).status).toBe(415);
    expect((await notify(scenario, { key, at: now - 290 })).status).toBe(204);
    expect(
      await scenario.run('select count(*)::int as n from partner_messages where payment_id is null and type = $1', [
        'x',
      ]),
    ).toEqual([{ n: 0 }]);
  });

  test('that are lost lose no money: the partner is asked', async () => {
    await scenario.bank.speak(null);
    const id = await agree(scenario);
    const { body } = await pay(scenario, id, 3_000_000);
    await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).not.toBeNull();
    await scenario.bank.finish(await keyOf(scenario, body.id), 'succeeded');
    await scenario.run(`update payments set asked_at = now() - interval '2 minutes' where id = $1`, [body.id]);
    await runDeadlines(scenario.testApp.app);
    await status(body.id).toBe('succeeded');
    await scenario.bank.speak(scenario.testApp.url);
  });
});

test('a payment that nobody has paid in half an hour is cancelled with the partner too', async () => {
  const id = await agree(scenario);
  const { body } = await pay(scenario, id, 3_000_000);
  await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).not.toBeNull();
  await scenario.run(
    `update payments set created_at = now() - interval '31 minutes', asked_at = now() - interval '2 minutes' where id = $1`,
    [body.id],
  );
  await runDeadlines(scenario.testApp.app);
  await status(body.id).toBe('cancelled');
  const key = await keyOf(scenario, body.id);
  expect((await scenario.bank.payments()).find((one) => one.key === key)?.status).toBe('cancelled');
  expect((await pay(scenario, id, 3_000_000)).status).toBe(201);
});

test('the fee of the platform is withheld from each payment by the tariff of the agreement', async () => {
  await scenario.run(`insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
    values ('Общий', 'creditor', 'paid_amount', 500, 'included', 2000, 'withhold', '2020-01-01')`);
  const id = await agree(scenario);
  await scenario.run('update tariffs set rate_bps = 9000');
  const first = await payFully(scenario, id, 1_000_000);
  await payFully(scenario, id, 2_000_000);
  // The payer pays his debt and nothing else, and the partner may say so once more.
  expect(await seenPayment(scenario, first)).toMatchObject({
    amount: 1_000_000,
    feeAmount: 50_000,
    payerAmount: 1_000_000,
  });
  const told = {
    id: `pay-${first}`,
    key: '',
    amount: kopecks(1_000_000),
    payUrl: null,
    succeededAt: null,
    reason: null,
  };
  expect(await scenario.write((tx) => takeAnswer(tx, first, { ...told, status: 'succeeded' }))).toBe(true);
  const fees = (await lines(id)).filter((line) => line.startsWith('fee'));
  expect(fees).toEqual([
    'fee 2010 debit 100000',
    'fee 2010 debit 50000',
    // The tariff named 20 %, the service is of 2026: 22/122.
    'fee 2050 credit 18033',
    'fee 2050 credit 9016',
    'fee 9010 credit 40984',
    'fee 9010 credit 81967',
  ]);
  await scenario.run('delete from tariffs');
});

const inParts = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };

test('a fee that the debtor bears stands on top of what he pays', async () => {
  await scenario.run(`insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
    values ('Общий', 'individual', 'paid_amount', 500, 'included', 2000, 'withhold', '2020-01-01')`);
  const paid = await payFully(scenario, await agree(scenario), 1_000_000);
  expect(await seenPayment(scenario, paid)).toMatchObject({
    amount: 1_000_000,
    feeAmount: 50_000,
    payerAmount: 1_050_000,
  });
  // It is within what the partner may take from him at once.
  await scenario.run(`update individuals set identification_level = 'none' where id = $1`, [scenario.debtorId]);
  const tooMuch = await pay(scenario, await agree(scenario, inParts), 1_450_000);
  expect(tooMuch.body.fields?.amount).toMatch(/^С вознаграждением платформы выходит 15.225,00/);
  await scenario.run(`update individuals set identification_level = 'full' where id = $1`, [scenario.debtorId]);
  await scenario.run('delete from tariffs');
});

test.each([
  ['a debtor bears no more than was quoted', 'individual', 4, 150_000],
  ['a creditor gives his share of the least sum', 'creditor', 4, 150_000],
])('however small the parts of a row, %s', async (_, payer, first, whole) => {
  await scenario.run(
    `insert into tariffs (name, payer, base, rate_bps, min, vat_mode, vat_bps, collect, valid_from)
     values ('Общий', $1, 'paid_amount', 100, 50000, 'included', 2000, 'withhold', '2020-01-01')`,
    [payer],
  );
  const id = await agree(scenario, { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 });
  const refused = await pay(scenario, id, 99);
  expect([refused.status, refused.body.fields]).toEqual([400, { amount: 'Не меньше 1,00\u00A0₽' }]);
  const part = await payFully(scenario, id, 100);
  expect(await seenPayment(scenario, part)).toMatchObject({ amount: 100, feeAmount: first });
  await payFully(scenario, id, 3_499_900);
  const [charged] = await scenario.run('select fee_charged from settlements where id = $1', [id]);
  expect(charged).toEqual({ fee_charged: whole });
  await scenario.run('delete from tariffs');
});

test('payments are listed to those who may see them, counted and unloaded', async () => {
  const mine = (await scenario.debtor.get('/api/payments?filter[status][]=succeeded')).body;
  expect(mine.total).toBeGreaterThan(0);
  expect((await scenario.other.get('/api/payments')).body.total).toBe(0);
  expect((await scenario.accountant.get('/api/payments')).body.total).toBeGreaterThan(mine.total);
  const { counts } = (await scenario.operator.get('/api/payments/counts')).body;
  expect(counts.succeeded).toBe(mine.total);
  expect((await scenario.operator.get(`/api/payments?q=${mine.items[0].number.toLowerCase()}`)).body.total).toBe(1);
  expect((await scenario.accountant.get('/api/payments/exports/excel')).status).toBe(200);
  const one = (await scenario.manager.get(`/api/payments/${mine.items[0].id}`)).body;
  expect(one.payUrl).toBeNull();
});
