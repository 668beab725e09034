import { describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { keepDeadlines } from '#server/platform/jobs/deadlines.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { smallPaper } from '../helpers/files/multipart.ts';
import { firstDate } from '../settlements/bargaining.ts';
import { agree, linesOf, openMoneyStage, pay, payFully, seenDeal, seenPayment } from './bank.ts';

const stage = await openMoneyStage();

const today = moscowDay(new Date());
const byDebtor = (id: number, amount: number, more: object = {}): Promise<Reply> =>
  stage.debtor.post(`/api/individuals/${stage.debtorId}/loans/${id}/outside-payments`, {
    amount,
    paidOn: today,
    ...more,
  });
const byCreditor = (id: number, amount: number): Promise<Reply> =>
  stage.accountant.post(`/api/legal-entities/${stage.company}/loans/${id}/outside-payments`, { amount, paidOn: today });
const debtorAnswers = (id: number, answer: string, reason?: string): Promise<Reply> =>
  stage.debtor.post(`/api/individuals/${stage.debtorId}/payments/${id}/answer`, { answer, reason });
const creditorAnswers = (id: number, answer: string, reason?: string): Promise<Reply> =>
  stage.accountant.post(`/api/legal-entities/${stage.company}/payments/${id}/answer`, { answer, reason });
const lines = async (id: number) => (await linesOf(stage, id)).filter((line) => !line.startsWith('concluded'));

test('the debtor says that he has paid, the creditor confirms: only then it counts, and no money of the platform moves', async () => {
  const plan = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };
  const id = await agree(stage, plan);
  expect((await seenDeal(stage, id)).moves).toContain('stateOutside');
  const stated = await byDebtor(id, 1_200_000, { comment: 'Перевёл на счёт по квитанции 17' });
  expect(stated.status, stated.text).toBe(201);
  expect(stated.body).toMatchObject({
    channel: 'outside',
    status: 'created',
    statedBy: 'individual',
    paidOn: today,
    moves: [],
  });
  expect((await seenDeal(stage, id)).paidAmount).toBe(0);
  expect((await stage.manager.get('/api/notifications')).text).toContain('Подтвердите оплату вне платформы');
  // Somebody who pays here meanwhile is not in the way, nor is the clock.
  await stage.run(`update payments set created_at = now() - interval '2 days' where id = $1`, [stated.body.id]);
  await keepDeadlines(stage.house.app);
  await payFully(stage, id, 100_000);
  expect((await debtorAnswers(stated.body.id, 'confirm')).body.code).toBe('move.illegal');
  const confirmed = await creditorAnswers(stated.body.id, 'confirm');
  expect(confirmed.status, confirmed.text).toBe(200);
  expect(confirmed.body).toMatchObject({ status: 'succeeded', valueDate: today, overpaid: 0, partnerId: null });
  expect((await creditorAnswers(stated.body.id, 'confirm')).body.code).toBe('move.illegal');
  const deal = await seenDeal(stage, id);
  expect(deal).toMatchObject({ status: 'waiting_for_payment', paidAmount: 1_300_000 });
  expect(deal.schedule.map(({ paid, status }: { paid: number; status: string }) => [paid, status])).toEqual([
    [1_000_000, 'paid'],
    [300_000, 'planned'],
    [0, 'planned'],
  ]);
  expect(await lines(id)).toEqual([
    'allocated M10 credit 100000',
    'allocated M10 credit 1200000',
    'allocated M99 debit 100000',
    'allocated M99 debit 1200000',
    'paid 1010 debit 100000',
    'paid 2010 credit 100000',
  ]);
  const refund = { amount: 100, reason: 'Просит вернуть деньги' };
  expect((await stage.operator.post(`/internal/payments/${stated.body.id}/refunds`, refund)).body.code).toBe(
    'move.illegal',
  );
});

