import { expect, test } from 'vitest';
import { correctInvoices } from '#server/modules/invoices/close.commands.ts';
import { agree, balanceOf, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';
import { endAgo, invoicedTariff, invoicing, monthAgo, tenthAgo } from './helpers/invoicing.ts';
import { refunding } from './helpers/refunding.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;
const { tellIssuer, charge, issue, card, book, decide, expectTotals } = invoicing(scenario, accountant);
const { refund, lower, settle } = refunding(scenario, decide);
await invoicedTariff(scenario);
await tellIssuer();

const reason = 'Платёж будет возвращён';
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
    waiting: [{ vatBps: 2200, returned: 20_000, byHand: 20_000, least: 0 }],
    moves: expect.arrayContaining(['settleReturned']),
  });
  expect((await card(id, scenario.head)).waiting).toEqual([]);
  expect((await settle(id, 20_001)).body.fields.counted).toContain('200,00');
  const owed = await balanceOf(scenario, '1200');
  expect((await settle(id, 20_000)).status).toBe(200);
  expect((await settle(id, 0)).body.code).toBe('move.illegal');
  expect((await decide()).body.status).toBe('approved');
  // It was the same money: no second paper, and the ledger takes it off once.
  const { corrections, ...after } = await card(id);
  expect(after).toMatchObject({ corrected: 20_000, waiting: [] });
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
  expect((await card(id)).waiting).toMatchObject([{ least: 10_000 }]);
  expect((await settle(id, 9_999)).body.fields.counted.replaceAll('\u00a0', ' ')).toContain('Не меньше 100,00 ₽');
  expect((await settle(id, 12_000)).status).toBe(200);
  expect((await decide()).body.status).toBe('approved');
  const { corrections, ...after } = await card(id);
  expect(after).toMatchObject({ corrected: 38_000, waiting: [] });
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
