import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import { generateRegistry, makeLender, rowsOf } from '../registries/helpers/scenario.ts';
import { innOf } from '../settlements/helpers/scenario.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

test('whoever asked before the registry came is with his creditor once it is loaded', async () => {
  const lender = await makeLender(testApp, { inn: innOf.creditor, verificationStatus: 'verified' });
  const rows = rowsOf('full', generateRegistry(7), 0, 3);
  const { debtorInn, contractNumber } = rows[1]!;
  const debtor = await testApp.individual({ inn: debtorInn!, verificationStatus: 'verified' });
  const own = `/api/individuals/${debtor.individualId}`;
  const asked = await debtor.client.post(`${own}/questionnaires`, {
    creditorInn: innOf.creditor,
    creditorName: 'Альфа',
    contractNumber,
    claimedDebt: 100,
    debtReason: 'other',
  });
  const simple = await debtor.client.post(`${own}/simple-requests`, { creditorInn: innOf.creditor });
  expect([asked.body.status, simple.body.stage]).toEqual(['search', 'creditor-notified']);

  await lender.load('full', rows);

  const found = (await debtor.client.get(`${own}/questionnaires/${asked.body.id}`)).body;
  expect(found).toMatchObject({ status: 'pending', legalEntityId: lender.id, creditorInn: innOf.creditor });
  expect(found.registryEntryId).not.toBeNull();
  const told = (await debtor.client.get(`${own}/simple-requests/${simple.body.id}`)).body;
  expect(told).toMatchObject({ stage: 'registry-loaded', registryEntryId: found.registryEntryId });
});
