import { afterEach, expect, test } from 'vitest';
import { lump } from '../settlements/helpers/bargaining.ts';
import { agree, openPaymentScenario, pay, payFully, seenPayment } from './helpers/scenario.ts';

const scenario = await openPaymentScenario();
const equal = (amount: number, payments: number) => ({ ...lump(amount), kind: 'equal', payments, downPayment: 0 });
const quoted = async (id: number, amount: number) => {
  const path = `/api/individuals/${scenario.debtorId}/loans/${id}/pay?amount=${amount}`;
  const { status, body } = await scenario.debtor.get(path);
  expect(status).toBe(200);
  return body;
};
/** @param base of each payment, or of the agreed sum */
const charge = (base: 'paid_amount' | 'agreed_amount') =>
  scenario.run(
    `insert into tariffs (name, payer, base, rate_bps, fixed, vat_mode, vat_bps, collect, valid_from)
     values ('Для проверки', 'individual', $1, 333, 0, 'none', 0, 'invoice', '2026-01-01')`,
    [base],
  );
afterEach(() => scenario.run(`delete from tariffs where name = 'Для проверки'`));

test.each(['paid_amount', 'agreed_amount'] as const)(
  'what a payment would cost is what it costs, by %s',
  async (base) => {
    await charge(base);
    const id = await agree(scenario, equal(3_000_000, 3));
    for (const amount of [123_457, 1_000_000, 3_000_000 - 1_123_457]) {
      const told = await quoted(id, amount);
      expect(told.payerAmount).toBe(amount + told.feeAmount);
      expect(told.feeAmount).toBeGreaterThan(0);
      const paid = await payFully(scenario, id, amount);
      expect(await seenPayment(scenario, paid)).toMatchObject(told);
    }
  },
);

test('nothing is asked on top where the creditor bears the fee, and of somebody else nothing is told', async () => {
  const id = await agree(scenario, equal(3_000_000, 3));
  expect(await quoted(id, 1_000_000)).toEqual({ amount: 1_000_000, feeAmount: 0, payerAmount: 1_000_000 });
  const path = `/api/individuals/${scenario.otherId}/loans/${id}/pay?amount=100`;
  expect((await scenario.other.get(path)).status).toBe(404);
  expect((await scenario.debtor.get(path.replace('amount=100', 'amount=0'))).status).not.toBe(200);
  expect((await pay(scenario, id, 1_000_000)).body.payerAmount).toBe(1_000_000);
});
