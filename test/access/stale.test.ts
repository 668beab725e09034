import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';

let testApp: Booted;
let company: number;
let head: Client;
let administrator: Client;
beforeAll(async () => {
  testApp = await boot();
  company = await testApp.company();
  head = (await testApp.employee({ legalEntityId: company, role: 'head' })).client;
  administrator = (await testApp.operator('administrator')).client;
});
afterAll(() => testApp.stop());

/** A role of its own that may do just this, with its number and version. */
async function roleWith(by: Client, path: string, code: string): Promise<{ id: number; version: number }> {
  const permissions = await by.get(path.replace('-roles', '-permissions'));
  const { id } = permissions.body.items.find((one: { code: string }) => one.code === code);
  return (await by.post(path, { name: `Только ${code}`, permissionIds: [id] })).body;
}

const statusOf = async (client: Client, path: string): Promise<number> => (await client.get(path)).status;

describe('the next request of an open session is refused', () => {
  test('when the permission has left the employee’s role', async () => {
    const role = await roleWith(head, '/api/employee-roles', 'employees.list');
    const { client, membershipId } = await testApp.employee({ legalEntityId: company, role: 'observer' });
    const list = `/api/legal-entities/${company}/employees`;
    expect(await statusOf(client, list)).toBe(403);
    expect((await head.patch(`${list}/${membershipId}`, { roleId: role.id, version: 1 })).status).toBe(200);
    expect(await statusOf(client, list)).toBe(200);
    await head.patch(`/api/employee-roles/${role.id}`, { permissionIds: [], version: role.version });
    expect(await statusOf(client, list)).toBe(403);
  });

  test('when the permission has left the operator’s role', async () => {
    const role = await roleWith(administrator, '/internal/operator-roles', 'legal-entities.list');
    const { client, operatorId } = await testApp.operator('administrator');
    const changed = await administrator.patch(`/internal/operators/${operatorId}`, { roleId: role.id, version: 1 });
    expect(changed.status).toBe(200);
    expect([await statusOf(client, '/api/legal-entities'), await statusOf(client, '/api/individuals')]).toEqual([
      200, 403,
    ]);
    await administrator.patch(`/internal/operator-roles/${role.id}`, { permissionIds: [], version: role.version });
    expect(await statusOf(client, '/api/legal-entities')).toBe(403);
  });

  test('when the account is blocked', async () => {
    for (const { client, accountId } of [
      await testApp.individual(),
      await testApp.employee({ legalEntityId: company, role: 'head' }),
      await testApp.operator('manager'),
    ]) {
      expect(await statusOf(client, '/api/auth/me')).toBe(200);
      await testApp.app.database.db
        .updateTable('accounts')
        .set({ status: 'blocked' })
        .where('id', '=', accountId)
        .execute();
      expect(await statusOf(client, '/api/auth/me')).toBe(401);
      expect((await client.probe('GET', '/api/auth/me')).status).toBe(401);
    }
  });

  test('when the employee is dismissed, and what was his company is not there for him', async () => {
    const { client, membershipId } = await testApp.employee({ legalEntityId: company, role: 'manager' });
    expect(await statusOf(client, `/api/legal-entities/${company}`)).toBe(200);
    expect((await head.delete(`/api/legal-entities/${company}/employees/${membershipId}`)).status).toBe(204);
    expect(await statusOf(client, `/api/legal-entities/${company}`)).toBe(403);
    expect((await client.get('/api/auth/me')).body).toMatchObject({ permissions: [], legalEntities: [] });
  });

  test('when the operator is dismissed', async () => {
    const { client, operatorId } = await testApp.operator('verifier');
    expect(await statusOf(client, '/api/individuals')).toBe(200);
    expect((await administrator.delete(`/internal/operators/${operatorId}`)).status).toBe(204);
    expect(await statusOf(client, '/api/individuals')).toBe(401);
  });

  test('when the individual is removed', async () => {
    const { client, individualId } = await testApp.individual();
    await testApp.app.database.db
      .updateTable('individuals')
      .set({ deletedAt: new Date() })
      .where('id', '=', individualId)
      .execute();
    expect(await statusOf(client, '/api/auth/me')).toBe(401);
    expect(await statusOf(administrator, `/api/individuals/${individualId}`)).toBe(404);
  });
});
