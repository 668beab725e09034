import { describe, expect, test } from 'vitest';
import { moscowDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Reply } from '../helpers/client.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { agree, openPaymentScenario, payFully, seenPayment } from './helpers/scenario.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;

const reason = 'Заплатил дважды, верните второй платёж';
const ask = (id: number, amount: number, who = scenario.debtor): Promise<Reply> =>
  who.post(`/api/individuals/${scenario.debtorId}/payments/${id}/refund-request`, { amount, reason });
const refuse = (id: number): Promise<Reply> =>
  accountant.post(`/internal/payments/${id}/refund-request/refusal`, { reason: 'Платёж был один, второго не нашли' });
const propose = (id: number, amount: number): Promise<Reply> =>
  accountant.post(`/internal/payments/${id}/refunds`, { amount, reason });
const decide = async (id: number, decision: string): Promise<Reply> => {
  const [waiting] = (await scenario.operator.get(`/api/payments/${id}`)).body.pendingApprovals;
  return scenario.operator.post(`/api/approvals/${waiting.id}/decision`, { decision, reason: 'Так решили' });
};
const queue = async () =>
  (await accountant.get('/api/payments?filter[refundAsked]=true')).body.items.map(({ id }: { id: number }) => id);

test('a payer asks, the accountant finds it in his queue, two decide, and the money goes back', async () => {
  const id = await payFully(scenario, await agree(scenario), 900_000);
  expect((await seenPayment(scenario, id)).moves).toEqual(['askRefund']);
  expect((await ask(id, 900_001)).body.fields.amount).toContain('не больше');
  const asked = await ask(id, 400_000);
  expect(asked.status, asked.text).toBe(200);
  expect(asked.body).toMatchObject({
    refundAsked: 400_000,
    refundRequest: { amount: 400_000, reason, status: 'asked', answer: null },
    moves: ['withdrawRefund'],
  });
  expect((await ask(id, 100)).body.code).toBe('move.illegal');
  expect(await queue()).toEqual([id]);
  expect((await accountant.get('/api/notifications')).text).toContain('Просят вернуть');
  expect((await scenario.head.get(`/api/payments/${id}`)).body.refundRequest).toMatchObject({ status: 'asked' });
  await propose(id, 400_000);
  // Who waits for the second person has been answered in part already.
  expect((await refuse(id)).body.code).toBe('move.illegal');
  expect((await decide(id, 'reject')).status).toBe(200);
  expect(await queue()).toEqual([id]);
  await propose(id, 400_000);
  expect((await decide(id, 'approve')).status).toBe(200);
  await expect.poll(async () => (await seenPayment(scenario, id)).status).toBe('partially_refunded');
  const seen = await seenPayment(scenario, id);
  expect(seen).toMatchObject({ refundedAmount: 400_000, refundAsked: null, refundRequest: { status: 'granted' } });
  expect(seen.moves).toEqual(['askRefund']);
  expect(await queue()).toEqual([]);
  expect((await letterTo(scenario.testApp, scenario.debtorEmail)).subject).toMatch(/одобрен$/);
});

test('while a refund waits for its second person nobody asks for another one', async () => {
  const id = await payFully(scenario, await agree(scenario), 500_000);
  await propose(id, 100_000);
  expect((await seenPayment(scenario, id)).moves).toEqual([]);
  const asked = await ask(id, 500_000);
  expect(asked.body).toMatchObject({ code: 'move.illegal', message: expect.stringContaining('уже готовится') });
  await decide(id, 'reject');
  expect((await ask(id, 500_000)).status).toBe(200);
  await refuse(id);
});

