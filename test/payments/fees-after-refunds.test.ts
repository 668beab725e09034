import { expect, test } from 'vitest';
import { addMonths, moscowDay } from '#domain/values/days.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { agree as agreeTo, propose as proposeSchedule } from '../settlements/helpers/addenda.ts';
import { creditorOf, debtorOf } from '../settlements/helpers/bargaining.ts';
import { agree, openPaymentScenario, payFully, seenPayment } from './helpers/scenario.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;

const firstDate = addMonths(moscowDay(new Date()), 1);
const inTwo = (first: number, second: number) => ({
  kind: 'custom',
  amount: first + second,
  parts: [
    { date: firstDate, amount: first },
    { date: addMonths(firstDate, 1), amount: second },
  ],
});

/** An agreement whose fee is 1 % of each payment, and so much at least. */
async function agreedAt(payer: string, min: number, vat: string, plan: object): Promise<number> {
  await scenario.run(
    `insert into tariffs (name, payer, base, rate_bps, min, vat_mode, vat_bps, collect, valid_from)
      values ('Наименьшее', $1, 'paid_amount', 100, $2, $3, 2000, 'withhold', '2020-01-01')`,
    [payer, min, vat],
  );
  const id = await agree(scenario, plan);
  await scenario.run('delete from tariffs');
  return id;
}

async function refunded(id: number, amount: number): Promise<void> {
  const reason = 'Заплачено по ошибке, просит вернуть';
  expect((await accountant.post(`/internal/payments/${id}/refunds`, { amount, reason })).status).toBe(200);
  const [waiting] = (await scenario.operator.get(`/api/payments/${id}`)).body.pendingApprovals;
  const decided = await scenario.operator.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' });
  expect(decided.status, decided.text).toBe(200);
  await expect
    .poll(async () => (await accountant.get(`/api/payments/${id}`)).body.refunds[0].status, { timeout: 30_000 })
    .toBe('succeeded');
}
const charged = async (id: number) =>
  (await scenario.run('select fee_charged from settlements where id = $1', [id]))[0]!['fee_charged'];

test('a creditor pays VAT on top at the rate of the day once, whichever payment goes back and is paid again', async () => {
  const id = await agreedAt('creditor', 5_000, 'on_top', inTwo(2_000_000, 100_000));
  const first = await payFully(scenario, id, 2_000_000);
  await payFully(scenario, id, 100_000);
  // 200 ₽ and 50 ₽; the tariff named 20 % of VAT, the service is of 2026: 22 %.
  expect(await charged(id)).toBe(30_500);
  await refunded(first, 2_000_000);
  expect(await charged(id)).toBe(6_100);
  await payFully(scenario, id, 50_000);
  await payFully(scenario, id, 1_950_000);
  expect(await charged(id)).toBe(30_500);
});

test('a row of which a new schedule has left a part bears its share, not the least fee once more', async () => {
  const id = await agreedAt('individual', 50_000, 'none', inTwo(2_000_000, 1_000_000));
  const first = await payFully(scenario, id, 1_000_000);
  expect(await seenPayment(scenario, first)).toMatchObject({ feeAmount: 25_000 });
  await refunded(first, 900_000);
  expect(await charged(id)).toBe(2_500);
  const rest = { kind: 'at_once', amount: 2_900_000, firstDate };
  expect((await proposeSchedule(scenario, debtorOf(scenario), id, rest)).status).toBe(200);
  expect((await agreeTo(scenario, creditorOf(scenario), id)).status).toBe(200);
  // Nothing of the fee of the new row has been charged ahead.
  const second = await payFully(scenario, id, 1_450_000);
  expect(await seenPayment(scenario, second)).toMatchObject({ feeAmount: 25_000 });
  // What is left of the old row is opened, and paid again as it was.
  await refunded(second, 1_450_000);
  await refunded(first, 100_000);
  expect(await charged(id)).toBe(0);
  // Shown as it will be charged: a row of 20 000 ₽ bears the least fee, what is left of it a twentieth.
  const { schedule } = (await scenario.debtor.get(`/api/loans/${id}`)).body;
  expect(schedule).toMatchObject([
    { amount: 100_000, paid: 0, feeBase: 2_000_000 },
    { amount: 2_900_000, feeBase: 2_900_000 },
  ]);
  const again = await payFully(scenario, id, 50_000);
  expect(await seenPayment(scenario, again)).toMatchObject({ feeAmount: 1_250 });
});

// НК РФ, ст. 164: 20 % until 31.12.2025, 22 % from 01.01.2026. Here the change falls between the payment and its refund.
test('a fee goes back with the VAT of its own day, whatever the rate on the day of the refund', async () => {
  await scenario.run(`insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
    values ('Общий', 'creditor', 'paid_amount', 333, 'included', 2000, 'withhold', '2020-01-01')`);
  const change = (from: string, to: string) =>
    scenario.run(
      `update dated_rates set valid_from = ${to} where kind = 'vat' and key = 'general' and valid_from = ${from}`,
    );
  await change(`'2026-01-01'`, `${MOSCOW_TODAY} + 1`);
  const id = await agree(scenario);
  const paymentId = await payFully(scenario, id, 1_000_001);
  await change(`${MOSCOW_TODAY} + 1`, `'2026-01-01'`);
  const withVat = async () =>
    (await scenario.run('select fee_charged, fee_vat_charged from settlements where id = $1', [id]))[0];
  expect(await withVat()).toEqual({ fee_charged: 33_300, fee_vat_charged: 5_550 });
  await refunded(paymentId, 333_333);
  expect(await withVat()).toEqual({ fee_charged: 22_200, fee_vat_charged: 3_700 });
  await refunded(paymentId, 666_668);
  expect(await withVat()).toEqual({ fee_charged: 0, fee_vat_charged: 0 });
  await scenario.run('delete from tariffs');
});
