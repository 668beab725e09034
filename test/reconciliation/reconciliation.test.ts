import { describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import {
  agree,
  balanceOf,
  keyOf,
  linesOf,
  openPaymentScenario,
  pay,
  payFully,
  seenPayment,
  seenSettlement,
} from '../payments/helpers/scenario.ts';
import { type Difference, reconciling } from './helpers/differences.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;

const today = moscowDay(new Date());
const { path, run, queue, about, decide } = reconciling(accountant);
const balance = (account: string) => balanceOf(scenario, account);
const paidUnheard = async (amount: number): Promise<{ paymentId: number; key: string; id: number }> => {
  const id = await agree(scenario);
  const { body } = await pay(scenario, id, amount);
  await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).not.toBeNull();
  return { id, paymentId: body.id, key: await keyOf(scenario, body.id) };
};

test('what agrees is marked, and the balances stand side by side', async () => {
  const id = await agree(scenario);
  const paymentId = await payFully(scenario, id, 700_000);
  const reply = await run();
  expect(reply.status, reply.text).toBe(201);
  expect(reply.body).toMatchObject({ day: today, movements: 1, matched: 1, differences: 0 });
  expect(reply.body.closing).toBe(reply.body.ownClosing);
  expect((await seenPayment(scenario, paymentId)).reconciledAt).not.toBeNull();
  const { body } = await accountant.get(path);
  expect(body.items[0]).toMatchObject({ id: reply.body.id, matched: 1 });
  expect(body.items[0].by).toBeTruthy();
  expect((await queue()).length).toBe(0);
});

test('what we have not finished is asked about, and has gone from the queue when it agrees', async () => {
  const { paymentId, key } = await paidUnheard(300_000);
  await scenario.bank.speak(null);
  await scenario.bank.finish(key, 'succeeded');
  await run();
  expect(await about(paymentId)).toMatchObject({ kind: 'other_status', theirs: 300_000, ours: 300_000 });
  await expect.poll(async () => (await seenPayment(scenario, paymentId)).status).toBe('succeeded');
  await run();
  expect(await about(paymentId)).toBeUndefined();
  expect(await about(paymentId, 'cleared')).toMatchObject({ status: 'cleared', decisions: [] });
  expect((await seenPayment(scenario, paymentId)).reconciledAt).not.toBeNull();
  await scenario.bank.speak(scenario.testApp.url);
});

