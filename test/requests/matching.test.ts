import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDryRun } from '#server/modules/registries/loading/load-job.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { isLockAwaited } from '../helpers/database.ts';
import { sealedPapers } from '../helpers/papers.ts';
import { patience } from '../helpers/patience.ts';
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

const reason = { creditorName: 'Банк', claimedDebt: 100, debtReason: 'other' };
const innOfLender = async (id: number): Promise<string> =>
  (await testApp.owner.query('select inn from legal_entities where id = $1', [id])).rows[0].inn;

test('whoever has named a company finds it and its claims once it is verified', async () => {
  const lender = await makeLender(testApp);
  const creditorInn = await innOfLender(lender.id);
  const rows = rowsOf('full', generateRegistry(23), 0, 2);
  await lender.load('full', rows);
  // It is looked at anew, and meanwhile nobody is told of its debtors.
  await testApp.owner.query(
    `update legal_entities set verification_status = 'pending', editors = '{}', ogrn = '1027700132195', legal_address = 'Москва',
       phone = '+79161234567' where id = $1`,
    [lender.id],
  );
  await testApp.owner.query(
    `insert into representatives (legal_entity_id, last_name, first_name, basis) values ($1, 'Кравцов', 'Алексей', 'charter')
       on conflict (legal_entity_id) do nothing`,
    [lender.id],
  );
  const { debtorInn, contractNumber } = rows[0]!;
  const debtor = await testApp.individual({ inn: debtorInn!, verificationStatus: 'verified' });
  const own = `/api/individuals/${debtor.individualId}`;
  const asked = await debtor.client.post(`${own}/questionnaires`, { creditorInn, contractNumber, ...reason });
  const simple = await debtor.client.post(`${own}/simple-requests`, { creditorInn });
  expect([asked.body.status, simple.body.stage]).toEqual(['search', 'search']);
  const verifier = (await testApp.operator('verifier')).client;
  const company = `/api/legal-entities/${lender.id}`;
  const { version } = (await verifier.get(company)).body;
  const approved = await verifier.post(`${company}/verification_status`, { move: 'approve', version });
  expect(approved.status, approved.text).toBe(200);
  await expect
    .poll(async () => (await debtor.client.get(`${own}/simple-requests/${simple.body.id}`)).body.stage, patience)
    .not.toBe('search');
  await expect
    .poll(async () => (await debtor.client.get(`${own}/questionnaires/${asked.body.id}`)).body.status, patience)
    .toBe('pending');
});

/** Somebody who waits for a verifier, with a request of his own about the contract of a row. */
async function pendingDebtor(
  creditorInn: string,
  { debtorInn, contractNumber }: { [column: string]: string | undefined },
) {
  const papers = sealedPapers(testApp.app);
  const person = await testApp.individual({ inn: debtorInn!, verificationStatus: 'pending', papers });
  const path = `/api/individuals/${person.individualId}`;
  const asked = await person.client.post(`${path}/questionnaires`, { creditorInn, contractNumber, ...reason });
  expect(asked.body.status).toBe('waiting');
  const request = async () => (await person.client.get(`${path}/questionnaires/${asked.body.id}`)).body;
  return { ...person, path, request, requestId: Number(asked.body.id) };
}

test('who is verified and who asks while a registry is loaded find their claims when the load ends last', async () => {
  const lender = await makeLender(testApp);
  const creditorInn = await innOfLender(lender.id);
  const rows = rowsOf('full', generateRegistry(21), 0, 4);
  const late = await pendingDebtor(creditorInn, rows[0]!);
  const decoy = await testApp.individual({ inn: rows[1]!.debtorInn!, verificationStatus: 'verified' });
  const asker = await testApp.individual({ inn: rows[2]!.debtorInn!, verificationStatus: 'verified' });
  const held = await decoy.client.post(`/api/individuals/${decoy.individualId}/simple-requests`, { creditorInn });
  const verifier = await testApp.operator('verifier');
  const address = await lender.prepare('full', rows);
  const holder = await testApp.owner.connect();
  const own = `/api/individuals/${asker.individualId}`;
  let asked: { body: { id: number; status: string } };
  let simple: { body: { id: number; stage: string } };
  try {
    await holder.query('begin');
    await holder.query('select from simple_requests where id = $1 for update', [held.body.id]);
    const { version } = (await lender.client.get(address)).body;
    expect((await lender.client.post(`${address}/load`, { version, withdrawAbsent: null })).status).toBe(202);
    await expect.poll(() => isLockAwaited(testApp.owner), patience).toBe(true);
    const approved = await verifier.client.post(`${late.path}/verification_status`, { move: 'approve', version: 1 });
    expect(approved.status, approved.text).toBe(200);
    const { contractNumber } = rows[2]!;
    asked = await asker.client.post(`${own}/questionnaires`, { creditorInn, contractNumber, ...reason });
    simple = await asker.client.post(`${own}/simple-requests`, { creditorInn });
    expect([asked.body.status, simple.body.stage]).toEqual(['search', 'creditor-notified']);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  await settled(lender.client, address);
  await expect.poll(async () => (await late.request()).status, patience).toBe('pending');
  await expect
    .poll(async () => (await asker.client.get(`${own}/questionnaires/${asked.body.id}`)).body.status, patience)
    .toBe('pending');
  await expect
    .poll(async () => (await asker.client.get(`${own}/simple-requests/${simple.body.id}`)).body.stage, patience)
    .toBe('registry-loaded');
});

test('and when the verification ends last', async () => {
  const lender = await makeLender(testApp);
  const creditorInn = await innOfLender(lender.id);
  const rows = rowsOf('full', generateRegistry(22), 0, 2);
  const late = await pendingDebtor(creditorInn, rows[0]!);
  const verifier = await testApp.operator('verifier');
  const address = await lender.prepare('full', rows);
  const registryId = Number(address.split('/').at(-1));
  // It is loaded by hand below, while the verification stands still.
  await testApp.owner.query('update registries set load_requested_at = now() where id = $1', [registryId]);
  const holder = await testApp.owner.connect();
  let approving: Promise<{ status: number; text: string }>;
  try {
    await holder.query('begin');
    await holder.query('select from requests where id = $1 for update', [late.requestId]);
    approving = verifier.client.post(`${late.path}/verification_status`, { move: 'approve', version: 1 });
    await expect.poll(() => isLockAwaited(testApp.owner), patience).toBe(true);
    await loadDryRun(testApp.app, registryId);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  const approved = await approving;
  expect(approved.status, approved.text).toBe(200);
  await expect.poll(async () => (await late.request()).status, patience).toBe('pending');
});
