import { describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { codeFor, debtorOf, firstDate, headOf, readDraft } from '../settlements/helpers/bargaining.ts';
import { refundReason as reason, refundSteps } from './helpers/refunds.ts';
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
} from './helpers/scenario.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;
const { card, propose, decide, refundKey } = refundSteps(scenario);

async function refunded(id: number, amount: number, makesLate?: boolean): Promise<void> {
  expect((await propose(id, amount, makesLate)).status).toBe(200);
  const decided = await decide(id);
  expect(decided.status, decided.text).toBe(200);
  await expect.poll(async () => (await card(id)).refunds[0]?.status).toBe('succeeded');
}
const balance = (account: string) => balanceOf(scenario, account);
const lines = async (id: number) =>
  (await linesOf(scenario, id)).flatMap((line) =>
    line.startsWith('refunded ') ? [line.replace('refunded ', '')] : [],
  );
const inThree = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };
const rowsOf = async (id: number) =>
  (await seenSettlement(scenario, id)).schedule.map(({ paid, status }: { paid: number; status: string }) => [
    paid,
    status,
  ]);

test('an accountant proposes, another decides, the money goes back and the latest rows are open again', async () => {
  const id = await agree(scenario, inThree);
  const paymentId = await payFully(scenario, id, 2_500_000);
  const before = await balance('1010');
  const proposed = await propose(paymentId, 700_000);
  expect(proposed.status, proposed.text).toBe(200);
  expect(proposed.body).toMatchObject({ refundable: 2_500_000, moves: [], refunds: [] });
  expect(proposed.body.pendingApprovals[0]).toMatchObject({ kind: 'payment.refund', mayDecide: false });
  expect((await propose(paymentId, 100)).body.code).toBe('move.illegal');
  // Nothing has moved until the second person has decided.
  expect(await balance('1010')).toBe(before);
  const decided = await decide(paymentId);
  expect(decided.status, decided.text).toBe(200);
  expect(decided.body).toMatchObject({ status: 'approved', objectType: 'payment' });
  await expect.poll(async () => (await seenPayment(scenario, paymentId)).status).toBe('partially_refunded');
  expect(await balance('1010')).toBe(before - 700_000);
  expect(await lines(id)).toEqual(['1010 credit 700000', '2010 debit 700000', 'M10 debit 700000', 'M99 credit 700000']);
  expect(await rowsOf(id)).toEqual([
    [1_000_000, 'paid'],
    [800_000, 'planned'],
    [0, 'planned'],
  ]);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment', paidAmount: 1_800_000 });
  const seen = await seenPayment(scenario, paymentId);
  expect(seen).toMatchObject({ refundedAmount: 700_000, refundable: 1_800_000, pendingApprovals: [] });
  expect(seen.refunds[0]).toMatchObject({
    amount: 700_000,
    returned: 700_000,
    reason,
    valueDate: moscowDay(new Date()),
  });
  expect((await card(paymentId, scenario.accountant)).refunds).toHaveLength(1);
  expect((await scenario.debtor.get('/api/notifications')).text).toContain('Снова к оплате');
  await refunded(paymentId, 1_800_000);
  expect(await seenPayment(scenario, paymentId)).toMatchObject({ status: 'refunded', refundedAmount: 2_500_000 });
  expect(await seenSettlement(scenario, id)).toMatchObject({ paidAmount: 0 });
  expect((await propose(paymentId, 1)).body.code).toBe('move.illegal');
  const today = (await scenario.debtor.get(`/api/loans/${id}/debt`)).body;
  expect(today).toMatchObject({ received: 0, principal: 3_000_000 });
});

test('a paid settlement waits for payment again, its request too, and its money can come anew', async () => {
  const id = await agree(scenario);
  const paymentId = await payFully(scenario, id, 3_000_000);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid' });
  await refunded(paymentId, 1_000_000);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment', paidAmount: 2_000_000 });
  const [request] = await scenario.run(
    'select r.status from requests r join settlements s on s.request_id = r.id where s.id = $1',
    [id],
  );
  expect(request).toEqual({ status: 'waiting_for_payment' });
  await payFully(scenario, id, 1_000_000);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', paidAmount: 3_000_000 });
});