describe('what does not agree goes to the queue once, until somebody has decided', () => {
  test('a movement that is not there, one of another sum, one that stands there twice', async () => {
    const [lost, other, twice] = [
      await payFully(scenario, await agree(scenario), 110_000),
      await payFully(scenario, await agree(scenario), 120_000),
      await payFully(scenario, await agree(scenario), 130_000),
    ];
    await scenario.bank.spoil(await keyOf(scenario, lost), 'lost');
    await scenario.bank.spoil(await keyOf(scenario, other), 'sum', -1);
    await scenario.bank.spoil(await keyOf(scenario, twice), 'twice');
    await run();
    const again = await run();
    expect(again.body.differences).toBe(3);
    expect(again.body.closing).not.toBe(again.body.ownClosing);
    expect(await about(lost)).toMatchObject({ kind: 'missing_there', theirs: null, ours: 110_000 });
    expect(await about(other)).toMatchObject({ kind: 'other_sum', theirs: 119_999, ours: 120_000 });
    expect(await about(twice)).toMatchObject({ kind: 'repeated', theirs: 130_000 });
    expect((await seenPayment(scenario, twice)).reconciledAt).toBeNull();

    const gone = (await about(lost))!;
    expect((await decide(gone.id, { decision: 'unmatched' })).body.fields.decision).toBeTruthy();
    expect((await decide(gone.id, { decision: 'explained' })).body.fields.comment).toBeTruthy();
    const told = await decide(gone.id, { decision: 'other_day', comment: 'Прошёл в полночь' });
    expect(told.body).toMatchObject({ status: 'decided', decision: 'other_day', comment: 'Прошёл в полночь' });
    expect((await decide(gone.id, { decision: 'other_day' })).body.code).toBe('move.illegal');
    await run();
    expect(await about(lost)).toBeUndefined();
    // The same difference that looks otherwise now is open again.
    await decide((await about(other))!.id, { decision: 'partner_error', comment: 'Потеряли копейку, исправят' });
    await scenario.bank.spoil(await keyOf(scenario, other), 'sum', -9);
    await run();
    expect(await about(other)).toMatchObject({ theirs: 119_990 });
    await scenario.bank.spoil(await keyOf(scenario, other), 'sum', 10);
    await run();
    expect(await about(other)).toBeUndefined();
    expect((await seenPayment(scenario, other)).reconciledAt).not.toBeNull();
  });

  test('of what is not in the statement the partner is asked once more, where a person decides so', async () => {
    const paymentId = await payFully(scenario, await agree(scenario), 140_000);
    await scenario.bank.spoil(await keyOf(scenario, paymentId), 'lost');
    await run();
    const found = (await about(paymentId))!;
    expect(found).toMatchObject({ kind: 'missing_there', theirs: null });
    // The job waits while he does not answer.
    await scenario.bank.behave('error');
    expect((await decide(found.id, { decision: 'ask' })).body).toMatchObject({ status: 'decided', decision: 'ask' });
    const waiting = await scenario.run('select 1 from graphile_worker.jobs where key = $1', [`ask:${paymentId}`]);
    await scenario.bank.behave('ok');
    expect(waiting).toHaveLength(1);
  });

  test('a transfer that nobody has asked for becomes a payment of its agreement, once', async () => {
    const id = await agree(scenario);
    const { number } = await seenSettlement(scenario, id);
    const statementId = await scenario.bank.transfer(3_100_000, `Оплата по ${number}`);
    await run();
    const found = (await queue()).find((one) => one.statementId === statementId)!;
    expect(found).toMatchObject({ kind: 'missing_here', theirs: 3_100_000, ours: null });
    expect(found.decisions).toContain('assign');
    expect((await decide(found.id, { decision: 'assign', settlement: 'У-1' })).body.fields.settlement).toBeTruthy();
    const before = await balance('1010');
    const both = await Promise.all([1, 2].map(() => decide(found.id, { decision: 'assign', settlement: number })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await balance('1010')).toBe(before + 3_100_000);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', paidAmount: 3_000_000 });
    const paymentId = both.find(({ status }) => status === 200)!.body.paymentId;
    expect(await seenPayment(scenario, paymentId)).toMatchObject({
      channel: 'bank_transfer',
      overpaid: 100_000,
      status: 'succeeded',
    });
    // The partner does not know whose it was: people return it.
    expect((await accountant.get(`/api/payments/${paymentId}`)).body).toMatchObject({ refundable: 0 });
    expect((await scenario.debtor.get('/api/notifications?limit=5')).text).toContain(
      'её возвращает оператор платформы',
    );
    await run();
    expect(await about(paymentId, 'decided')).toMatchObject({ id: found.id });
  });

  test('a transfer of nobody waits as unmatched, a commission is booked as one', async () => {
    const came = await scenario.bank.transfer(55_500, 'Без назначения');
    const left = await scenario.bank.transfer(-1_200, 'Комиссия за день');
    await run();
    const one = async (statementId: string) => (await queue()).find((row) => row.statementId === statementId)!;
    const [unknown, expenses] = [await balance('2030'), await balance('9100')];
    expect((await decide((await one(came)).id, { decision: 'unmatched' })).status).toBe(200);
    expect((await decide((await one(left)).id, { decision: 'commission' })).status).toBe(200);
    expect(await balance('2030')).toBe(unknown + 55_500);
    expect(await balance('9100')).toBe(expenses + 1_200);
  });

  test('more than the books know to be there cannot have left: what came is looked for first', async () => {
    const left = await scenario.bank.transfer(-(await balance('1010')) - 1, 'Комиссия за день');
    await run();
    const found = (await queue()).find((row) => row.statementId === left)!;
    const refused = await decide(found.id, { decision: 'commission' });
    expect([refused.status, refused.body.fields?.decision]).toEqual([
      400,
      expect.stringContaining('разберите поступления'),
    ]);
    expect((await decide(found.id, { decision: 'explained', comment: 'Испытание' })).status).toBe(200);
  });

  test('money of nobody is held until it is counted to its agreement, as of the day when it came', async () => {
    const id = await agree(scenario);
    const { number } = await seenSettlement(scenario, id);
    const came = await scenario.bank.transfer(1_000_000, `за долг, ${number.replace('У', 'y').replaceAll('-', ' - ')}`);
    await run();
    const { id: held } = (await queue()).find((row) => row.statementId === came)!;
    const before = {
      platform: await balance('1010'),
      unknown: await balance('2030'),
      creditors: await balance('2010'),
    };
    const told = await decide(held, { decision: 'unmatched', comment: 'Ищем, чьи это деньги' });
    expect(told.body).toMatchObject({ status: 'held', decisions: ['assign', 'invoice'], suggested: number });
    expect(await balance('2030')).toBe(before.unknown + 1_000_000);
    await run();
    expect((await queue('held')).map((row) => row.id)).toContain(held);
    expect((await decide(held, { decision: 'explained', comment: 'Передумали' })).body.fields.decision).toBeTruthy();
    expect((await decide(held, { decision: 'unmatched' })).body.code).toBe('move.illegal');
    expect((await decide(held, { decision: 'assign', settlement: 'У-1999-000001' })).status).toBe(400);
    const both = await Promise.all([1, 2].map(() => decide(held, { decision: 'assign', settlement: number })));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await balance('2030')).toBe(before.unknown);
    expect(await balance('1010')).toBe(before.platform + 1_000_000);
    expect(await balance('2010')).toBe(before.creditors + 1_000_000);
    expect(await linesOf(scenario, id)).toEqual(
      expect.arrayContaining(['matched 2010 credit 1000000', 'matched 2030 debit 1000000']),
    );
    expect(await seenSettlement(scenario, id)).toMatchObject({ paidAmount: 1_000_000 });
    await run();
    expect((await queue()).find((row) => row.statementId === came)).toBeUndefined();
  });

  test('a refund stands in it too', async () => {
    const paymentId = await payFully(scenario, await agree(scenario), 200_000);
    await accountant.post(`/internal/payments/${paymentId}/refunds`, { amount: 50_000, reason: 'Заплачено по ошибке' });
    const [waiting] = (await scenario.operator.get(`/api/payments/${paymentId}`)).body.pendingApprovals;
    await scenario.operator.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' });
    await expect.poll(async () => (await seenPayment(scenario, paymentId)).status).toBe('partially_refunded');
    await run();
    expect(await about(paymentId)).toBeUndefined();
    const [{ key }] = (await scenario.run('select partner_key as key from refunds where payment_id = $1', [
      paymentId,
    ])) as [{ key: string }];
    await scenario.bank.spoil(key, 'sum', -100);
    await run();
    const told = (await about(paymentId))!;
    expect(told).toMatchObject({ kind: 'other_sum', theirs: -50_100, ours: -50_000 });
    expect((await decide(told.id, { decision: 'ask' })).status).toBe(200);
  });
});