test('an accountant refuses with a reason that the payer reads, and he may ask again', async () => {
  const id = await payFully(scenario, await agree(scenario), 300_000);
  expect((await refuse(id)).body.code).toBe('move.illegal');
  await ask(id, 300_000);
  expect((await refuse(id)).body.refundRequest).toMatchObject({ status: 'refused', answer: expect.any(String) });
  for (const client of [scenario.debtor, scenario.manager]) {
    const [told] = (await client.get('/api/notifications?limit=1')).body.items;
    expect(told).toMatchObject({
      title: expect.stringContaining('отказано'),
      detail: expect.stringContaining('второго не нашли'),
    });
  }
  expect((await letterTo(scenario.testApp, scenario.debtorEmail)).text).toContain('второго не нашли');
  expect(await queue()).toEqual([]);
  expect((await ask(id, 100_000)).status).toBe(200);
  await refuse(id);
});

describe('a payer who takes his question back', () => {
  const withdraw = (id: number, who = scenario.debtor): Promise<Reply> =>
    who.post(`/api/individuals/${scenario.debtorId}/payments/${id}/refund-request/withdrawal`);

  test('does so once, leaves the queue, and may ask again', async () => {
    const id = await payFully(scenario, await agree(scenario), 300_000);
    expect((await withdraw(id)).body.code).toBe('move.illegal');
    expect((await ask(id, 300_000)).body.moves).toEqual(['withdrawRefund']);
    expect((await withdraw(id, scenario.other)).status).toBe(404);
    expect((await withdraw(id, scenario.head)).status).toBe(403);
    const both = await Promise.all([withdraw(id), withdraw(id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await seenPayment(scenario, id)).toMatchObject({
      refundAsked: null,
      refundRequest: { status: 'withdrawn', answer: null },
      moves: ['askRefund'],
    });
    expect(await queue()).not.toContain(id);
    expect((await refuse(id)).body.code).toBe('move.illegal');
    expect((await scenario.manager.get('/api/notifications')).text).toContain('больше не просит');
    expect((await ask(id, 100_000)).status).toBe(200);
    await refuse(id);
  });

  test('is too late when a refund waits for its second person, and in time again when that says no', async () => {
    const id = await payFully(scenario, await agree(scenario), 300_000);
    await ask(id, 300_000);
    expect((await propose(id, 300_000)).status).toBe(200);
    expect((await seenPayment(scenario, id)).moves).toEqual([]);
    expect((await withdraw(id)).body.code).toBe('move.illegal');
    await decide(id, 'reject');
    expect((await withdraw(id)).status).toBe(200);
  });
});

test('nobody else asks in his name, and only those who keep money refuse', async () => {
  const id = await payFully(scenario, await agree(scenario), 300_000);
  expect((await ask(id, 100, scenario.other)).status).toBe(404);
  expect((await ask(id, 100, scenario.head)).status).toBe(403);
  await ask(id, 100);
  for (const who of [scenario.debtor, scenario.head]) {
    const answered = await who.post(`/internal/payments/${id}/refund-request/refusal`, { reason });
    expect(answered.status).toBe(403);
  }
  expect((await refuse(id)).status).toBe(200);
});

test('of two questions that come at once one counts', async () => {
  const id = await payFully(scenario, await agree(scenario), 300_000);
  const both = await Promise.all([ask(id, 100), ask(id, 200)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  await refuse(id);
});

test('what a refund under way is going to take nobody takes a second time', async () => {
  const first = await payFully(scenario, await agree(scenario), 500_000);
  const second = await payFully(scenario, await agree(scenario), 500_000);
  // The creditor has been paid out all but one of them.
  const [owed] = await scenario.run(
    `select sum(credit - debit)::bigint as sum from ledger_balances where account = '2010' and holder_id = $1`,
    [scenario.company],
  );
  await scenario.write(async (tx) => {
    const amount = kopecks((owed!['sum'] as number) - 500_000);
    await bookEvent(
      tx,
      { kind: 'paid_out', legalEntityId: scenario.company, payoutId: 1, amount },
      { valueDate: moscowDay(new Date()) },
    );
  });
  await scenario.bank.returnAtOnce(false);
  await propose(first, 500_000);
  await propose(second, 500_000);
  expect((await decide(first, 'approve')).status).toBe(200);
  const late = await decide(second, 'approve');
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('отложены')]);
  await scenario.bank.returnAtOnce(true);
});
