import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeFor, debtorOf, lump, openBargaining, readDraft } from '../helpers/bargaining.ts';
import { innOf, makeScenario, type Scenario } from '../helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const revoke = () =>
  scenario.run(
    `update consents set revoked_at = now() where revoked_at is null
       and document_id in (select id from consent_documents where kind = 'personal-data-creditor')
       and account_id = (select account_id from individuals where id = $1)`,
    [scenario.debtorId],
  );
const giveAgain = async (): Promise<void> => {
  const { offered } = (await scenario.debtor.get('/api/auth/consents')).body;
  const { documentId } = offered.find((one: { kind: string }) => one.kind === 'personal-data-creditor');
  expect((await scenario.debtor.post('/api/auth/consents', { documentId })).status).toBe(200);
};

test('a debtor who does not agree that creditors are told of him asks them for nothing and offers nothing', async () => {
  const { id } = await openBargaining(scenario);
  const own = `/api/individuals/${scenario.debtorId}`;
  const draft = (await scenario.debtor.post(`${own}/questionnaires`, { creditorInn: innOf.creditor })).body;
  const plan = lump(3_500_000);
  const textHash = await readDraft(debtorOf(scenario), id, { plan });
  const code = await codeFor(scenario, debtorOf(scenario), id, textHash);
  const entry = await scenario.claim();
  await revoke();
  expect((await scenario.requestOf(entry)).body.code).toBe('consent.needed');
  const offer = () => scenario.debtor.post(`${own}/offer-terms/${id}`, { plan, textHash, code });
  expect((await offer()).body.code).toBe('consent.needed');
  const hand = await scenario.debtor.post(`${own}/questionnaires/${draft.id}/negotiate/${scenario.company}`, {
    version: draft.version,
  });
  expect(hand.body.code).toBe('consent.needed');
  await giveAgain();
  expect((await offer()).status).toBe(200);
  expect((await scenario.requestOf(entry)).status).toBe(201);
});
