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

const path = '/api/employee-roles';
const systemRole = async (code: string) => {
  const { body } = await head.get(`${path}?filter[system]=true`);
  return body.items.find((role: { code: string }) => role.code === code);
};
const permission = async (code: string): Promise<number> => {
  const { body } = await head.get('/api/employee-permissions');
  return body.items.find((one: { code: string }) => one.code === code).id;
};
const make = async (body: object) => (await head.post(path, body)).body;

describe('a role', () => {
  test('starts as a copy of a system one, which stays as it was', async () => {
    const observer = await systemRole('observer');
    const copy = await head.post(path, { name: 'Стажёр', copyOf: observer.id });
    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({
      name: 'Стажёр',
      system: false,
      legalEntityId: company,
      permissionIds: observer.permissionIds,
      holders: 0,
      version: 1,
    });
    expect(await systemRole('observer')).toEqual(observer);
  });

  test('is renamed and gets other permissions, each change a new version', async () => {
    const role = await make({ name: 'Первое имя' });
    expect(role.permissionIds).toEqual([]);
    const list = await permission('employees.list');
    const named = await head.patch(`${path}/${role.id}`, { name: 'Второе имя', version: 1 });
    expect(named.body).toMatchObject({ name: 'Второе имя', permissionIds: [], version: 2 });
    const given = await head.patch(`${path}/${role.id}`, { permissionIds: [list, list], version: 2 });
    expect(given.body).toMatchObject({ name: 'Второе имя', permissionIds: [list], version: 3 });
    expect((await head.get(`${path}/${role.id}`)).body).toEqual(given.body);
  });

  test('is not overwritten by somebody who has not seen the last change', async () => {
    const role = await make({ name: 'Общая' });
    const change = (name: string) => head.patch(`${path}/${role.id}`, { name, version: 1 });
    const replies = await Promise.all(['Один', 'Два', 'Три', 'Четыре'].map(change));
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(replies.find(({ status }) => status === 409)!.body.code).toBe('version.stale');
    const winner = replies.find(({ status }) => status === 200)!.body;
    expect((await head.get(`${path}/${role.id}`)).body.name).toBe(winner.name);
    const byHeader = await head.patch(`${path}/${role.id}`, { name: 'Поздно' }, { 'if-match': '"1"' });
    expect(byHeader.status).toBe(409);
    expect((await head.patch(`${path}/${role.id}`, { name: 'Вовремя' }, { 'if-match': '"2"' })).status).toBe(200);
    expect((await head.patch(`${path}/${role.id}`, { name: 'Без версии' })).status).toBe(400);
  });

  test('gets one more permission by its address; twice is as good as once', async () => {
    const role = await make({ name: 'Растущая' });
    const [list, invite] = [await permission('employees.list'), await permission('employees.invite')];
    await head.post(`${path}/${role.id}/${list}`);
    await head.post(`${path}/${role.id}/${invite}`);
    const again = await head.post(`${path}/${role.id}/${invite}`);
    expect(again.status).toBe(200);
    expect(again.body.permissionIds).toEqual([list, invite].sort((a, b) => a - b));
    expect((await head.post(`${path}/${role.id}/2000000001`)).status).toBe(404);
  });

  test('works at once for everybody who has it, on granting and on taking away', async () => {
    const role = await make({ name: 'Живая' });
    const { client, membershipId } = await testApp.employee({ legalEntityId: company, role: 'observer' });
    await head.patch(`/api/legal-entities/${company}/employees/${membershipId}`, { roleId: role.id, version: 1 });
    const employees = `/api/legal-entities/${company}/employees`;
    expect((await client.get(employees)).status).toBe(403);
    expect((await client.probe('GET', employees)).status).toBe(403);
    await head.post(`${path}/${role.id}/${await permission('employees.list')}`);
    expect((await client.get(employees)).status).toBe(200);
    expect((await client.probe('GET', employees)).status).toBe(204);
    expect((await client.get('/api/auth/me')).body.permissions).toEqual(['employees.list']);
    await head.patch(`${path}/${role.id}`, { permissionIds: [], version: 2 });
    expect((await client.get(employees)).status).toBe(403);
  });

  test('that nobody has goes away; one that somebody has or is invited to stays', async () => {
    const free = await make({ name: 'Лишняя' });
    expect((await head.delete(`${path}/${free.id}`)).status).toBe(204);
    expect((await head.get(`${path}/${free.id}`)).status).toBe(404);

    const held = await make({ name: 'Занятая' });
    const { membershipId } = await testApp.employee({ legalEntityId: company, role: 'observer' });
    await head.patch(`/api/legal-entities/${company}/employees/${membershipId}`, { roleId: held.id, version: 1 });
    expect((await head.delete(`${path}/${held.id}`)).body.code).toBe('role.in_use');
    expect((await head.get(`${path}/${held.id}`)).body.holders).toBe(1);

    const promised = await make({ name: 'Обещанная' });
    const invite = { email: 'newcomer@test.example', roleId: promised.id };
    expect((await head.post(`/api/legal-entities/${company}/employees/invite`, invite)).status).toBe(201);
    expect((await head.delete(`${path}/${promised.id}`)).body.code).toBe('role.in_use');
  });

  test('of the system is not changed, extended or removed by anybody', async () => {
    const { id, version } = await systemRole('observer');
    const list = await permission('employees.list');
    for (const client of [head, administrator]) {
      const replies = [
        await client.patch(`${path}/${id}`, { name: 'Моя', version }),
        await client.delete(`${path}/${id}`),
        await client.post(`${path}/${id}/${list}`),
      ];
      expect(replies.map(({ body }) => body.code)).toEqual(['role.system', 'role.system', 'role.system']);
    }
    const operators = (await administrator.get('/internal/operator-roles')).body.items;
    for (const role of operators) {
      const reply = await administrator.delete(`/internal/operator-roles/${role.id}`);
      expect(reply.body.code).toBe('role.system');
    }
    expect(operators).toHaveLength(5);
  });

  test('shared by the platform is offered to every company and changed only by operators', async () => {
    const { body } = await administrator.post(path, { name: 'Для всех' });
    expect(body.legalEntityId).toBeNull();
    const seen = (await head.get(`${path}?filter[system]=false&limit=100`)).body.items;
    expect(seen).toContainEqual(body);
    expect((await head.patch(`${path}/${body.id}`, { name: 'Моя', version: 1 })).body.code).toBe('role.system');
    expect((await administrator.patch(`${path}/${body.id}`, { name: 'Всем', version: 1 })).status).toBe(200);
  });

  test('of operators is made, given and refused by the same rules', async () => {
    const roles = '/internal/operator-roles';
    const all = (await administrator.get('/internal/operator-permissions')).body.items as {
      id: number;
      code: string;
    }[];
    const list = all.find(({ code }) => code === 'individuals.list')!.id;
    const made = await administrator.post(roles, { name: 'Справочная', permissionIds: [list] });
    expect(made.status).toBe(201);
    const { client, operatorId } = await testApp.operator('observer');
    await administrator.patch(`/internal/operators/${operatorId}`, { roleId: made.body.id, version: 1 });
    expect((await client.get('/api/individuals')).status).toBe(200);
    expect((await client.get('/api/legal-entities')).status).toBe(403);
    expect((await administrator.delete(`${roles}/${made.body.id}`)).body.code).toBe('role.in_use');
    const unknown = await administrator.post(roles, { name: 'Ничья', permissionIds: [2_000_000_001] });
    expect(unknown.body.fields).toEqual({ permissionIds: 'Такого права нет' });
  });
});

describe('whoever signs in is told', () => {
  test('by operations that need no permission and by permissions what he may ask for', async () => {
    const person = (await (await testApp.individual()).client.get('/api/auth/me')).body;
    expect(person).toMatchObject({ permissions: [], openOperations: expect.arrayContaining(['settlements.list']) });
    expect(person.openOperations).not.toContain('tariffs.add');
    const { permissions, openOperations } = (await administrator.get('/api/auth/me')).body;
    expect(permissions).toContain('tariffs.add');
    expect(openOperations).toContain('auth.me');
    expect(openOperations.filter((code: string) => permissions.includes(code))).toEqual([]);
  });
});
