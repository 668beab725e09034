import { afterEach, describe, expect, test } from 'vitest';
import { MOSCOW_TODAY } from '../helpers/moscow-today.ts';
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

describe('where no payment is taken there is no price either, in the same words', () => {
  const both = async (id: number) => {
    const told = await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/loans/${id}/pay?amount=1000000`);
    const begun = await pay(scenario, id, 1_000_000);
    expect(told.body).toEqual({ ...begun.body, incident: told.body.incident });
    return [told.status, told.body.code, told.body.message];
  };

  test('while something in the debtor’s life forbids it', async () => {
    const id = await agree(scenario, equal(3_000_000, 3));
    await scenario.run(
      `insert into life_events (kind, since, individual_id, side, status, entered_by)
       select 'bankruptcy', ${MOSCOW_TODAY}, id, 'operator', 'in_force', account_id from individuals where id = $1`,
      [scenario.debtorId],
    );
    expect(await both(id)).toEqual([409, 'move.illegal', expect.stringContaining('платежи по соглашению')]);
    await scenario.run('delete from life_events');
  });

  test('of an agreement that is over', async () => {
    const id = await agree(scenario, lump(3_000_000));
    await payFully(scenario, id, 3_000_000);
    expect(await both(id)).toEqual([409, 'move.illegal', expect.any(String)]);
  });
});

/** Sums about what is owed, the least that is taken and the limit of whoever is not identified. */
const owed = 3_000_000;
const sums = [
  1,
  99,
  100,
  101,
  9_999,
  10_000,
  10_001,
  999_999,
  1_500_000,
  1_500_001,
  owed - 100,
  owed - 99,
  owed - 1,
  owed,
  owed + 1,
];
test.each(['full', 'none'])('no sum is priced that is not taken, and what is taken is priced: %s', async (level) => {
  await charge('paid_amount');
  const id = await agree(scenario, equal(owed, 3));
  await scenario.run('update individuals set identification_level = $2 where id = $1', [scenario.debtorId, level]);
  const path = `/api/individuals/${scenario.debtorId}/loans/${id}/pay`;
  let refused = 0;
  for (const amount of sums) {
    const told = await scenario.debtor.get(`${path}?amount=${amount}`);
    const begun = await pay(scenario, id, amount);
    expect([amount, told.status < 300], told.text).toEqual([amount, begun.status < 300]);
    if (begun.status < 300) {
      expect(begun.body).toMatchObject(told.body);
      const cancelled = await scenario.debtor.post(
        `/api/individuals/${scenario.debtorId}/payments/${begun.body.id}/cancel`,
      );
      expect(cancelled.status, cancelled.text).toBe(200);
      continue;
    }
    refused += 1;
    expect([told.body.code, told.body.fields]).toEqual([begun.body.code, begun.body.fields]);
  }
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(sums.length);
  await scenario.run(`update individuals set identification_level = 'full' where id = $1`, [scenario.debtorId]);
});