test('the creditor says that the rest has been paid, the debtor confirms: paid, then fulfilled', async () => {
  const id = await agree(stage);
  const stated = await byCreditor(id, 3_000_000);
  expect(stated.status, stated.text).toBe(201);
  expect((await creditorAnswers(stated.body.id, 'confirm')).body.code).toBe('move.illegal');
  expect((await debtorAnswers(stated.body.id, 'confirm')).status).toBe(200);
  expect(await seenDeal(stage, id)).toMatchObject({ status: 'paid', paidAmount: 3_000_000 });
  const [moved] = await stage.run(
    `select move from status_history where machine = 'settlement' and object_id = $1 order by id desc limit 1`,
    [id],
  );
  expect(moved).toEqual({ move: 'payOutside' });
  expect((await stage.accountant.post(`/api/legal-entities/${stage.company}/loans/${id}/fulfil`)).status).toBe(200);
});

test('the fee of it is invoiced, whatever way the tariff has; a fee on top is not taken', async () => {
  const fees = async (collect: string, payer: string): Promise<string[]> => {
    await stage.run(
      `insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
        values ('Общий', $2, 'paid_amount', 500, 'included', 2000, $1, '2020-01-01')`,
      [collect, payer],
    );
    const id = await agree(stage);
    await creditorAnswers((await byDebtor(id, 1_000_000)).body.id, 'confirm');
    await stage.run('delete from tariffs');
    return (await lines(id)).filter((line) => line.startsWith('fee'));
  };
  const invoiced = ['fee 1200 debit 50000', 'fee 2050 credit 8333', 'fee 9010 credit 41667'];
  expect(await fees('withhold', 'creditor')).toEqual(invoiced);
  expect(await fees('invoice', 'creditor')).toEqual(invoiced);
  expect(await fees('withhold', 'individual')).toEqual([]);
});

test('whoever has stated it shows a paper to the other side while she has not answered', async () => {
  const id = await agree(stage);
  const { body: stated } = await byDebtor(id, 100_000);
  const prove = (client: Client, path: string): Promise<Reply> => {
    const form = new FormData();
    form.set('file', new File([smallPaper], 'чек.pdf'));
    return client.send('PUT', `${path}/payments/${stated.id}/proof`, form);
  };
  const own = `/api/individuals/${stage.debtorId}`;
  expect((await stage.accountant.get(`/api/payments/${stated.id}/proof`)).status).toBe(404);
  const nothing = new FormData();
  nothing.set('comment', 'Без документа');
  for (const [client, path] of [
    [stage.debtor, own],
    [stage.accountant, `/api/legal-entities/${stage.company}`],
  ] as const) {
    const reply = await client.send('PUT', `${path}/payments/${stated.id}/proof`, nothing);
    expect(reply.body.code).toBe('input.invalid');
  }
  expect((await prove(stage.debtor, own)).body.hasProof).toBe(true);
  const seen = await stage.accountant.get(`/api/payments/${stated.id}/proof`);
  expect([seen.status, seen.text]).toEqual([200, smallPaper]);
  expect((await stage.other.get(`/api/payments/${stated.id}/proof`)).status).toBe(404);
  const sizedPaper = (bytes: number) =>
    stage.run('update stored_files set size = $2 where id in (select file_id from owned_files where payment_id = $1)', [
      stated.id,
      bytes,
    ]);
  await sizedPaper(401_000_000);
  expect((await prove(stage.debtor, own)).body.code).toBe('quota.exceeded');
  await sizedPaper(smallPaper.length);
  expect((await stage.manager.get('/api/notifications')).text).toContain('приложен документ');
  const foreign = await prove(stage.accountant, `/api/legal-entities/${stage.company}`);
  expect([foreign.body.code, foreign.body.message]).toEqual([
    'move.illegal',
    expect.stringContaining('тот, кто сообщил'),
  ]);
  expect((await prove(stage.debtor, own)).status).toBe(200);
  await creditorAnswers(stated.id, 'confirm');
  expect((await prove(stage.debtor, own)).body.code).toBe('move.illegal');
});

