import { expect, test } from 'vitest';
import { correctInvoices } from '#server/modules/invoices/close.commands.ts';
import { refundSteps } from '../payments/helpers/refunds.ts';
import { agree, balanceOf, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';
import { endAgo, invoicedTariff, invoicing, monthAgo, tenthAgo } from './helpers/invoicing.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;
const { tellIssuer, charge, issue, card, book, decide, expectTotals } = invoicing(scenario, accountant);
const steps = refundSteps(scenario);
await invoicedTariff(scenario);
await tellIssuer();

const reason = 'Платёж будет возвращён';
/** Some of a payment goes back in a month, half of what was paid. */
async function refund(paymentId: number, amount: number, month: number): Promise<void> {
  await steps.propose(paymentId, amount, true);
  expect((await steps.decide(paymentId)).body.status).toBe('approved');
  await expect.poll(async () => (await steps.card(paymentId)).refunds[0]?.status).toBe('succeeded');
  await scenario.run('alter table ledger_entries disable trigger append_only');
  await scenario.run(`update ledger_entries set value_date = $2 where payment_id = $1 and kind = 'refunded'`, [
    paymentId,
    tenthAgo(month),
  ]);
  await scenario.run('alter table ledger_entries enable trigger append_only');
}
async function lower(id: number, asked: object): Promise<void> {
  const proposed = await accountant.post(`/internal/invoices/${id}/corrections`, { reason, ...asked });
  expect(proposed.status, proposed.text).toBe(200);
  expect((await decide()).body.status).toBe('approved');
}
const settle = (id: number, counted: number) =>
  accountant.post(`/internal/invoices/${id}/returned`, { counted, reason });

test('a fee is not given back twice: what came back of an invoice that was lowered by hand waits for two people', async () => {
  const payments = [
    await payFully(scenario, await agree(scenario), 800_000),
    await payFully(scenario, await agree(scenario), 800_000),
  ];
  for (const paymentId of payments) await book(paymentId, tenthAgo(8));
  const { id, number } = (await issue(monthAgo(8))).body;
  await lower(id, { amount: 20_000 });
  await refund(payments[0]!, 400_000, 7);
  await charge(1_000_000, tenthAgo(7));
  // No other paper waits for it.
  const next = await issue(monthAgo(7));
  expect([next.status, next.body.amount]).toEqual([201, 50_000]);
  const held = `Счёт ${number} уменьшен вручную на 200,00 ₽, а с платежами возвращено 200,00 ₽ вознаграждения`;
  expect((await issue(monthAgo(7))).body.message.replaceAll('\u00a0', ' ')).toContain(held);
  const { app } = scenario.testApp;
  const closing = { day: endAgo(7), opens: monthAgo(6), after: 0 };
  const due = () => correctInvoices.due(app.database.db, new Date(), closing);
  expect(await due()).toEqual([id]);
  await expect(scenario.write((tx) => correctInvoices.run(app, tx, id, new Date(), closing))).rejects.toThrow(
    'move.illegal',
  );
  expect(await correctInvoices.due(app.database.db, new Date(), { ...closing, day: tenthAgo(7) })).toEqual([]);
  expect(await card(id)).toMatchObject({
    corrected: 20_000,
    waiting: { returned: 20_000, byHand: 20_000 },
    moves: expect.arrayContaining(['settleReturned']),
  });
  expect((await card(id, scenario.head)).waiting).toBeNull();
  expect((await settle(id, 20_001)).body.fields.counted).toContain('200,00');
  const owed = await balanceOf(scenario, '1200');
  expect((await settle(id, 20_000)).status).toBe(200);
  expect((await settle(id, 0)).body.code).toBe('move.illegal');
  expect((await decide()).body.status).toBe('approved');
  // It was the same money: no second paper, and the ledger takes it off once.
  const { corrections, ...after } = await card(id);
  expect(after).toMatchObject({ corrected: 20_000, waiting: null });
  expect(corrections).toHaveLength(1);
  expect(await balanceOf(scenario, '1200')).toBe(owed + 20_000);
  expect(await due()).toEqual([]);
  expect((await settle(id, 0)).body.code).toBe('move.illegal');
  await expectTotals();
});

test('of what was lowered for something else all is corrected; of what has no room nothing else can be told', async () => {
  const paymentId = await payFully(scenario, await agree(scenario), 800_000);
  await book(paymentId, tenthAgo(6));
  const { id, amount } = (await issue(monthAgo(6))).body;
  expect(amount).toBe(40_000);
  await lower(id, { amount: 30_000 });
  await refund(paymentId, 400_000, 5);
  expect((await settle(id, 0)).body.fields.counted).toContain('не осталось');
  expect((await settle(id, 12_000)).status).toBe(200);
  expect((await decide()).body.status).toBe('approved');
  const { corrections, ...after } = await card(id);
  expect(after).toMatchObject({ corrected: 38_000, waiting: null });
  expect(corrections.map((one: { amount: number }) => one.amount)).toEqual([30_000, 8_000]);
  await expectTotals();
});

test('a correction is of one line: of the rate that is told, when there is more than one', async () => {
  await charge(1_000_000, tenthAgo(4));
  await scenario.run(`update tariffs set vat_mode = 'none', vat_bps = 0 where name = 'По счёту'`);
  await charge(400_000, tenthAgo(4));
  const { id, lines } = (await issue(monthAgo(4))).body;
  expect(lines).toMatchObject([
    { vatBps: 2200, amount: 50_000 },
    { vatBps: null, amount: 20_000, vat: 0 },
  ]);
  const propose = (asked: object) => accountant.post(`/internal/invoices/${id}/corrections`, { reason, ...asked });
  expect((await propose({ amount: 1_000 })).body.fields.vatBps).toBeTruthy();
  expect((await propose({ amount: 1_000, vatBps: 2000 })).body.fields.vatBps).toBeTruthy();
  expect((await propose({ amount: 20_001, vatBps: null })).body.fields.amount).toContain('200,00');
  const vat = await balanceOf(scenario, '2050');
  await propose({ amount: 5_000, vatBps: null });
  const { items } = (await scenario.operator.get('/api/approvals?filter[status]=pending')).body;
  expect(items[0].reason).toContain('Без НДС');
  expect((await decide()).body.status).toBe('approved');
  const { corrections, linesLeft } = await card(id);
  expect(corrections).toMatchObject([{ amount: 5_000, vat: 0 }]);
  expect(linesLeft).toMatchObject([{ amount: 50_000 }, { amount: 15_000 }]);
  expect(await balanceOf(scenario, '2050')).toBe(vat);
  await expectTotals();
});

test('an invoice whose line has no room left waits for people, and holds up no other paper of its creditor', async () => {
  const paid = async (amount: number, vat: string) => {
    await scenario.run(`update tariffs set ${vat} where name = 'По счёту'`);
    const paymentId = await payFully(scenario, await agree(scenario), amount);
    await book(paymentId, tenthAgo(3));
    return paymentId;
  };
  const taxed = await paid(1_000_000, `vat_mode = 'included', vat_bps = 2200`);
  const untaxed = await paid(400_000, `vat_mode = 'none', vat_bps = 0`);
  const { id, number } = (await issue(monthAgo(3))).body;
  await lower(id, { amount: 10_000, vatBps: null });
  await refund(taxed, 500_000, 2);
  await refund(untaxed, 200_000, 2);
  // What was lowered without tax is taken for what came back with it: nothing is left of the other line.
  expect((await settle(id, 10_000)).status).toBe(200);
  expect((await decide()).body.status).toBe('approved');
  await refund(untaxed, 200_000, 1);
  await charge(1_000_000, tenthAgo(1));
  const next = await issue(monthAgo(1));
  expect([next.status, next.body.amount], next.text).toEqual([201, 50_000]);
  expect((await issue(monthAgo(1))).body.message).toContain(`По счёту ${number} возвращается больше`);
});
