import { expect, test } from 'vitest';
import { refundSteps } from './helpers/refunds.ts';
import { agree, openPaymentScenario, payFully } from './helpers/scenario.ts';

/** Whom a refund is about decides nothing of it (docs/decisions/0206). */
const scenario = await openPaymentScenario();
const { card, propose, decide } = refundSteps(scenario);

test('a refund is not decided by its payer, whatever account he acts by: he sees no button', async () => {
  const id = await agree(scenario);
  const paymentId = await payFully(scenario, id, 1_500_000);
  expect((await propose(paymentId, 1_000)).status).toBe(200);
  const payer = await scenario.testApp.operator('administrator');
  await scenario.run(
    `update accounts set phone = '+79161112299', phone_confirmed_at = now()
     where id in ($1, (select payer_account_id from payments where id = $2))`,
    [payer.accountId, paymentId],
  );
  const [waiting] = (await card(paymentId, payer.client)).pendingApprovals;
  expect(waiting.mayDecide).toBe(false);
  const listed = (await payer.client.get('/api/approvals?filter[status]=pending')).body.items;
  expect(listed.find((one: { id: number }) => one.id === waiting.id).mayDecide).toBe(false);
  const own = await payer.client.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' });
  expect([own.status, own.body.code]).toEqual([409, 'approval.own']);
  expect((await decide(paymentId)).status).toBe(200);
});