describe('what is refused', () => {
  test('more than is owed, a day to come or before the agreement, a second one, a rejection without a reason', async () => {
    const id = await agree(stage);
    expect((await byDebtor(id, 3_000_001)).body.fields.amount).toContain('Осталось заплатить 30');
    expect((await byDebtor(id, 100, { paidOn: addDays(today, 1) })).body.fields.paidOn).toContain('не наступил');
    expect((await byDebtor(id, 100, { paidOn: addDays(today, -1) })).body.fields.paidOn).toContain(
      'Соглашение заключено',
    );
    const { body } = await byDebtor(id, 100_000);
    expect((await byCreditor(id, 100)).body.code).toBe('move.illegal');
    expect((await creditorAnswers(body.id, 'reject')).body.fields.reason).toBe('Назовите причину');
    expect((await creditorAnswers(body.id, 'withdraw')).body.code).toBe('move.illegal');
    const cancel = `/api/individuals/${stage.debtorId}/payments/${body.id}/cancel`;
    expect((await stage.debtor.post(cancel)).body.code).toBe('move.illegal');
    expect((await creditorAnswers(body.id, 'reject', 'На счёт ничего не пришло')).status).toBe(200);
    expect(await seenPayment(stage, body.id)).toMatchObject({
      status: 'failed',
      failReason: 'На счёт ничего не пришло',
    });
    expect((await stage.debtor.get('/api/notifications')).text).toContain('не подтверждена');
    const again = await byDebtor(id, 100_000);
    expect((await debtorAnswers(again.body.id, 'withdraw')).body.status).toBe('cancelled');
    const { body: partner } = await pay(stage, id, 100);
    expect((await debtorAnswers(partner.id, 'withdraw')).body.code).toBe('move.illegal');
  });

  test('others, and those who only look', async () => {
    const id = await agree(stage);
    const body = { amount: 100, paidOn: today };
    expect(
      (await stage.other.post(`/api/individuals/${stage.otherId}/loans/${id}/outside-payments`, body)).status,
    ).toBe(404);
    expect(
      (await stage.manager.post(`/api/legal-entities/${stage.company}/loans/${id}/outside-payments`, body)).status,
    ).toBe(403);
  });

  test('what is more than is left by then; what nobody has answered ends with the settlement', async () => {
    const id = await agree(stage);
    const { body } = await byDebtor(id, 2_000_000);
    await payFully(stage, id, 1_500_000);
    expect((await creditorAnswers(body.id, 'confirm')).body.message).toContain('Осталось заплатить 15');
    await payFully(stage, id, 1_500_000);
    expect((await creditorAnswers(body.id, 'confirm')).body.code).toBe('move.illegal');
    expect((await byDebtor(id, 1)).body.code).toBe('move.illegal');
    await stage.accountant.post(`/api/legal-entities/${stage.company}/loans/${id}/fulfil`);
    expect((await seenPayment(stage, body.id)).status).toBe('cancelled');
  });
});

test('what was taken back or rejected cannot be confirmed any more', async () => {
  const id = await agree(stage);
  const first = (await byDebtor(id, 1_000_000)).body.id;
  expect((await debtorAnswers(first, 'withdraw')).status).toBe(200);
  expect(await creditorAnswers(first, 'confirm')).toMatchObject({ status: 409, body: { code: 'move.illegal' } });
  const second = (await byDebtor(id, 1_000_000)).body.id;
  expect((await creditorAnswers(second, 'reject', 'Денег не было')).status).toBe(200);
  expect((await creditorAnswers(second, 'confirm')).status).toBe(409);
  expect((await seenDeal(stage, id)).paidAmount).toBe(0);
});

test('both who answer at once: it is taken once', async () => {
  const id = await agree(stage);
  const { body } = await byDebtor(id, 1_000_000);
  const answers = [
    ...Array.from({ length: 8 }, () => creditorAnswers(body.id, 'confirm')),
    ...Array.from({ length: 4 }, () => debtorAnswers(body.id, 'withdraw')),
  ];
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect([0, 1_000_000]).toContain((await seenDeal(stage, id)).paidAmount);
});
