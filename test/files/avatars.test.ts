import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { smallPicture } from '../helpers/files/multipart.ts';
import { countLying } from '../helpers/files/storage.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const put = (client: Client, path: string): Promise<Reply> => {
  const form = new FormData();
  form.set('file', new File([smallPicture], 'я.webp'));
  return client.send('PUT', path, form);
};
const avatarOf = (id: number): string => `/api/individuals/${id}/avatar`;

test('a person puts his photo, sees it at once, replaces it and takes it away', async () => {
  const { client, individualId } = await testApp.individual();
  const path = avatarOf(individualId);
  expect((await client.get('/api/auth/me')).body).toMatchObject({ avatarUrl: null, individualId });
  const first = (await put(client, path)).body.avatarUrl;
  expect((await client.get('/api/auth/me')).body.avatarUrl).toBe(first);
  expect((await client.get(`/api/individuals/${individualId}`)).body.avatarUrl).toBe(first);
  expect((await client.get(first)).headers.get('content-type')).toBe('image/webp');
  const second = (await put(client, path)).body.avatarUrl;
  expect(second).not.toBe(first);
  expect((await client.delete(path)).status).toBe(204);
  for (const { status } of [await client.delete(path), await client.get(path)]) expect(status).toBe(404);
  expect((await client.get('/api/auth/me')).body.avatarUrl).toBeNull();
});

test('a photo may be changed while the data are being verified: nothing of it is', async () => {
  const { client, individualId } = await testApp.individual({ verificationStatus: 'pending' });
  expect((await put(client, avatarOf(individualId))).status).toBe(200);
  expect((await client.delete(avatarOf(individualId))).status).toBe(204);
});

test('nobody puts a photo of somebody else; whoever keeps order takes one away', async () => {
  const { client, individualId } = await testApp.individual();
  await put(client, avatarOf(individualId));
  const stranger = await testApp.individual();
  for (const reply of [
    await put(stranger.client, avatarOf(individualId)),
    await stranger.client.get(avatarOf(individualId)),
  ])
    expect(reply.status).toBe(404);
  const manager = await testApp.operator('manager');
  expect((await put(manager.client, avatarOf(individualId))).status).toBe(403);
  expect((await (await testApp.operator('observer')).client.delete(avatarOf(individualId))).status).toBe(403);
  expect((await manager.client.get(avatarOf(individualId))).status).toBe(200);
  expect((await manager.client.delete(avatarOf(individualId))).status).toBe(204);
});

test('colleagues see the photo of an employee, other companies do not', async () => {
  const legalEntityId = await testApp.company();
  const { client, employeeId } = await testApp.employee({ legalEntityId, role: 'accountant' });
  const head = await testApp.employee({ legalEntityId, role: 'head' });
  const elsewhere = await testApp.employee({ legalEntityId: await testApp.company(), role: 'head' });
  const path = `/api/employees/${employeeId}/avatar`;
  const { avatarUrl } = (await put(client, path)).body;
  expect((await client.get('/api/auth/me')).body).toMatchObject({ avatarUrl, employeeId });
  expect((await head.client.get(`/api/employees/${employeeId}`)).body.avatarUrl).toBe(avatarUrl);
  expect((await head.client.get(avatarUrl)).status).toBe(200);
  expect((await put(head.client, path)).status).toBe(404);
  expect((await elsewhere.client.get(path)).status).toBe(404);
});

test('an operator puts his own photo and not that of another', async () => {
  const { client, operatorId } = await testApp.operator('verifier');
  const administrator = await testApp.operator('administrator');
  const path = `/internal/operators/${operatorId}/avatar`;
  const { avatarUrl } = (await put(client, path)).body;
  expect((await client.get('/api/auth/me')).body).toMatchObject({ avatarUrl, operatorId });
  expect((await administrator.client.get('/internal/operators')).body.items).toContainEqual(
    expect.objectContaining({ id: operatorId, avatarUrl }),
  );
  for (const reply of [await put(administrator.client, path), await administrator.client.delete(path)])
    expect(reply.status).toBe(404);
  expect((await client.delete(path)).status).toBe(204);
});

test('of what was sent nothing stays in the storage but the drawn picture', async () => {
  const files = (): Promise<number> => countLying(testApp.app.config, 'files');
  const { client, individualId } = await testApp.individual();
  const before = await files();
  await put(client, avatarOf(individualId));
  expect(await files()).toBe(before + 1);
});

test('the same photo sent again under its key is the same photo', async () => {
  const { client, individualId } = await testApp.individual();
  const send = () => {
    const form = new FormData();
    form.set('file', new File([smallPicture], 'я.webp'));
    return client.send('PUT', avatarOf(individualId), form, { 'idempotency-key': 'avatar-1' });
  };
  const first = await send();
  expect((await send()).body).toEqual(first.body);
});
