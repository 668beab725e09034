import { describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { smallPaper } from '../helpers/files/multipart.ts';
import { firstDate } from '../settlements/helpers/bargaining.ts';
import { agree, linesOf, openPaymentScenario, pay, payFully, seenPayment, seenSettlement } from './helpers/scenario.ts';

const scenario = await openPaymentScenario();

const today = moscowDay(new Date());
const byDebtor = (id: number, amount: number, more: object = {}): Promise<Reply> =>
  scenario.debtor.post(`/api/individuals/${scenario.debtorId}/loans/${id}/outside-payments`, {
    amount,
    paidOn: today,
    ...more,
  });
const byCreditor = (id: number, amount: number, more: object = {}): Promise<Reply> =>
  scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/outside-payments`, {
    amount,
    paidOn: today,
    ...more,
  });
const debtorAnswers = (id: number, answer: string, reason?: string): Promise<Reply> =>
  scenario.debtor.post(`/api/individuals/${scenario.debtorId}/payments/${id}/answer`, { answer, reason });
const creditorAnswers = (id: number, answer: string, reason?: string): Promise<Reply> =>
  scenario.accountant.post(`/api/legal-entities/${scenario.company}/payments/${id}/answer`, { answer, reason });
const lines = async (id: number) => (await linesOf(scenario, id)).filter((line) => !line.startsWith('concluded'));

test('the debtor says that he has paid, the creditor confirms: only then it counts, and no money of the platform moves', async () => {
  const plan = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };
  const id = await agree(scenario, plan);
  expect((await seenSettlement(scenario, id)).moves).toContain('stateOutside');
  const stated = await byDebtor(id, 1_200_000, { comment: 'Перевёл на счёт по квитанции 17' });
  expect(stated.status, stated.text).toBe(201);
  expect(stated.body).toMatchObject({
    channel: 'outside',
    status: 'created',
    statedBy: 'individual',
    paidOn: today,
    moves: [],
  });
  expect((await seenSettlement(scenario, id)).paidAmount).toBe(0);
  const { number } = await seenSettlement(scenario, id);
  const asked = async () =>
    (await scenario.manager.get('/api/notifications')).text.includes(`${number}. Подтвердите оплату вне платформы`);
  expect(await asked()).toBe(true);
  // Somebody who pays here meanwhile is not in the way, nor is the clock.
  await scenario.run(`update payments set created_at = now() - interval '2 days' where id = $1`, [stated.body.id]);
  await runDeadlines(scenario.testApp.app);
  await payFully(scenario, id, 100_000);
  expect((await debtorAnswers(stated.body.id, 'confirm')).body.code).toBe('move.illegal');
  const confirmed = await creditorAnswers(stated.body.id, 'confirm');
  expect(confirmed.status, confirmed.text).toBe(200);
  expect(confirmed.body).toMatchObject({ status: 'succeeded', valueDate: today, overpaid: 0, partnerId: null });
  expect(await asked()).toBe(false);
  expect((await creditorAnswers(stated.body.id, 'confirm')).body.code).toBe('move.illegal');
  const settlement = await seenSettlement(scenario, id);
  expect(settlement).toMatchObject({ status: 'waiting_for_payment', paidAmount: 1_300_000 });
  expect(settlement.schedule.map(({ paid, status }: { paid: number; status: string }) => [paid, status])).toEqual([
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
  expect((await scenario.operator.post(`/internal/payments/${stated.body.id}/refunds`, refund)).body.code).toBe(
    'move.illegal',
  );
});

test('the creditor says that the rest has been paid, the debtor confirms: paid, then fulfilled', async () => {
  const id = await agree(scenario);
  const stated = await byCreditor(id, 3_000_000);
  expect(stated.status, stated.text).toBe(201);
  expect((await creditorAnswers(stated.body.id, 'confirm')).body.code).toBe('move.illegal');
  expect((await debtorAnswers(stated.body.id, 'confirm')).status).toBe(200);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', paidAmount: 3_000_000 });
  const [moved] = await scenario.run(
    `select move from status_history where machine = 'settlement' and object_id = $1 order by id desc limit 1`,
    [id],
  );
  expect(moved).toEqual({ move: 'payOutside' });
  expect((await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`)).status).toBe(
    200,
  );
});

test('what was paid after the day of the debt and before the signature counts, as paid on the day of the agreement', async () => {
  const id = await agree(scenario);
  await scenario.run('update settlements set debt_as_of = $2 where id = $1', [id, addDays(today, -20)]);
  const paidOn = addDays(today, -7);
  const stated = await byDebtor(id, 1_200_000, { paidOn, comment: 'Перевёл до подписи' });
  expect(stated.status, stated.text).toBe(201);
  const confirmed = await creditorAnswers(stated.body.id, 'confirm');
  expect(confirmed.body).toMatchObject({ status: 'succeeded', paidOn, valueDate: today });
  const counted = await byDebtor(id, 1_800_000, { paidOn: addDays(today, -20) });
  expect(counted.body.fields.paidOn).toContain('уже учтено');
  const rest = await byDebtor(id, 1_800_000, { paidOn: addDays(today, -19) });
  expect((await creditorAnswers(rest.body.id, 'confirm')).status).toBe(200);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', paidAmount: 3_000_000 });
  const [settlement] = await scenario.run('select paid_on from settlements where id = $1', [id]);
  expect(settlement).toEqual({ paid_on: today });
});

