import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { kopecks } from '#domain/values/money.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Reply } from '../helpers/client.ts';
import {
  agree,
  balanceOf,
  keyOf,
  notify,
  openPaymentScenario,
  pay,
  payFully,
  seenPayment,
} from './helpers/scenario.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;

const reason = 'Заплачено по ошибке, просит вернуть';
const propose = (id: number, amount: number): Promise<Reply> =>
  accountant.post(`/internal/payments/${id}/refunds`, { amount, reason });
const card = async (id: number, client = accountant) => (await client.get(`/api/payments/${id}`)).body;

/** The second person decides what waits about a payment. */
async function decide(id: number): Promise<Reply> {
  const [waiting] = (await card(id, scenario.operator)).pendingApprovals;
  return scenario.operator.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' });
}
const refundKey = async (id: number): Promise<string> =>
  (await scenario.run('select partner_key from refunds where payment_id = $1 order by id desc limit 1', [id]))[0]![
    'partner_key'
  ] as string;
const balance = (account: string) => balanceOf(scenario, account);

describe('the partner', () => {
  test('tells of a refund late, ten times and out of order, and others tell lies: one effect', async () => {
    await scenario.bank.speak(null);
    await scenario.bank.returnAtOnce(false);
    const id = await agree(scenario);
    const { body } = await pay(scenario, id, 3_000_000);
    await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).not.toBeNull();
    await scenario.bank.finish(await keyOf(scenario, body.id), 'succeeded');
    await notify(scenario, { key: await keyOf(scenario, body.id) });
    await expect.poll(async () => (await seenPayment(scenario, body.id)).status).toBe('succeeded');
    await propose(body.id, 400_000);
    await decide(body.id);
    await expect.poll(async () => (await card(body.id)).refunds[0].status).toBe('processing');
    const key = await refundKey(body.id);
    const before = await balance('1010');
    // A message that runs ahead of the money, and one that is forged, change nothing.
    expect((await notify(scenario, { key, type: 'refund.succeeded' })).status).toBe(204);
    expect((await notify(scenario, { key, signedWith: 'another key' })).body.code).toBe('signature.wrong');
    await scenario.bank.finishRefund(key, 'succeeded');
    const same = randomUUID();
    const many = ['refund.succeeded', 'refund.processing', 'refund.failed', 'payment.succeeded'];
    await Promise.all([
      ...many.map((type) => notify(scenario, { key, type })),
      ...Array.from({ length: 10 }, () => notify(scenario, { key, id: same })),
    ]);
    await expect.poll(async () => (await card(body.id)).refunds[0].status).toBe('succeeded');
    expect(await balance('1010')).toBe(before - 400_000);
    await scenario.bank.returnAtOnce(true);
    await scenario.bank.speak(scenario.testApp.url);
  });

  test('does the work and dies: asked again under the same key, it is one refund', async () => {
    const id = await agree(scenario);
    const paymentId = await payFully(scenario, id, 3_000_000);
    await scenario.bank.speak(null);
    await propose(paymentId, 250_000);
    await scenario.bank.behave('after');
    await decide(paymentId);
    await expect.poll(async () => (await card(paymentId)).refunds[0].partnerSilent, { timeout: 20_000 }).toBe(true);
    await scenario.bank.behave('ok');
    await expect.poll(async () => (await card(paymentId)).refunds[0].status, { timeout: 30_000 }).toBe('succeeded');
    const key = await refundKey(paymentId);
    expect((await scenario.bank.refunds()).filter((one) => one.key === key)).toHaveLength(1);
    expect(await seenPayment(scenario, paymentId)).toMatchObject({ refundedAmount: 250_000 });
    await scenario.bank.speak(scenario.testApp.url);
  });

  test('says no: the refund fails, the payment stays', async () => {
    const id = await agree(scenario);
    const paymentId = await payFully(scenario, id, 1_000_000);
    await propose(paymentId, 600_000);
    // At the partner the money has gone back already.
    const key = await keyOf(scenario, paymentId);
    await scenario.testApp.app.payments!.refund({ key: randomUUID(), paymentKey: key, amount: kopecks(900_000) });
    await decide(paymentId);
    await expect.poll(async () => (await card(paymentId)).refunds[0].status).toBe('failed');
    expect((await card(paymentId)).refunds[0].failReason).toMatch(/^Партнёр отказал/);
    expect(await seenPayment(scenario, paymentId)).toMatchObject({ status: 'succeeded', refundedAmount: 0 });
    expect((await scenario.debtor.get('/api/notifications')).text).toContain('не прошёл');
    // The accountant who has proposed it and the creditor read the reason as well.
    for (const client of [accountant, scenario.manager]) {
      const [told] = (await client.get('/api/notifications?limit=1')).body.items;
      expect(told).toMatchObject({
        title: expect.stringContaining('не прошёл'),
        detail: expect.stringMatching(/^Партнёр отказал/),
        link: expect.any(String),
      });
    }
  });

  /** A payment in its course and a refund in its course, of which the partner tells nothing by himself. */
  async function underWay(): Promise<{ paying: number; returning: number }> {
    const returning = await payFully(scenario, await agree(scenario), 1_000_000);
    await scenario.bank.speak(null);
    await scenario.bank.returnAtOnce(false);
    await propose(returning, 600_000);
    await decide(returning);
    await expect.poll(async () => (await card(returning)).refunds[0].status).toBe('processing');
    const { id: paying } = (await pay(scenario, await agree(scenario), 1_000_000)).body;
    await expect.poll(async () => (await seenPayment(scenario, paying)).payUrl).not.toBeNull();
    await scenario.bank.finish(await keyOf(scenario, paying), 'processing');
    await notify(scenario, { key: await keyOf(scenario, paying) });
    await expect.poll(async () => (await seenPayment(scenario, paying)).status).toBe('processing');
    return { paying, returning };
  }
  const finishBoth = async (paying: number, returning: number) => {
    await scenario.bank.finish(await keyOf(scenario, paying), 'succeeded');
    await scenario.bank.finishRefund(await refundKey(returning), 'succeeded');
    await notify(scenario, { key: await keyOf(scenario, paying) });
    await notify(scenario, { key: await refundKey(returning), type: 'refund.succeeded' });
  };
  const speakAgain = async () => {
    await scenario.bank.returnAtOnce(true);
    await scenario.bank.speak(scenario.testApp.url);
  };

  test('does not let us in: that is no «no», and both go on when he does', async () => {
    const { paying, returning } = await underWay();
    await scenario.bank.behave('denied');
    await finishBoth(paying, returning);
    await expect.poll(async () => (await card(returning)).refunds[0].partnerSilent, { timeout: 20_000 }).toBe(true);
    await expect.poll(async () => (await card(paying)).partnerSilent, { timeout: 20_000 }).toBe(true);
    expect((await card(returning)).refunds[0].status).toBe('processing');
    expect((await card(paying)).status).toBe('processing');
    await scenario.bank.behave('ok');
    await expect.poll(async () => (await card(returning)).refunds[0].status, { timeout: 60_000 }).toBe('succeeded');
    await expect.poll(async () => (await card(paying)).status, { timeout: 60_000 }).toBe('succeeded');
    await speakAgain();
  });

  test('tells late that what has failed with us has gone after all: it counts', async () => {
    const { paying, returning } = await underWay();
    await scenario.run(`update payments set status = 'failed' where id = $1`, [paying]);
    await scenario.run(`update refunds set status = 'failed' where payment_id = $1`, [returning]);
    await finishBoth(paying, returning);
    await expect.poll(async () => (await card(returning)).refunds[0].status).toBe('succeeded');
    await expect.poll(async () => (await card(paying)).status).toBe('succeeded');
    expect(await card(returning)).toMatchObject({ status: 'partially_refunded', refundedAmount: 600_000 });
    await speakAgain();
  });

  test('tells late of a refund that was made once more meanwhile: nothing goes back twice here', async () => {
    const { returning } = await underWay();
    await scenario.run(`update refunds set status = 'failed' where payment_id = $1`, [returning]);
    const [first] = await scenario.run('select id, partner_key from refunds where payment_id = $1', [returning]);
    await scenario.run(
      `insert into refunds (payment_id, settlement_id, amount, overpaid, returned, reason, status)
        select payment_id, settlement_id, amount, overpaid, returned, reason, 'processing' from refunds where payment_id = $1`,
      [returning],
    );
    const key = first!['partner_key'] as string;
    await scenario.run('update refunds set asked_at = null where id = $1', [first!['id']]);
    await scenario.bank.finishRefund(key, 'succeeded');
    await notify(scenario, { key, type: 'refund.succeeded' });
    const asked = () => scenario.run('select asked_at from refunds where id = $1', [first!['id']]);
    await expect.poll(async () => (await asked())[0]).toEqual({ asked_at: expect.any(Date) });
    expect((await card(returning)).refunds.at(-1)).toMatchObject({ status: 'failed' });
    expect(await card(returning)).toMatchObject({ status: 'succeeded', refundedAmount: 0 });
    await scenario.run(`update refunds set status = 'failed' where payment_id = $1`, [returning]);
    await speakAgain();
  });

  test('is asked about refunds of which nobody has heard', async () => {
    const id = await agree(scenario);
    const paymentId = await payFully(scenario, id, 1_000_000);
    await scenario.bank.speak(null);
    await scenario.bank.returnAtOnce(false);
    await propose(paymentId, 600_000);
    await decide(paymentId);
    await expect.poll(async () => (await card(paymentId)).refunds[0].status).toBe('processing');
    await scenario.bank.finishRefund(await refundKey(paymentId), 'succeeded');
    await scenario.run(`update refunds set asked_at = now() - interval '2 minutes' where payment_id = $1`, [paymentId]);
    await runDeadlines(scenario.testApp.app);
    await expect.poll(async () => (await card(paymentId)).refunds[0].status).toBe('succeeded');
    await scenario.bank.returnAtOnce(true);
    await scenario.bank.speak(scenario.testApp.url);
  });
});
