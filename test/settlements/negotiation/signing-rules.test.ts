import { afterAll, beforeAll, expect, test } from 'vitest';
import { accept, creditorOf, debtorOf, firstDate, noText, offer, openBargaining } from '../helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const plan = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };

/** What the debtor, or the manager of the creditor, had accepted is gone, or is the rules as they read before. */
async function forget(email: string, older?: 'older'): Promise<void> {
  await scenario.run(
    `delete from consents where account_id = (select id from accounts where email = $1)
       and document_id in (select id from consent_documents where kind = 'pep-agreement')`,
    [email],
  );
  if (!older) return;
  await scenario.run(
    `with old as (insert into consent_documents (kind, version, title, body, sha256, required, audience, wording, wording_sha256)
       values ('pep-agreement', 0, 'Прежнее', 'Текст', 'x', true, '{individual,employee}', 1, 'x') returning id)
     insert into consents (account_id, document_id) select a.id, old.id from accounts a, old where a.email = $1`,
    [email],
  );
}

test.each([undefined, 'older'] as const)('a debtor without the rules of signing (%s) signs nothing', async (older) => {
  const { id } = await openBargaining(scenario);
  const debtor = debtorOf(scenario);
  await forget(scenario.debtorEmail, older);
  const refused = await debtor.client.post(`${debtor.base}/loans/${id}/signing-code`, { textHash: noText });
  expect([refused.status, refused.body.code]).toEqual([409, 'rules.needed']);
  expect(refused.body.message).toContain('примите Правила простой электронной подписи');
  const { offered } = (await debtor.client.get('/api/auth/consents')).body;
  const rules = offered.find(({ kind }: { kind: string }) => kind === 'pep-agreement');
  expect(rules.body).toContain('между всеми её участниками: оператором, должниками и кредиторами');
  // Where the code goes: there is no other way than a letter.
  expect(rules.body).toContain('отправляет письмом на подтверждённую почту участника; на телефон он не приходит');
  expect((await debtor.client.post('/api/auth/consents', { documentId: rules.documentId })).status).toBe(200);
  expect((await offer(scenario, debtor, id, plan)).status).toBe(200);
});

test('a creditor without them neither accepts nor publishes conditions, and with them does', async () => {
  const { id } = await openBargaining(scenario);
  const creditor = creditorOf(scenario);
  await offer(scenario, debtorOf(scenario), id, plan);
  await forget(scenario.managerEmail);
  const refused = await creditor.client.post(`${creditor.base}/loans/${id}/signing-code`, { textHash: noText });
  expect(refused.body.code).toBe('rules.needed');
  const { offered } = (await creditor.client.get('/api/auth/consents')).body;
  const rules = offered.find(({ kind }: { kind: string }) => kind === 'pep-agreement');
  await creditor.client.post('/api/auth/consents', { documentId: rules.documentId });
  expect((await accept(scenario, creditor, id)).status).toBe(200);
});