test('the fee of it is invoiced, whatever way the tariff has; a fee on top is not taken', async () => {
  const fees = async (collect: string, payer: string): Promise<string[]> => {
    await scenario.run(
      `insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
        values ('Общий', $2, 'paid_amount', 500, 'included', 2000, $1, '2020-01-01')`,
      [collect, payer],
    );
    const id = await agree(scenario);
    await creditorAnswers((await byDebtor(id, 1_000_000)).body.id, 'confirm');
    await scenario.run('delete from tariffs');
    return (await lines(id)).filter((line) => line.startsWith('fee'));
  };
  const invoiced = ['fee 1200 debit 50000', 'fee 2050 credit 9016', 'fee 9010 credit 40984'];
  expect(await fees('withhold', 'creditor')).toEqual(invoiced);
  expect(await fees('invoice', 'creditor')).toEqual(invoiced);
  expect(await fees('withhold', 'individual')).toEqual([]);
});

test('the share of a fee on the agreed sum that it would have borne is charged to nobody', async () => {
  await scenario.run(`insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
    values ('От суммы', 'individual', 'agreed_amount', 500, 'included', 2200, 'withhold', '2020-01-01')`);
  const id = await agree(scenario);
  await scenario.run('delete from tariffs');
  await creditorAnswers((await byDebtor(id, 1_200_000)).body.id, 'confirm');
  expect((await seenSettlement(scenario, id)).debtorFee).toMatchObject({ paid: 1_200_000, paidWithoutFee: 1_200_000 });
  const first = await payFully(scenario, id, 600_000);
  expect(await seenPayment(scenario, first)).toMatchObject({ feeAmount: 30_000, payerAmount: 630_000 });
  const last = await payFully(scenario, id, 1_200_000);
  expect(await seenPayment(scenario, last)).toMatchObject({ feeAmount: 60_000 });
  const [charged] = await scenario.run('select fee_charged, fee_vat_charged from settlements where id = $1', [id]);
  expect(charged).toEqual({ fee_charged: 90_000, fee_vat_charged: 16_229 });
});

test('whoever has stated it shows a paper to the other side while she has not answered', async () => {
  const id = await agree(scenario);
  const { body: stated } = await byDebtor(id, 100_000);
  const prove = (client: Client, path: string): Promise<Reply> => {
    const form = new FormData();
    form.set('file', new File([smallPaper], 'чек.pdf'));
    return client.send('PUT', `${path}/payments/${stated.id}/proof`, form);
  };
  const own = `/api/individuals/${scenario.debtorId}`;
  expect((await scenario.accountant.get(`/api/payments/${stated.id}/proof`)).status).toBe(404);
  const nothing = new FormData();
  nothing.set('comment', 'Без документа');
  for (const [client, path] of [
    [scenario.debtor, own],
    [scenario.accountant, `/api/legal-entities/${scenario.company}`],
  ] as const) {
    const reply = await client.send('PUT', `${path}/payments/${stated.id}/proof`, nothing);
    expect(reply.body.code).toBe('input.invalid');
  }
  expect((await prove(scenario.debtor, own)).body.hasProof).toBe(true);
  const seen = await scenario.accountant.get(`/api/payments/${stated.id}/proof`);
  expect([seen.status, seen.text]).toEqual([200, smallPaper]);
  expect((await scenario.other.get(`/api/payments/${stated.id}/proof`)).status).toBe(404);
  const sizedPaper = (bytes: number) =>
    scenario.run(
      'update stored_files set size = $2 where id in (select file_id from owned_files where payment_id = $1)',
      [stated.id, bytes],
    );
  await sizedPaper(401_000_000);
  expect((await prove(scenario.debtor, own)).body.code).toBe('quota.exceeded');
  await sizedPaper(smallPaper.length);
  expect((await scenario.manager.get('/api/notifications')).text).toContain('приложен документ');
  const foreign = await prove(scenario.accountant, `/api/legal-entities/${scenario.company}`);
  expect([foreign.body.code, foreign.body.message]).toEqual([
    'move.illegal',
    expect.stringContaining('тот, кто сообщил'),
  ]);
  expect((await prove(scenario.debtor, own)).status).toBe(200);
  await creditorAnswers(stated.id, 'confirm');
  expect((await prove(scenario.debtor, own)).body.code).toBe('move.illegal');
});

