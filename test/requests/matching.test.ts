import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import { isLockAwaited } from '../helpers/database.ts';
import { generateRegistry, makeLender, rowsOf, settled } from '../registries/helpers/scenario.ts';
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

test('a request that is withdrawn while the registry is loaded refuses nothing of the load', async () => {
  const lender = await makeLender(testApp);
  const { rows: companies } = await testApp.app.database.pool.query('select inn from legal_entities where id = $1', [
    lender.id,
  ]);
  const creditorInn = companies[0].inn;
  const rows = rowsOf('full', generateRegistry(8), 0, 2);
  const { debtorInn, contractNumber } = rows[0]!;
  const debtor = await testApp.individual({ inn: debtorInn!, verificationStatus: 'verified' });
  const own = `/api/individuals/${debtor.individualId}`;
  const reason = { creditorName: 'Банк', claimedDebt: 100, debtReason: 'other' };
  const asked = await debtor.client.post(`${own}/questionnaires`, { creditorInn, contractNumber, ...reason });
  const simple = await debtor.client.post(`${own}/simple-requests`, { creditorInn });
  expect([asked.body.status, simple.body.stage]).toEqual(['search', 'creditor-notified']);
  const address = await lender.prepare('full', rows);
  const holder = await testApp.app.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`update requests set status = 'closed', close_reason = 'withdrawn' where id = $1`, [
      asked.body.id,
    ]);
    await holder.query(`update simple_requests set deleted_at = now() where id = $1`, [simple.body.id]);
    const { version } = (await lender.client.get(address)).body;
    expect((await lender.client.post(`${address}/load`, { version, withdrawAbsent: null })).status).toBe(202);
    await expect.poll(() => isLockAwaited(testApp.owner)).toBe(true);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  expect((await settled(lender.client, address)).body).toMatchObject({ status: 'loaded', funnel: { entries: 2 } });
  const stages = await testApp.app.database.pool.query('select stage from simple_requests where id = $1', [
    simple.body.id,
  ]);
  expect(stages.rows).toEqual([{ stage: 'creditor-notified' }]);
});