test('a transfer of a day on which nobody may pay by the agreement is counted to nobody', async () => {
  const id = await agree(scenario);
  const { number } = await seenSettlement(scenario, id);
  const statementId = await scenario.bank.transfer(100_000, `Оплата по ${number}`);
  await run();
  const found = (await queue()).find((one) => one.statementId === statementId)!;
  await scenario.run(
    `insert into life_events (kind, since, individual_id, side, status, entered_by)
     select 'bankruptcy', $2, $1, 'operator', 'in_force', min(id) from accounts`,
    [scenario.debtorId, today],
  );
  expect((await decide(found.id, { decision: 'assign', settlement: number })).body.code).toBe('move.illegal');
  await scenario.run('delete from life_events');
  expect((await decide(found.id, { decision: 'assign', settlement: number })).status).toBe(200);
});

test('what has agreed with the statement of another day is not missing in its own', async () => {
  const paymentId = await payFully(scenario, await agree(scenario), 140_000);
  await run();
  const yesterday = addDays(today, -1);
  await scenario.run('update payments set value_date = $2 where id = $1', [paymentId, yesterday]);
  await run(yesterday);
  expect(await about(paymentId)).toBeUndefined();
  await scenario.run('update payments set value_date = $2 where id = $1', [paymentId, today]);
});

