import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { moscowDay } from '#domain/values/days.ts';
import { takePayoutAnswer } from '#server/modules/payments/payouts/payout-answer.ts';
import { askPayout } from '#server/modules/payments/payouts/payout-jobs.ts';
import { numbers, openPayouts } from './helpers/payouts.ts';

const scenario = await openPayouts();
const { bank, testApp, platformAccountant, payouts, last, card, keyOf, payNow } = scenario;
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

const noticesOf = async (what: string, client = platformAccountant) =>
  (await client.get('/api/notifications?limit=100')).text.split(what).length - 1;
/** Two persons close a payout that the partner has had for a day. */
const closeByTwo = async (id: number) => {
  await scenario.run(`update payouts set created_at = created_at - interval '1 day' where id = $1`, [id]);
  const reason = 'Партнёр сказал, что не проведёт';
  expect((await platformAccountant.post(`/internal/payouts/${id}/failure`, { reason })).status).toBe(200);
  expect((await decide(id)).status).toBe(200);
  expect((await card(id)).status).toBe('failed');
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
  // He does answer, and nobody tells him anything more: people are told after a day.
  expect(await card(id)).toMatchObject({ status: 'created', partnerSilent: false, moves: [] });
  expect(await balance()).toMatchObject({ reserved: 3_000_000, free: 0, obstacle: 'under_way' });
  await scenario.run(`update payouts set created_at = created_at - interval '2 days' where id = $1`, [id]);
  await closeYesterday();
  await expect(noticesOf('Партнёр не закончил выплату за сутки')).resolves.toBe(1);
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
  await closeByTwo(id);
  await bank.finishPayout(await keyOf(id), 'succeeded');
  await expect.poll(async () => (await card(id)).status).toBe('succeeded');
  expect(await balance()).toMatchObject({ owed: 0, free: 0 });
  expect(await broken()).toEqual([]);
});

test('what two have closed is not paid anew before the partner has told its end', async () => {
  await bank.payOutAtOnce(false);
  await owe();
  const { id: closed } = (await payNow()).body;
  await expect.poll(async () => (await card(closed)).status).toBe('processing');
  await closeByTwo(closed);
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).partnerSilent).toBe(true);
  expect(await card(id)).toMatchObject({ status: 'created', partnerId: null });
  await bank.speak(null);
  await bank.finishPayout(await keyOf(closed), 'succeeded');
  await ask(id);
  expect(await card(id)).toMatchObject({ status: 'failed', failReason: expect.stringContaining('всё-таки ушла') });
  expect((await card(closed)).status).toBe('succeeded');
  expect(await balance()).toMatchObject({ owed: 0, free: 0 });
  expect(await broken()).toEqual([]);
  await bank.speak(testApp.url);
});

test('of a close, an accountant and two askers at once money goes once', async () => {
  await owe();
  await bank.behave('error');
  const before = (await payouts()).length;
  await Promise.all([closeYesterday(), payNow()]);
  const [{ id }, ...others] = await payouts();
  expect(others).toHaveLength(before);
  await bank.behave('ok');
  await Promise.all([ask(id), ask(id)]);
  expect((await card(id)).status).toBe('succeeded');
  expect((await balance()).owed).toBe(0);
  expect(await broken()).toEqual([]);
});

test("a partner's 404 to a payout is silence, his 409 is a no unless he knows it by then", async () => {
  await owe();
  await bank.behave('absent');
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).partnerSilent).toBe(true);
  expect((await card(id)).status).toBe('created');
  await bank.behave('repeated');
  await ask(id);
  expect((await card(id)).status).toBe('succeeded');
  await bank.behave('ok');
  await owe();
  await bank.behave('refusing');
  const { id: refused } = (await payNow()).body;
  await expect.poll(async () => (await card(refused)).status).toBe('failed');
  expect(await card(refused)).toMatchObject({ failReason: 'Партнёр отказал в выплате' });
  await bank.behave('ok');
  await payOut();
});

test('a moment that has not come, or a way back before the way out, is no answer', async () => {
  await bank.payOutAtOnce(false);
  await owe();
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).status).toBe('processing');
  const { partnerId, amount } = await card(id);
  const key = await keyOf(id);
  const take = (succeededAt: Date, returnedAt?: Date) =>
    scenario.write((tx) =>
      takePayoutAnswer(tx, id, {
        id: partnerId,
        key,
        amount,
        status: returnedAt ? 'returned' : 'succeeded',
        succeededAt,
        returned: returnedAt ? { key: randomUUID(), amount, at: returnedAt } : null,
        reason: null,
      }),
    );
  const [now, hour] = [Date.now(), 3_600_000];
  expect(await take(new Date(now + hour))).toBe(false);
  expect(await take(new Date(now), new Date(now - hour))).toBe(false);
  expect(await take(new Date(now), new Date(now + hour))).toBe(false);
  expect((await card(id)).status).toBe('processing');
  await bank.finishPayout(key, 'succeeded');
  await expect.poll(async () => (await card(id)).status).toBe('succeeded');
});

test('nobody is asked to close a payout that the partner has ended', async () => {
  await bank.payOutAtOnce(false);
  await owe();
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).status).toBe('processing');
  await scenario.run(`update payouts set created_at = created_at - interval '1 day' where id = $1`, [id]);
  const reason = 'Партнёр сказал, что не проведёт';
  expect((await platformAccountant.post(`/internal/payouts/${id}/failure`, { reason })).status).toBe(200);
  const open = () =>
    scenario.run(`select from notifications where topic = 'payout.fail' and about_id = $1 and decided_at is null`, [
      id,
    ]);
  expect(await open()).not.toEqual([]);
  await bank.finishPayout(await keyOf(id), 'succeeded');
  await expect.poll(async () => (await card(id)).status).toBe('succeeded');
  expect([await open(), (await card(id)).pendingApprovals]).toEqual([[], []]);
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
  await bank.finishPayout(await keyOf(id), 'returned', 1_500);
  expect(await run()).toEqual([]);
  expect((await card(id)).status).toBe('returned');
  expect((await balance()).owed).toBe(3_000_000 - 1_500);
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
