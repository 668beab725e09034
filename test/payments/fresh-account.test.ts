import { expect, test } from 'vitest';
import { accountCode } from './helpers/accounts.ts';
import { numbers, openPayouts } from './helpers/payouts.ts';

const scenario = await openPayouts();
const { bank, head, platformAccountant, companyPath, payouts, last, card, payNow, balance, closeYesterday } = scenario;
const details = `${companyPath}/payment-details`;

/** The head gives the account in use another number. */
async function changeNumber(number: string): Promise<void> {
  const [{ id, version }] = (await head.get(details)).body.items;
  const part = { number, version };
  const code = await accountCode(scenario, { act: 'change', detailId: id, ...part });
  expect((await head.patch(`${details}/${id}`, { ...part, code })).status).toBe(200);
}

test('nothing goes by itself to an account of today, and by hand two look at it first', async () => {
  await bank.payOutAtOnce(true);
  await scenario.useAccount(numbers[0], { trusted: false });
  await scenario.owe();
  await closeYesterday();
  expect(await payouts()).toEqual([]);
  expect(await balance()).toMatchObject({ free: 3_000_000, obstacle: 'fresh_details' });
  const { id, status } = (await payNow()).body;
  expect(status).toBe('waiting');
  const proposed = await platformAccountant.post(`/internal/payouts/${id}/proposal`);
  const [{ id: approval, reason }] = proposed.body.pendingApprovals;
  expect(reason).toContain('Первая выплата на этот счёт');
  const decided = await scenario.operator.post(`/api/approvals/${approval}/decision`, { decision: 'approve' });
  expect(decided.status, decided.text).toBe(200);
  await expect.poll(async () => (await card(id)).status).toBe('succeeded');
  await scenario.owe();
  expect(await balance()).toMatchObject({ obstacle: null });
  const again = (await payNow()).body;
  expect(again.status).toBe('created');
  await expect.poll(async () => (await card(again.id)).status).toBe('succeeded');
});

test('another number is an account anew; a day later the close proposes it to two', async () => {
  await changeNumber(numbers[1]);
  await scenario.owe();
  expect(await balance()).toMatchObject({ obstacle: 'fresh_details' });
  await scenario.run(`update payment_details set verified_at = verified_at - interval '25 hours'`);
  // The trust of before is older than the word of the owner all the same.
  await scenario.run(`update payment_details set trusted_at = trusted_at - interval '26 hours'`);
  expect(await balance()).toMatchObject({ obstacle: null });
  await closeYesterday();
  expect(await last()).toMatchObject({ status: 'waiting', amount: 3_000_000 });
});