test('days that the clock has missed are compared as well', async () => {
  const days = [4, 3, 2, 1].map((back) => addDays(today, -back));
  await scenario.run(
    `insert into reconciliations (day, movements, matched, differences, closing, own_closing, created_at)
     values ($1, 0, 0, 0, 0, 0, $2)`,
    [days[0], `${days[1]}T03:00:00Z`],
  );
  await runDeadlines(scenario.testApp.app, new Date());
  const compared = async () =>
    (
      await scenario.run(
        'select distinct day::text as day from reconciliations where day between $1 and $2 order by 1',
        [days[0], days[3]],
      )
    ).map(({ day }) => day);
  await expect.poll(compared).toEqual(days);
});

test('the clock compares yesterday once it is over', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const compared = () => scenario.run('select id from reconciliations where day = $1 and account_id is null', [today]);
  await runDeadlines(scenario.testApp.app, tomorrow);
  await expect.poll(async () => (await compared()).length).toBe(1);
});

test('while a node compares a day the clock of another one does not ask for it again', async () => {
  const { app, owner } = scenario.testApp;
  const key = `reconcile:${addDays(today, 1)}`;
  const later = new Date(Date.now() + 2 * 86_400_000);
  await app.jobs.add(app.database.db, 'reconcile-day', { day: addDays(today, 1) }, { key, inSeconds: 600 });
  const jobs = `graphile_worker._private_jobs where payload ->> 'day' = $1`;
  await owner.query(`update ${jobs.replace(' where', ` set locked_by = 'another', locked_at = now() where`)}`, [
    addDays(today, 1),
  ]);
  await runDeadlines(app, later);
  // Its key is what a second one under it would take away.
  const { rows } = await owner.query(`select key, locked_by from ${jobs}`, [addDays(today, 1)]);
  expect(rows).toEqual([{ key, locked_by: 'another' }]);
  await owner.query(`delete from ${jobs}`, [addDays(today, 1)]);
});

describe('what is refused', () => {
  test('a day to come, others, a partner who is not there or does not answer', async () => {
    expect((await run(addDays(today, 1))).body.fields.day).toContain('не наступил');
    expect((await scenario.head.post(path, { day: today })).status).toBe(403);
    const observer = (await scenario.testApp.operator('observer')).client;
    expect((await observer.post(path, { day: today })).status).toBe(403);
    const seen = (await observer.get(`${path}/differences`)).body.items;
    expect(seen.every(({ decisions }: Difference) => decisions.length === 0)).toBe(true);
    expect((await observer.get(`${path}/differences/counts?q=без`)).body.counts.all).toBeGreaterThan(0);
    const { payments: partner } = scenario.testApp.app;
    scenario.testApp.app.payments = undefined;
    expect((await run()).body.code).toBe('payment.unavailable');
    scenario.testApp.app.payments = partner;
    await scenario.bank.behave('error');
    expect((await run()).body.code).toBe('partner.silent');
    await scenario.bank.behave('ok');
  });
});
