import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { moscowDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { refundSteps } from './helpers/refunds.ts';
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

const { card, propose, decide, refundKey } = refundSteps(scenario);
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

  /** Two people close the refund of a payment of which the partner says nothing. */
  async function closedByHand(id: number): Promise<void> {
    const asked = await accountant.post(`/internal/payments/${id}/refunds/failure`, {
      reason: 'Партнёр его не примет',
    });
    expect(asked.status, asked.text).toBe(200);
    expect((await decide(id)).status).toBe(200);
    expect((await card(id)).refunds[0]).toMatchObject({ status: 'failed', failReason: 'Партнёр его не примет' });
  }
  const askedToFail = async (id: number): Promise<string> =>
    (await accountant.post(`/internal/payments/${id}/refunds/failure`, { reason: 'Партнёр его не примет' })).body.code;

  test('neither makes nor refuses a refund: two people close it, and the money goes back by another', async () => {
    const { returning: id } = await underWay();
    expect((await card(id)).moves).not.toContain('failRefund');
    expect(await askedToFail(id)).toBe('move.illegal');
    const before = await balance('1010');
    await scenario.run(`update refunds set created_at = now() - interval '25 hours' where payment_id = $1`, [id]);
    expect((await card(id)).moves).toContain('failRefund');
    await closedByHand(id);
    expect(await askedToFail(id)).toBe('move.illegal');
    expect(await card(id)).toMatchObject({ status: 'succeeded', refundedAmount: 0, refundable: 1_000_000 });
    expect(await balance('1010')).toBe(before);
    await speakAgain();
    // The partner keeps what he holds for the first one.
    await propose(id, 400_000);
    await decide(id);
    await expect.poll(async () => (await card(id)).refunds[0].status).toBe('succeeded');
    expect(await balance('1010')).toBe(before - 400_000);
    expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
  });

  test('does not take a refund at all: it may be closed at once, unless he answers meanwhile', async () => {
    const id = await payFully(scenario, await agree(scenario), 1_000_000);
    await propose(id, 600_000);
    await scenario.bank.behave('denied');
    await decide(id);
    await expect.poll(async () => (await card(id)).refunds[0].partnerSilent, { timeout: 20_000 }).toBe(true);
    expect((await accountant.post(`/internal/payments/${id}/refunds/failure`, { reason: 'коротко' })).status).toBe(400);
    expect(await askedToFail(id)).toBeUndefined();
    await scenario.bank.behave('ok');
    await expect.poll(async () => (await card(id)).refunds[0].status, { timeout: 60_000 }).toBe('succeeded');
    // Nobody is asked to decide about what has ended.
    expect((await card(id, scenario.operator)).pendingApprovals).toEqual([]);
    expect((await card(id)).moves).not.toContain('failRefund');
  });

  test('takes a refund after one has proposed to close it: the other may close it no more', async () => {
    const id = await payFully(scenario, await agree(scenario), 1_000_000);
    await scenario.bank.speak(null);
    await scenario.bank.returnAtOnce(false);
    await propose(id, 600_000);
    await scenario.bank.behave('denied');
    await decide(id);
    await expect.poll(async () => (await card(id)).refunds[0].partnerSilent, { timeout: 20_000 }).toBe(true);
    expect(await askedToFail(id)).toBeUndefined();
    await scenario.bank.behave('ok');
    await expect.poll(async () => (await card(id)).refunds[0].status, { timeout: 60_000 }).toBe('processing');
    expect(await decide(id)).toMatchObject({ status: 409, body: { code: 'move.illegal' } });
    expect((await card(id)).refunds[0]).toMatchObject({ status: 'processing', failReason: null });
    await scenario.bank.finishRefund(await refundKey(id), 'succeeded');
    await notify(scenario, { key: await refundKey(id), type: 'refund.succeeded' });
    await expect.poll(async () => (await card(id)).refunds[0].status).toBe('succeeded');
    expect((await card(id, scenario.operator)).pendingApprovals).toEqual([]);
    await speakAgain();
  });

  test('makes a refund that was closed and made once more: an accountant writes it off, and it counts no more', async () => {
    const { returning: id } = await underWay();
    const key = await refundKey(id);
    await scenario.run(`update refunds set created_at = now() - interval '25 hours' where payment_id = $1`, [id]);
    await closedByHand(id);
    // All of it is on its way once more with us; the partner has the rest of the first one to give.
    await propose(id, 400_000);
    await decide(id);
    await expect.poll(async () => (await card(id)).refunds[0].status).toBe('processing');
    await scenario.run(`update refunds set amount = 1000000, returned = 1000000 where partner_key = $1`, [
      await refundKey(id),
    ]);
    await scenario.bank.finishRefund(key, 'succeeded');
    const day = moscowDay(new Date());
    await accountant.post('/internal/reconciliations', { day });
    const path = '/internal/reconciliations/differences';
    const found = async () =>
      (await accountant.get(`${path}?limit=100&filter[kind]=other_status&filter[status]=open`)).body.items.find(
        ({ paymentId }: { paymentId: number }) => paymentId === id,
      );
    const gone = await found();
    expect(gone).toMatchObject({ theirs: -600_000, ours: -600_000 });
    expect(gone.decisions).toContain('expense');
    const decision = { decision: 'expense', comment: 'Ушёл дважды, плательщик не вернул' };
    expect((await accountant.post(`${path}/${gone.id}/decision`, { decision: 'expense' })).status).toBe(400);
    // Whether there is room for it is not known before the other has ended.
    const early = await accountant.post(`${path}/${gone.id}/decision`, decision);
    expect(early).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^По этому платежу идёт другой/) },
    });
    await scenario.run(
      `update refunds set status = 'succeeded', succeeded_at = now(), value_date = ${MOSCOW_TODAY} where partner_key = $1`,
      [await refundKey(id)],
    );
    const written = await accountant.post(`${path}/${gone.id}/decision`, decision);
    expect(written.status, written.text).toBe(200);
    const booked = await scenario.run(
      `select account, side, amount from ledger_lines join ledger_entries e on e.id = entry_id
        where e.kind = 'expensed' and e.payment_id = $1 order by account`,
      [id],
    );
    expect(booked).toEqual([
      { account: '1010', side: 'credit', amount: 600_000 },
      { account: '9100', side: 'debit', amount: 600_000 },
    ]);
    expect((await card(id)).refunds.at(-1)).toMatchObject({ status: 'failed', expensedOn: day });
    // There is room again, and the partner says it once more: nothing moves.
    await scenario.run(
      `update refunds set status = 'failed', succeeded_at = null, value_date = null where payment_id = $1`,
      [id],
    );
    await notify(scenario, { key, type: 'refund.succeeded' });
    await accountant.post('/internal/reconciliations', { day });
    expect(await found()).toBeUndefined();
    expect((await card(id)).refunds.at(-1).status).toBe('failed');
    expect(await card(id)).toMatchObject({ refundedAmount: 0 });
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
