import { expect, test } from 'vitest';
import type { FeeLine } from '#domain/money/invoice-lines.ts';
import { agree, balanceOf, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';
import { invoicedTariff, invoicing, monthAgo, tenthAgo } from './helpers/invoicing.ts';
import { refunding } from './helpers/refunding.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;
const { tellIssuer, charge, issue, card, book, decide, expectTotals } = invoicing(scenario, accountant);
const { refund, lower, settle } = refunding(scenario, decide);
await invoicedTariff(scenario);
await tellIssuer();

const taxedRate = `vat_mode = 'included', vat_bps = 2200`;
const untaxedRate = `vat_mode = 'none', vat_bps = 0`;
async function paid(amount: number, rate: string, month: number): Promise<number> {
  await scenario.run(`update tariffs set ${rate} where name = 'По счёту'`);
  const paymentId = await payFully(scenario, await agree(scenario), amount);
  await book(paymentId, tenthAgo(month));
  return paymentId;
}
/** What the last correction of an invoice takes off its lines. */
async function lastLines(id: number): Promise<FeeLine[]> {
  const sql = `select facts -> 'lines' as lines from invoice_corrections where invoice_id = $1 order by id desc limit 1`;
  const [found] = await scenario.run(sql, [id]);
  return found!['lines'] as FeeLine[];
}

test('what was lowered of one rate is counted for nothing that came back of another', async () => {
  const taxed = await paid(1_000_000, taxedRate, 6);
  const untaxed = await paid(800_000, untaxedRate, 6);
  const { id } = (await issue(monthAgo(6))).body;
  await lower(id, { amount: 10_000, vatBps: null });
  const vat = await balanceOf(scenario, '2050');
  await refund(taxed, 200_000, 5);
  await refund(untaxed, 200_000, 5);
  await issue(monthAgo(5));
  // The line that nobody has lowered is corrected at once, VAT and all; the other waits.
  expect(await lastLines(id)).toMatchObject([{ vatBps: 2200, amount: 10_000, vat: 1_803 }]);
  expect((await card(id)).waiting).toEqual([{ vatBps: null, returned: 10_000, byHand: 10_000, least: 0 }]);
  expect((await settle(id, 10_000, { vatBps: 2200 })).body.fields.vatBps).toBeTruthy();
  expect((await settle(id, 10_000)).status).toBe(200);
  const { items } = (await scenario.operator.get('/api/approvals?filter[status]=pending')).body;
  expect(items[0].reason).toContain('Без НДС');
  expect((await decide()).body.status).toBe('approved');
  expect(await card(id)).toMatchObject({ corrected: 20_000, waiting: [] });
  expect(await balanceOf(scenario, '2050')).toBe(vat - 1_803);
  await expectTotals();
});

test('a line settled once is settled anew by what comes back later, and no paper of its creditor fails over it', async () => {
  const first = await paid(400_000, untaxedRate, 3);
  const second = await paid(400_000, untaxedRate, 3);
  const { id } = (await issue(monthAgo(3))).body;
  await lower(id, { amount: 10_000 });
  await refund(first, 400_000, 2);
  expect((await settle(id, 0)).status).toBe(200);
  expect((await decide()).body.status).toBe('approved');
  await refund(second, 400_000, 1);
  await charge(1_000_000, tenthAgo(1));
  expect((await issue(monthAgo(1))).status).toBe(201);
  expect((await card(id)).waiting).toEqual([{ vatBps: null, returned: 20_000, byHand: 10_000, least: 10_000 }]);
  expect((await settle(id, 10_000)).status).toBe(200);
  expect((await decide()).body.status).toBe('approved');
  expect(await card(id)).toMatchObject({ corrected: 40_000, waiting: [] });
  await expectTotals();
});

test('what came back is of the rate by which the invoice has its fee, whatever rate would be counted today', async () => {
  const paymentId = await paid(800_000, taxedRate, 9);
  const { id } = (await issue(monthAgo(9))).body;
  await scenario.run(
    `update settlements set tariff = tariff || '{"vatBps": 1900}'
    where id = (select settlement_id from payments where id = $1)`,
    [paymentId],
  );
  await refund(paymentId, 400_000, 8);
  await issue(monthAgo(8));
  expect(await lastLines(id)).toMatchObject([{ vatBps: 2200, amount: 20_000 }]);
});