test('after a new schedule the money of the rows before it goes back, too, after that of the new ones', async () => {
  const id = await agree(scenario, inThree);
  const first = await payFully(scenario, id, 1_500_000);
  const [debtor, head] = [debtorOf(scenario), headOf(scenario)];
  const plan = { kind: 'at_once', amount: 1_500_000, firstDate };
  const textHash = await readDraft(debtor, id, { plan });
  const proposed = await debtor.client.post(`${debtor.base}/loans/${id}/reschedule`, {
    plan,
    textHash,
    code: await codeFor(scenario, debtor, id, textHash),
  });
  const { termsHash } = proposed.body.proposals[0];
  const agreed = await head.client.post(`${head.base}/accept-terms/${id}`, {
    termsHash,
    code: await codeFor(scenario, head, id),
  });
  expect(agreed.status, agreed.text).toBe(200);
  await payFully(scenario, id, 200_000);
  await refunded(first, 700_000);
  // Whichever payment it was, the latest of the paid rows are open.
  expect(await rowsOf(id)).toEqual([
    [1_000_000, 'paid'],
    [0, 'planned'],
    [0, 'planned'],
  ]);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment', paidAmount: 1_000_000 });
  expect((await scenario.debtor.get(`/api/loans/${id}/debt`)).body).toMatchObject({
    received: 1_000_000,
    principal: 2_000_000,
  });
  expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
  await payFully(scenario, id, 2_000_000);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', paidAmount: 3_000_000 });
  expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
});

