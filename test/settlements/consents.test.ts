import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeFor, debtorOf, lump, openBargaining } from './bargaining.ts';
import { innOf, makeStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage();
});
afterAll(() => stage.house.stop());

const revoke = () =>
  stage.run(
    `update consents set revoked_at = now() where revoked_at is null
       and account_id = (select account_id from individuals where id = $1)`,
    [stage.debtorId],
  );
const giveAgain = async (): Promise<void> => {
  const { offered } = (await stage.debtor.get('/api/auth/consents')).body;
  const { documentId } = offered.find((one: { kind: string }) => one.kind === 'personal-data-creditor');
  expect((await stage.debtor.post('/api/auth/consents', { documentId })).status).toBe(200);
};

test('a debtor who does not agree that creditors are told of him asks them for nothing and offers nothing', async () => {
  const { id } = await openBargaining(stage);
  const own = `/api/individuals/${stage.debtorId}`;
  const draft = (await stage.debtor.post(`${own}/questionnaires`, { creditorInn: innOf.creditor })).body;
  const code = await codeFor(stage, debtorOf(stage), id);
  const entry = await stage.claim();
  await revoke();
  expect((await stage.requestOf(entry)).body.code).toBe('consent.needed');
  const offer = () => stage.debtor.post(`${own}/offer-terms/${id}`, { plan: lump(3_500_000), code });
  expect((await offer()).body.code).toBe('consent.needed');
  const hand = await stage.debtor.post(`${own}/questionnaires/${draft.id}/negotiate/${stage.company}`, {
    version: draft.version,
  });
  expect(hand.body.code).toBe('consent.needed');
  await giveAgain();
  expect((await offer()).status).toBe(200);
  expect((await stage.requestOf(entry)).status).toBe(201);
});
