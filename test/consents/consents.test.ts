import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';

let testApp: Booted;
let head: Signed;
beforeAll(async () => {
  testApp = await boot();
  head = await testApp.employee({ legalEntityId: await testApp.company(), role: 'head' });
});
afterAll(() => testApp.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.app.database.pool.query(text, values)).rows;
const mine = async (client: Client) => (await client.get('/api/auth/consents')).body;
const offeredOf = async (client: Client, kind: string) =>
  (await mine(client)).offered.find((one: { kind: string }) => one.kind === kind);
const give = async (client: Client, kind: string) =>
  client.post('/api/auth/consents', { documentId: (await offeredOf(client, kind)).documentId });
const givenOf = async (client: Client, kind: string) =>
  (await mine(client)).items.find((one: { kind: string; revokedAt: unknown }) => one.kind === kind && !one.revokedAt);
const withdraw = async (client: Client, kind: string) =>
  client.post(`/api/auth/consents/${(await givenOf(client, kind)).id}/withdraw`);

describe('one’s own consents', () => {
  test('are shown with the text as it was, its fingerprint, when, whence and by which way', async () => {
    const { client } = await testApp.individual();
    expect((await give(client, 'marketing')).status).toBe(200);
    const consent = await givenOf(client, 'marketing');
    expect(consent).toMatchObject({ version: 1, channel: 'web', ip: '127.0.0.1', revokedAt: null });
    expect(consent.sha256).toBe(createHash('sha256').update(consent.body).digest('hex'));
    expect(await offeredOf(client, 'marketing')).toBeUndefined();
  });

  test('are taken back, which stays in the list and in the audit, and may be given again', async () => {
    const { client, accountId } = await testApp.individual();
    await give(client, 'marketing');
    const { id } = await givenOf(client, 'marketing');
    expect((await withdraw(client, 'marketing')).status).toBe(200);
    expect((await client.post(`/api/auth/consents/${id}/withdraw`)).body.code).toBe('move.illegal');
    expect((await mine(client)).items.find((one: { id: number }) => one.id === id).revokedAt).not.toBeNull();
    const [row] = await query(
      `select account_id as "accountId", operation from audit_log where object_type = 'consents' and object_id = $1 and action = 'update'`,
      [id],
    );
    expect(row).toMatchObject({ accountId, operation: 'consents.withdraw' });
    await give(client, 'marketing');
    expect(await givenOf(client, 'marketing')).toBeDefined();
  });

  test('that are no consents, or belong to a place in a company, cannot be taken back', async () => {
    const { client } = await testApp.individual();
    expect((await withdraw(client, 'pep-agreement')).body.code).toBe('consent.fixed');
    await give(head.client, 'personal-data-platform');
    const employees = await givenOf(head.client, 'personal-data-platform');
    expect(employees.withdrawal).toMatchObject({ possible: false });
    expect((await withdraw(head.client, 'personal-data-platform')).body.code).toBe('consent.fixed');
  });

  test('are of documents that are signed here and now', async () => {
    const { client } = await testApp.individual();
    const [partner] = await query(`select id from consent_documents where kind = 'personal-data-partner'`);
    const refused = await client.post('/api/auth/consents', { documentId: partner.id });
    expect(refused.body.fields).toHaveProperty('documentId');
  });

  test('are seen by operators on the card of a person, and by nobody else', async () => {
    const { client, individualId } = await testApp.individual();
    await give(client, 'interaction-channels');
    const observer = await testApp.operator('observer');
    const { items } = (await observer.client.get(`/api/individuals/${individualId}/consents`)).body;
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
      'health-data',
      'pep-agreement',
      'personal-data-creditor',
      'interaction-channels',
    ]);
    expect((await head.client.get(`/api/individuals/${individualId}/consents`)).status).toBe(403);
  });

  test('hold what was signed: a published text cannot be changed', async () => {
    await expect(testApp.owner.query(`update consent_documents set body = 'иначе'`)).rejects.toThrow('append-only');
  });
});

describe('without the consent to tell creditors', () => {
  test('nothing new goes to them, and what waits goes on when it is given again', async () => {
    await testApp.company({ inn: '7728168971', verificationStatus: 'verified' });
    const { client, individualId } = await testApp.individual({ inn: '500100732259', verificationStatus: 'verified' });
    await withdraw(client, 'personal-data-creditor');
    const path = `/api/individuals/${individualId}`;
    const asked = { creditorInn: '7728168971' };
    expect((await client.post(`${path}/questionnaires`, asked)).body.code).toBe('consent.needed');
    expect((await client.post(`${path}/simple-requests`, asked)).body.code).toBe('consent.needed');
    await give(client, 'personal-data-creditor');
    const made = (await client.post(`${path}/simple-requests`, { ...asked, creditorInn: '7736050003' })).body;
    await withdraw(client, 'personal-data-creditor');
    await testApp.company({ inn: '7736050003', verificationStatus: 'verified' });
    await give(client, 'personal-data-creditor');
    const after = (await client.get(`${path}/simple-requests/${made.id}`)).body;
    expect([made.stage, after.stage]).toEqual(['search', 'creditor-notified']);
  });

  test('a whole draft is not sent by giving it: what goes to a creditor its author sends', async () => {
    const { client, individualId } = await testApp.individual({ verificationStatus: 'verified' });
    const path = `/api/individuals/${individualId}/questionnaires`;
    const { id } = (await client.post(path, { creditorInn: '7728168971' })).body;
    const whole = { creditorName: 'Альфа', contractNumber: 'К-1', claimedDebt: 100_000, debtReason: 'illness' };
    const save = async (change: object) => {
      const { version } = (await client.get(`${path}/${id}`)).body;
      return (await client.patch(`${path}/${id}`, { ...change, version })).body.status;
    };
    expect(await save({ ...whole, send: false })).toBe('waiting');
    await withdraw(client, 'personal-data-creditor');
    await give(client, 'personal-data-creditor');
    expect((await client.get(`${path}/${id}`)).body.status).toBe('waiting');
    expect(await save({ send: true })).toBe('search');
  });
});

test('whoever waits to be erased may change his mind, or consent to a paper of his health, and nothing else', async () => {
  const { client } = await testApp.individual();
  await give(client, 'personal-data-platform');
  expect((await withdraw(client, 'personal-data-platform')).status).toBe(200);
  const { offered, erasure } = await mine(client);
  expect(erasure).not.toBeNull();
  expect(offered.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['health-data', 'personal-data-platform']);
  expect((await give(client, 'health-data')).status).toBe(200);
  expect(await givenOf(client, 'health-data')).toBeDefined();
  expect((await mine(client)).erasure).toEqual(erasure);
});
