import { expect, test } from 'vitest';
import type { Client, Reply } from '../helpers/client.ts';
import { agree, openPaymentScenario, pay, payFully } from '../payments/helpers/scenario.ts';

const scenario = await openPaymentScenario();

const ask = (client: Client, id: number): Promise<Reply> => client.post(`/api/payments/${id}/receipt`);
const papers = async (settlementId: number) =>
  (await scenario.debtor.get(`/api/issued-documents/loan/${settlementId}`)).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'receipt',
  );
const made = (settlementId: number, documentId: number) =>
  expect.poll(
    async () => (await scenario.debtor.get(`/api/issued-documents/loan/${settlementId}/${documentId}`)).status,
    {
      timeout: 30_000,
    },
  );

test('a payment has one receipt, the same for all who may see it, and anybody may check its code', async () => {
  const id = await agree(scenario);
  const { body: begun } = await pay(scenario, id, 100_000);
  expect((await ask(scenario.debtor, begun.id)).body.code).toBe('move.illegal');
  await scenario.debtor.post(`/api/individuals/${scenario.debtorId}/payments/${begun.id}/cancel`);
  await expect.poll(async () => (await scenario.debtor.get(`/api/payments/${begun.id}`)).body.status).toBe('cancelled');
  const paymentId = await payFully(scenario, id, 700_000);
  const replies = await Promise.all(
    [scenario.debtor, scenario.manager, scenario.operator, scenario.debtor].map((who) => ask(who, paymentId)),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(replies.map(({ body }) => body.documentId)).size).toBe(1);
  expect((await ask(scenario.other, paymentId)).status).toBe(404);
  // A paper is issued for whoever may read it, and an observer does nothing.
  const observers = [
    await scenario.testApp.operator('observer'),
    await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'observer' }),
  ];
  for (const { client } of observers) expect((await ask(client, paymentId)).status).toBe(403);
  const { documentId, settlementId } = replies[0]!.body;
  await made(settlementId, documentId).toBe(200);
  const [paper] = await papers(id);
  expect(paper.number).toMatch(/^К-/);
  const checked = await scenario.testApp.anonymous().get(`/api/public/documents/${paper.verifyCode}`);
  expect(checked.body).toMatchObject({ kind: 'receipt', status: 'issued', made: true });
});

test('a receipt of which a part went back is revoked, and the next one tells of it', async () => {
  const id = await agree(scenario);
  const paymentId = await payFully(scenario, id, 700_000);
  const first = (await ask(scenario.debtor, paymentId)).body.documentId;
  await made(id, first).toBe(200);
  const accountant = (await scenario.testApp.operator('accountant')).client;
  await accountant.post(`/internal/payments/${paymentId}/refunds`, { amount: 50_000, reason: 'Заплачено по ошибке' });
  const [waiting] = (await scenario.operator.get(`/api/payments/${paymentId}`)).body.pendingApprovals;
  await scenario.operator.post(`/api/approvals/${waiting.id}/decision`, { decision: 'approve' });
  await expect
    .poll(async () => (await papers(id)).map(({ status }: { status: string }) => status))
    .toEqual(['revoked']);
  const second = (await ask(scenario.debtor, paymentId)).body.documentId;
  expect(second).not.toBe(first);
  await made(id, second).toBe(200);
  expect((await papers(id)).map(({ status }: { status: string }) => status)).toEqual(['issued', 'revoked']);
});

test('money past the platform has its receipt as well', async () => {
  const id = await agree(scenario);
  const today = (await scenario.debtor.get(`/api/loans/${id}/debt`)).body.on;
  const base = `/api/individuals/${scenario.debtorId}`;
  const { body } = await scenario.debtor.post(`${base}/loans/${id}/outside-payments`, {
    amount: 100_000,
    paidOn: today,
  });
  await scenario.accountant.post(`/api/legal-entities/${scenario.company}/payments/${body.id}/answer`, {
    answer: 'confirm',
  });
  const { documentId } = (await ask(scenario.manager, body.id)).body;
  await made(id, documentId).toBe(200);
});
