import { beforeEach, expect, test } from 'vitest';
import { addDays, moscowDay, toDay } from '#domain/values/days.ts';
import { payCreditors } from '#server/modules/payments/payouts/pay-creditors.ts';
import { askPayout } from '#server/modules/payments/payouts/payout-jobs.ts';
import { numbers, openPayouts } from './helpers/payouts.ts';

const scenario = await openPayouts();
const { bank, testApp, platformAccountant, last, card, keyOf, payNow } = scenario;
const { balance, broken, closeYesterday, useAccount, owe, payOut } = scenario;
/** Asks the partner, as soon as one that has just failed is asked again. */
const ask = (payoutId: number) =>
  expect
    .poll(
      () =>
        askPayout(testApp.app, { payoutId }).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
const decide = async (id: number) => {
  const [waiting] = (await card(id)).pendingApprovals;
  return scenario.operator.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' });
};

let used = 0;
beforeEach(async () => {
  await useAccount(numbers[used++ % 2]!);
  await bank.payOutAtOnce(true);
});

test('details that change before the partner may have heard fail a payout; the next one goes to the new ones', async () => {
  await owe();
  await bank.behave('error');
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).partnerSilent).toBe(true);
  await useAccount(numbers[used++ % 2]!);
  await bank.behave('ok');
  await ask(id);
  expect(await card(id)).toMatchObject({ status: 'failed', failReason: expect.stringContaining('Реквизиты') });
  expect(await balance()).toMatchObject({ owed: 3_000_000, free: 3_000_000, obstacle: null });
  expect(await bank.payouts()).toEqual([]);
  await payOut();
});

test('from the moment that he may have heard only his word ends it, or two persons', async () => {
  await owe();
  await bank.behave('error');
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).partnerSilent).toBe(true);
  await scenario.run('update payouts set sent_at = now() where id = $1', [id]);
  await useAccount(numbers[used++ % 2]!);
  await bank.behave('ok');
  await ask(id);
  expect(await card(id)).toMatchObject({ status: 'created', moves: ['fail'] });
  expect(await balance()).toMatchObject({ reserved: 3_000_000, free: 0, obstacle: 'under_way' });
  const reason = 'Партнёр этой выплаты не знает и не проведёт её';
  expect((await platformAccountant.post(`/internal/payouts/${id}/failure`, { reason })).status).toBe(200);
  const decided = await decide(id);
  expect(decided.status, decided.text).toBe(200);
  expect(await card(id)).toMatchObject({ status: 'failed', failReason: reason, moves: [] });
  expect(await balance()).toMatchObject({ free: 3_000_000, obstacle: null });
  await payOut();
});

test('a company that was blocked since he may have heard is sent nothing', async () => {
  const turn = (status: string) =>
    scenario.run('update legal_entities set verification_status = $2 where id = $1', [scenario.company, status]);
  await owe();
  await bank.behave('error');
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).partnerSilent).toBe(true);
  await scenario.run('update payouts set sent_at = now() where id = $1', [id]);
  await turn('blocked');
  await bank.behave('ok');
  const before = (await bank.payouts()).length;
  await ask(id);
  expect([(await card(id)).status, (await bank.payouts()).length]).toEqual(['created', before]);
  await turn('verified');
  await bank.payOutAtOnce(true);
  await ask(id);
  expect((await card(id)).status).toBe('succeeded');
  await payOut();
});

test('what two have closed and the partner has made after all counts, as long as so much is free', async () => {
  await bank.payOutAtOnce(false);
  await owe();
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).status).toBe('processing');
  const reason = 'Партнёр сказал, что не проведёт';
  expect((await platformAccountant.post(`/internal/payouts/${id}/failure`, { reason })).body.code).toBe('move.illegal');
  await scenario.run(`update payouts set created_at = created_at - interval '1 day' where id = $1`, [id]);
  expect((await platformAccountant.post(`/internal/payouts/${id}/failure`, { reason })).status).toBe(200);
  expect((await decide(id)).status).toBe(200);
  expect((await card(id)).status).toBe('failed');
  await bank.finishPayout(await keyOf(id), 'succeeded');
  await expect.poll(async () => (await card(id)).status).toBe('succeeded');
  expect(await balance()).toMatchObject({ owed: 0, free: 0 });
  expect(await broken()).toEqual([]);
});

test("money that comes back without a word of it is found by the statement, and is nobody else's", async () => {
  const day = moscowDay(new Date());
  const run = async () => {
    await platformAccountant.post('/internal/reconciliations', { day });
    const { body } = await platformAccountant.get(
      '/internal/reconciliations/differences?limit=100&filter[status]=open',
    );
    return body.items;
  };
  await owe();
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).status).toBe('succeeded');
  await bank.speak(null);
  await bank.finishPayout(await keyOf(id), 'returned');
  const [found] = await run();
  expect(found).toMatchObject({ kind: 'missing_here', movement: 'payout', theirs: 3_000_000 });
  expect(found.decisions).toEqual(['partner_error', 'explained']);
  await expect.poll(async () => (await card(id)).status).toBe('returned');
  expect(await run()).toEqual([]);
  expect((await balance()).owed).toBe(3_000_000);
  expect(await broken()).toEqual([]);
  await bank.speak(testApp.url);
  await payOut();
});

test('many small payouts within a day are as large as one, and who is not verified is not paid', async () => {
  await scenario.run(`update payouts set created_at = created_at - interval '2 days'`);
  await scenario.run(`update settings set kept = kept || '{"payoutAlone": 3500000}'`);
  await owe();
  await payOut();
  await owe(1_000_000);
  const { id } = (await payNow()).body;
  expect((await card(id)).status).toBe('waiting');
  await platformAccountant.post(`/internal/payouts/${id}/proposal`);
  const turn = (status: string) =>
    scenario.run('update legal_entities set verification_status = $2 where id = $1', [scenario.company, status]);
  await turn('unverified');
  expect((await decide(id)).body).toMatchObject({ code: 'move.illegal', message: expect.stringContaining('верифиц') });
  expect((await platformAccountant.post(`/internal/payouts/${id}/cancel`)).body.status).toBe('cancelled');
  expect(await balance()).toMatchObject({ free: 1_000_000, obstacle: 'not_verified' });
  await closeYesterday();
  expect((await last()).id).toBe(id);
  await turn('verified');
  await scenario.run(`update settings set kept = kept - 'payoutAlone'`);
  await payOut();
});

test('nothing is paid by itself before the day is compared, or while a difference is undecided', async () => {
  const { db } = testApp.app.database;
  const due = (day: string) =>
    payCreditors.due(db, new Date(), { day: toDay(day), opens: addDays(toDay(day), 1), after: 0 });
  await expect(due('2020-01-09')).rejects.toThrow('Сначала сверьте день');
  await scenario.run(`insert into reconciliations (day, movements, matched, differences, closing, own_closing)
    values ('2020-01-10', 0, 0, 0, 0, 0)`);
  await owe();
  expect(await due('2020-01-10')).toEqual([scenario.company]);
  await scenario.run(`insert into differences (reference, day, kind, statement_id, movement, theirs)
    values ('line:t-1', '2020-01-10', 'missing_here', 't-1', 'transfer', 500)`);
  await expect(due('2020-01-10')).rejects.toThrow('разберите расхождения с выпиской партнёра: 1');
  expect((await balance()).obstacle).toBe('not_reconciled');
  await scenario.run('delete from differences');
  await payOut();
});