describe('what is refused', () => {
  test('more than is owed, a day to come or before that of the debt, a second one, a rejection without a reason', async () => {
    const id = await agree(scenario);
    expect((await byDebtor(id, 3_000_001)).body.fields.amount).toContain('Осталось заплатить 30');
    expect((await byDebtor(id, 100, { paidOn: addDays(today, 1) })).body.fields.paidOn).toContain('не наступил');
    const { debtAsOf } = await seenSettlement(scenario, id);
    expect((await byDebtor(id, 100, { paidOn: addDays(debtAsOf, -1) })).body.fields.paidOn).toContain('уже учтено');
    const { body } = await byDebtor(id, 100_000);
    expect((await byCreditor(id, 100)).body.code).toBe('move.illegal');
    expect((await creditorAnswers(body.id, 'reject')).body.fields.reason).toBe('Назовите причину');
    expect((await creditorAnswers(body.id, 'withdraw')).body.code).toBe('move.illegal');
    const cancel = `/api/individuals/${scenario.debtorId}/payments/${body.id}/cancel`;
    expect((await scenario.debtor.post(cancel)).body.code).toBe('move.illegal');
    expect((await creditorAnswers(body.id, 'reject', 'На счёт ничего не пришло')).status).toBe(200);
    expect(await seenPayment(scenario, body.id)).toMatchObject({
      status: 'failed',
      failReason: 'На счёт ничего не пришло',
    });
    expect((await scenario.debtor.get('/api/notifications')).text).toContain('не подтверждена');
    const again = await byDebtor(id, 100_000);
    expect((await debtorAnswers(again.body.id, 'withdraw')).body.status).toBe('cancelled');
    const { body: partner } = await pay(scenario, id, 100);
    expect((await debtorAnswers(partner.id, 'withdraw')).body.code).toBe('move.illegal');
  });

  test('words that the law forbids a creditor to say to his debtor, and so many that they are a talk', async () => {
    const id = await agree(scenario, { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 });
    const threat = 'Приедем и поговорим по-другому';
    expect((await byCreditor(id, 100, { comment: threat })).body.fields).toHaveProperty('comment');
    expect((await byDebtor(id, 100, { comment: threat })).status).toBe(201);
    const own = (await scenario.run(`select id from payments where settlement_id = $1`, [id]))[0]!['id'] as number;
    expect((await creditorAnswers(own, 'reject', threat)).body.fields).toHaveProperty('reason');
    expect((await debtorAnswers(own, 'withdraw')).status).toBe(200);
    for (let time = 1; time <= 5; time++) {
      const stated = await byCreditor(id, 100);
      expect(stated.status, stated.text).toBe(201);
      expect((await creditorAnswers(stated.body.id, 'withdraw')).status).toBe(200);
    }
    expect((await byCreditor(id, 100)).body.message).toContain('записано уже пять оплат');
  });

  test('others, and those who only look', async () => {
    const id = await agree(scenario);
    const body = { amount: 100, paidOn: today };
    expect(
      (await scenario.other.post(`/api/individuals/${scenario.otherId}/loans/${id}/outside-payments`, body)).status,
    ).toBe(404);
    expect(
      (await scenario.manager.post(`/api/legal-entities/${scenario.company}/loans/${id}/outside-payments`, body))
        .status,
    ).toBe(403);
  });

  test('what is more than is left by then; what nobody has answered ends with the settlement', async () => {
    const id = await agree(scenario);
    const { body } = await byDebtor(id, 2_000_000);
    await payFully(scenario, id, 1_500_000);
    expect((await creditorAnswers(body.id, 'confirm')).body.message).toContain('Осталось заплатить 15');
    await payFully(scenario, id, 1_500_000);
    expect((await creditorAnswers(body.id, 'confirm')).body.code).toBe('move.illegal');
    expect((await byDebtor(id, 1)).body.code).toBe('move.illegal');
    await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
    expect((await seenPayment(scenario, body.id)).status).toBe('cancelled');
  });
});

test('what was taken back or rejected cannot be confirmed any more', async () => {
  const id = await agree(scenario);
  const first = (await byDebtor(id, 1_000_000)).body.id;
  expect((await debtorAnswers(first, 'withdraw')).status).toBe(200);
  expect(await creditorAnswers(first, 'confirm')).toMatchObject({ status: 409, body: { code: 'move.illegal' } });
  const second = (await byDebtor(id, 1_000_000)).body.id;
  expect((await creditorAnswers(second, 'reject', 'Денег не было')).status).toBe(200);
  expect((await creditorAnswers(second, 'confirm')).status).toBe(409);
  expect((await seenSettlement(scenario, id)).paidAmount).toBe(0);
});

test('both who answer at once: it is taken once', async () => {
  const id = await agree(scenario);
  const { body } = await byDebtor(id, 1_000_000);
  const answers = [
    ...Array.from({ length: 8 }, () => creditorAnswers(body.id, 'confirm')),
    ...Array.from({ length: 4 }, () => debtorAnswers(body.id, 'withdraw')),
  ];
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect([0, 1_000_000]).toContain((await seenSettlement(scenario, id)).paidAmount);
});
