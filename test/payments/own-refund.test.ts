import { expect, test } from 'vitest';
import { refundSteps } from './helpers/refunds.ts';
import { agree, openPaymentScenario, payFully } from './helpers/scenario.ts';

/** Whom a refund is about decides nothing of it (docs/decisions/0206). */
const scenario = await openPaymentScenario();
const { card, propose, decide } = refundSteps(scenario);

/** An operator who has an account of a party too, by its phone. */
async function operatorOf(paymentId: number, party: 'payer' | 'creditor') {
  const made = await scenario.testApp.operator('administrator');
  const account = {
    payer: 'select payer_account_id from payments where id = $2',
    creditor: `select e.account_id from payments p join settlements s on s.id = p.settlement_id
      join memberships m on m.legal_entity_id = s.legal_entity_id join employees e on e.id = m.employee_id
      where p.id = $2 order by e.id limit 1`,
  }[party];
  await scenario.run(`update accounts set phone = $3, phone_confirmed_at = now() where id in ($1, (${account}))`, [
    made.accountId,
    paymentId,
    `+7916111${1_000 + made.accountId}`,
  ]);
  return made;
}
test('a refund is not decided by its payer, whatever account he acts by: he sees no button', async () => {
  const id = await agree(scenario);
  const paymentId = await payFully(scenario, id, 1_500_000);
  const payer = await operatorOf(paymentId, 'payer');
  expect((await propose(paymentId, 1_000)).status).toBe(200);
  // Nor is he told that it waits for his decision.
  expect((await payer.client.get('/api/notifications')).text).not.toContain('Ждёт вашего решения');
  expect((await scenario.operator.get('/api/notifications')).text).toContain('Ждёт вашего решения');
  const [waiting] = (await card(paymentId, payer.client)).pendingApprovals;
  expect(waiting.mayDecide).toBe(false);
  const listed = (await payer.client.get('/api/approvals?filter[status]=pending')).body.items;
  expect(listed.find((one: { id: number }) => one.id === waiting.id).mayDecide).toBe(false);
  const own = await payer.client.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' });
  expect([own.status, own.body.code]).toEqual([409, 'approval.own']);
  expect((await decide(paymentId)).status).toBe(200);
});

test.each(['payer', 'creditor'] as const)(
  'nor is a payer refused by an operator who is his %s by another account',
  async (party) => {
    const paymentId = await payFully(scenario, await agree(scenario), 900_000);
    const own = await operatorOf(paymentId, party);
    const asked = await scenario.debtor.post(
      `/api/individuals/${scenario.debtorId}/payments/${paymentId}/refund-request`,
      {
        amount: 1_000,
        reason: 'Заплатил дважды, верните',
      },
    );
    expect(asked.status, asked.text).toBe(200);
    expect((await own.client.get('/api/notifications')).text).not.toContain('Просят вернуть');
    expect((await card(paymentId, own.client)).moves).not.toContain('refuseRefund');
    const refuse = (client: typeof own.client) =>
      client.post(`/internal/payments/${paymentId}/refund-request/refusal`, { reason: 'Платёж был один' });
    const refused = await refuse(own.client);
    expect([refused.status, refused.body.code], refused.text).toEqual([409, 'approval.own']);
    expect((await refuse(scenario.platformAccountant)).status).toBe(200);
  },
);