describe('a refund of an agreement whose payments have fallen due', () => {
  const today = moscowDay(new Date());
  /** The first payments of an agreement were due some days ago. */
  const fallDue = (id: number, ...rows: number[]) =>
    scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = any($3)', [
      id,
      addDays(today, -16),
      rows,
    ]);
  const debt = async (id: number) => (await scenario.manager.get(`/api/loans/${id}/debt`)).body;
  const listed = async (id: number) =>
    (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/loans?limit=100`)).body.items.find(
      (row: { id: number }) => row.id === id,
    );

  test('takes what was paid ahead, whichever payment it was: nobody becomes late, and all are told one figure', async () => {
    const id = await agree(scenario, inThree);
    await payFully(scenario, id, 1_000_000);
    const second = await payFully(scenario, id, 1_000_000);
    await payFully(scenario, id, 5_300);
    await fallDue(id, 1, 2);
    expect(await card(second)).toMatchObject({ refundable: 1_000_000, refundableInTime: 5_300 });
    await refunded(second, 101);
    expect(await rowsOf(id)).toEqual([
      [1_000_000, 'paid'],
      [1_000_000, 'paid'],
      [5_199, 'planned'],
    ]);
    expect(await debt(id)).toMatchObject({ overdue: 0, daysOverdue: 0 });
    expect(await listed(id)).toMatchObject({ isLate: false });
    expect((await scenario.manager.get(`/api/loans/${id}`)).body.breachAhead).toBeNull();
    expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
  });

  test('makes late only by an express decision, and then list, card and debt on the day say so alike', async () => {
    const id = await agree(scenario, inThree);
    const first = await payFully(scenario, id, 1_000_000);
    await fallDue(id, 1);
    expect(await card(first)).toMatchObject({ refundable: 1_000_000, refundableInTime: 0 });
    const undecided = await propose(first, 1);
    expect(undecided.status).toBe(400);
    expect(undecided.body.fields.makesLate).toContain('Без просрочки можно вернуть 0,00');
    const decided = await propose(first, 1, true);
    expect(decided.body.pendingApprovals[0].reason).toContain('просрочка');
    expect((await decide(first)).status).toBe(200);
    await expect.poll(async () => (await card(first)).refunds[0]?.status).toBe('succeeded');
    expect(await rowsOf(id)).toEqual([
      [999_999, 'overdue'],
      [0, 'planned'],
      [0, 'planned'],
    ]);
    expect(await debt(id)).toMatchObject({ overdue: 1 });
    expect(await listed(id)).toMatchObject({ isLate: true });
    expect((await scenario.manager.get(`/api/loans/${id}`)).body.breachAhead).not.toBeNull();
  });

  test('that was proposed while it made nobody late is proposed anew when the day has come meanwhile', async () => {
    const id = await agree(scenario, inThree);
    const first = await payFully(scenario, id, 1_000_000);
    expect((await propose(first, 1)).status).toBe(200);
    await fallDue(id, 1);
    const late = await decide(first);
    expect(late.body.code).toBe('move.illegal');
    expect(late.body.message).toContain('предложите возврат заново');
    expect((await card(first)).refunds).toEqual([]);
    await decide(first, 'reject');
  });
});

test('the way to ask for money back is there only while some of it may go back', async () => {
  const id = await agree(scenario);
  const whole = await payFully(scenario, id, 3_000_000);
  const row = async () =>
    (await scenario.debtor.get(`/api/payments?filter[settlementId]=${id}`)).body.items.find(
      (one: { id: number }) => one.id === whole,
    );
  expect(await row()).toMatchObject({ isRefundable: true });
  const closed = await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
  expect(closed.status, closed.text).toBe(200);
  expect(await row()).toMatchObject({ isRefundable: false });
  expect((await seenPayment(scenario, whole)).moves).toEqual([]);
});

test('the fee goes back in its share, to the last kopeck', async () => {
  await scenario.run(`insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
    values ('Общий', 'creditor', 'paid_amount', 333, 'included', 2000, 'withhold', '2020-01-01')`);
  const id = await agree(scenario);
  const paymentId = await payFully(scenario, id, 1_000_001);
  const earned = async () => (await balance('9010')) + (await balance('2050'));
  const before = await earned();
  await refunded(paymentId, 333_333);
  expect(await earned()).toBe(before - 11_100);
  await refunded(paymentId, 666_668);
  expect(await earned()).toBe(before - 33_300);
  const [charged] = await scenario.run('select fee_charged, fee_vat_charged from settlements where id = $1', [id]);
  expect(charged).toEqual({ fee_charged: 0, fee_vat_charged: 0 });
  await scenario.run('delete from tariffs');
});

describe('a fee of 1 %, of each payment 50 ₽ at least, that the debtor bears', () => {
  const parts = [
    { date: firstDate, amount: 2_000_000 },
    { date: '2099-02-15', amount: 100_000 },
  ];
  const agreed = async () => {
    await scenario.run(`insert into tariffs (name, payer, base, rate_bps, min, vat_mode, vat_bps, collect, valid_from)
      values ('Заёмщик', 'individual', 'paid_amount', 100, 5000, 'none', 0, 'withhold', '2020-01-01')`);
    const id = await agree(scenario, { kind: 'custom', amount: 2_100_000, parts });
    await scenario.run('delete from tariffs');
    return id;
  };
  const charged = async (id: number) =>
    (await scenario.run('select fee_charged from settlements where id = $1', [id]))[0]!['fee_charged'];

  test('is in the end what was quoted, whichever payment goes back and is paid again', async () => {
    const id = await agreed();
    const first = await payFully(scenario, id, 2_000_000);
    await payFully(scenario, id, 100_000);
    expect(await charged(id)).toBe(25_000);
    await refunded(first, 2_000_000);
    expect(await charged(id)).toBe(5_000);
    await payFully(scenario, id, 50_000);
    await payFully(scenario, id, 1_950_000);
    expect(await charged(id)).toBe(25_000);
    expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
  });

  test('comes back once for each row, however many refunds are under way', async () => {
    const id = await agreed();
    const first = await payFully(scenario, id, 2_000_000);
    const second = await payFully(scenario, id, 100_000);
    await scenario.bank.returnAtOnce(false);
    for (const [payment, amount] of [
      [second, 50_000],
      [first, 100_000],
    ] as const) {
      await propose(payment, amount);
      expect((await decide(payment)).status).toBe(200);
      await expect.poll(async () => (await card(payment)).refunds[0].status).toBe('processing');
    }
    const fees = await scenario.run('select fee_amount from refunds where settlement_id = $1 order by id', [id]);
    expect(fees).toEqual([{ fee_amount: 2_500 }, { fee_amount: 3_000 }]);
    for (const payment of [first, second]) {
      await scenario.bank.finishRefund(await refundKey(payment), 'succeeded');
      await expect.poll(async () => (await card(payment)).refunds[0].status).toBe('succeeded');
    }
    expect(await charged(id)).toBe(19_500);
    await scenario.bank.returnAtOnce(true);
  });
});

test('what is more than the debt goes back first, also of a settlement that is closed; the rest of that stays', async () => {
  const id = await agree(scenario);
  const first = await pay(scenario, id, 2_000_000);
  await expect.poll(async () => (await seenPayment(scenario, first.body.id)).payUrl).not.toBeNull();
  await scenario.run('update payments set status = $2 where id = $1', [first.body.id, 'cancelled']);
  await payFully(scenario, id, 1_500_000);
  await scenario.bank.finish(await keyOf(scenario, first.body.id), 'succeeded');
  await expect.poll(async () => (await seenPayment(scenario, first.body.id)).overpaid).toBe(500_000);
  expect((await card(first.body.id)).refundable).toBe(2_000_000);
  const closed = await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
  expect(closed.status, closed.text).toBe(200);
  expect((await card(first.body.id)).refundable).toBe(500_000);
  expect((await propose(first.body.id, 500_001)).body.fields.amount).toContain('не больше 5');
  const asked = async () => (await accountant.get('/api/notifications?limit=100')).text.includes('ждёт возврата');
  const before = await balance('2020');
  await refunded(first.body.id, 200_000);
  expect(await asked()).toBe(true);
  await refunded(first.body.id, 300_000);
  expect([await asked(), await balance('2020')]).toEqual([false, before - 500_000]);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'closed', paidAmount: 3_000_000 });
});

describe('what is refused', () => {
  test('one person alone, a payment without money, a rejected proposal, a second thought, no partner', async () => {
    const id = await agree(scenario);
    const { body: begun } = await pay(scenario, id, 100_000);
    expect((await propose(begun.id, 100)).body.code).toBe('move.illegal');
    await expect.poll(async () => (await seenPayment(scenario, begun.id)).payUrl).not.toBeNull();
    await scenario.bank.finish(await keyOf(scenario, begun.id), 'succeeded');
    await expect.poll(async () => (await seenPayment(scenario, begun.id)).status).toBe('succeeded');
    expect((await propose(begun.id, 100_001)).body.fields.amount).toContain('не больше 1');
    expect(
      (await accountant.post(`/internal/payments/${begun.id}/refunds`, { amount: 1, reason: 'мало' })).status,
    ).toBe(400);
    const path = `/internal/payments/${begun.id}/refunds`;
    expect((await scenario.operator.post(path, { amount: 50_000, reason })).status).toBe(200);
    expect((await decide(begun.id)).body.code).toBe('approval.own');
    const [waiting] = (await card(begun.id, scenario.operator)).pendingApprovals;
    const manager = (await scenario.testApp.operator('manager')).client;
    expect((await manager.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' })).status).toBe(403);
    const second = (await scenario.testApp.operator('administrator')).client;
    const rejected = await second.post(`/api/approvals/${waiting.id}/decision`, { decision: 'reject', reason: 'Рано' });
    expect(rejected.body.status).toBe('rejected');
    expect((await card(begun.id)).refunds).toEqual([]);
    const { payments: partner } = scenario.testApp.app;
    scenario.testApp.app.payments = undefined;
    expect((await propose(begun.id, 100)).body.code).toBe('payment.unavailable');
    scenario.testApp.app.payments = partner;
  });

  test('what has become impossible before the second person decides', async () => {
    const id = await agree(scenario);
    const paymentId = await payFully(scenario, id, 3_000_000);
    await propose(paymentId, 1_000);
    await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
    expect((await decide(paymentId)).body.code).toBe('move.illegal');
    expect((await card(paymentId)).refunds).toEqual([]);
  });

  test('money that the creditor has already got, and an end while money is on its way back', async () => {
    const id = await agree(scenario);
    const paymentId = await payFully(scenario, id, 3_000_000);
    const [{ owed }] = (await scenario.run(
      `select sum(credit - debit)::int as owed from ledger_balances where account = '2010' and holder_id = $1`,
      [scenario.company],
    )) as [{ owed: number }];
    const out = {
      kind: 'paid_out' as const,
      legalEntityId: scenario.company,
      payoutId: 1,
      amount: kopecks(owed - 10_000),
    };
    await propose(paymentId, 10_001);
    await scenario.write((tx) => bookEvent(tx, out, { valueDate: moscowDay(new Date()) }));
    expect((await decide(paymentId)).body.message).toContain('уже выплачены кредитору');
    await decide(paymentId, 'reject');
    // No more is called refundable than he is still owed; its payer may ask for all.
    expect(await card(paymentId)).toMatchObject({ refundable: 10_000 });
    expect((await propose(paymentId, 10_001)).body.fields.amount).toContain('не больше');
    expect(await seenPayment(scenario, paymentId)).toMatchObject({ refundable: 3_000_000 });
    await propose(paymentId, 10_000);
    await scenario.bank.returnAtOnce(false);
    await decide(paymentId);
    const fulfil = () => scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
    expect((await fulfil()).body.message).toContain('Идёт возврат');
    await liveDay(scenario.testApp.app, new Date(Date.now() + 30 * 86_400_000));
    expect((await seenSettlement(scenario, id)).status).toBe('paid');
    await expect.poll(async () => (await card(paymentId)).refunds[0].status).toBe('processing');
    await scenario.bank.finishRefund(await refundKey(paymentId), 'failed');
    await expect.poll(async () => (await card(paymentId)).refunds[0].status).toBe('failed');
    expect((await card(paymentId)).refunds[0].failReason).toBe('Банк плательщика отказал');
    expect((await seenPayment(scenario, paymentId)).status).toBe('succeeded');
    expect((await fulfil()).status).toBe(200);
    await scenario.bank.returnAtOnce(true);
  });

  test('of a creditor who is paid out nothing of his money is called refundable', async () => {
    const paymentId = await payFully(scenario, await agree(scenario), 3_000_000);
    expect(await card(paymentId)).toMatchObject({ isRefundable: true, refundable: 3_000_000 });
    const [{ owed }] = (await scenario.run(
      `select sum(credit - debit)::int as owed from ledger_balances where account = '2010' and holder_id = $1`,
      [scenario.company],
    )) as [{ owed: number }];
    const out = { kind: 'paid_out' as const, legalEntityId: scenario.company, payoutId: 1, amount: kopecks(owed) };
    await scenario.write((tx) => bookEvent(tx, out, { valueDate: moscowDay(new Date()) }));
    const paidOut = await card(paymentId);
    expect(paidOut).toMatchObject({ isRefundable: false, refundable: 0 });
    expect(paidOut.moves).not.toContain('refund');
    expect((await propose(paymentId, 1_000)).body.message).toContain('уже выплачены кредитору');
    // Its payer may ask all the same: others decide with what.
    const path = `/api/individuals/${scenario.debtorId}/payments/${paymentId}/refund-request`;
    const asked = { amount: 1_000, reason: 'Заплатил дважды за один месяц' };
    expect((await scenario.debtor.post(path, asked)).status).toBeLessThan(300);
  });
});
