import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';

let testApp: Booted;
let home: number;
let other: number;
let head: Client;
let administrator: Signed & { operatorId: number };
/** Somebody who manages roles and people of his company and may do nothing else. */
let keeper: Client;
let keeperPlace: { path: string; version: number; roleId: number };
/** A permission that the keeper lacks. */
let lacking: number;
beforeAll(async () => {
  testApp = await boot();
  home = await testApp.company();
  other = await testApp.company({ inn: '7728168971' });
  head = (await testApp.employee({ legalEntityId: home, role: 'head' })).client;
  administrator = await testApp.operator('administrator');
  await hireKeeper();
});
afterAll(() => testApp.stop());

type Named = { id: number; code: string };
const itemsOf = async (client: Client, path: string): Promise<Named[]> => (await client.get(path)).body.items;
const roleOf = async (client: Client, path: string, code: string): Promise<number> =>
  (await itemsOf(client, path)).find((role) => role.code === code)!.id;

async function hireKeeper(): Promise<void> {
  const all = await itemsOf(head, '/api/employee-permissions');
  const own = all.filter(({ code }) => /^(employee-roles|employee-permissions|employees)\./.test(code));
  lacking = all.find(({ code }) => code === 'legal-entities.update')!.id;
  const permissionIds = own.map(({ id }) => id);
  const role = await head.post('/api/employee-roles', { name: 'Кадры', permissionIds });
  const { client, membershipId } = await testApp.employee({ legalEntityId: home, role: 'observer' });
  const path = `/api/legal-entities/${home}/employees/${membershipId}`;
  const hired = await head.patch(path, { roleId: role.body.id, version: 1 });
  keeper = client;
  keeperPlace = { path, version: hired.body.version, roleId: role.body.id };
}

const refusal = async (reply: Promise<{ status: number; body: { code?: string } }>): Promise<string> => {
  const { status, body } = await reply;
  return `${status} ${body.code ?? ''}`.trim();
};

describe('an employee who manages roles', () => {
  test('cannot take a stronger role for himself', async () => {
    const { path, version } = keeperPlace;
    for (const code of ['head', 'manager', 'observer']) {
      const roleId = await roleOf(keeper, '/api/employee-roles', code);
      expect(await refusal(keeper.patch(path, { roleId, version }))).toBe('409 role.beyond_own');
    }
  });

  test('cannot put a permission that he lacks into a role: his own, a new one, a copy', async () => {
    const { roleId } = keeperPlace;
    const { version, permissionIds } = (await keeper.get(`/api/employee-roles/${roleId}`)).body;
    const attempts = [
      keeper.patch(`/api/employee-roles/${roleId}`, { permissionIds: [...permissionIds, lacking], version }),
      keeper.post(`/api/employee-roles/${roleId}/${lacking}`),
      keeper.post('/api/employee-roles', { name: 'Новая', permissionIds: [lacking] }),
      keeper.post('/api/employee-roles', {
        name: 'Копия',
        copyOf: await roleOf(keeper, '/api/employee-roles', 'head'),
      }),
    ];
    for (const attempt of attempts) expect(await refusal(attempt)).toBe('409 role.beyond_own');
    expect((await keeper.get(`/api/employee-roles/${roleId}`)).body).toMatchObject({ permissionIds, version });
  });

  test('cannot invite somebody stronger than himself', async () => {
    const headRole = await roleOf(keeper, '/api/employee-roles', 'head');
    const invite = { email: 'accomplice@test.example', roleId: headRole };
    expect(await refusal(keeper.post(`/api/legal-entities/${home}/employees/invite`, invite))).toBe(
      '409 role.beyond_own',
    );
  });

  test('cannot use or touch a role of another company', async () => {
    const otherHead = (await testApp.employee({ legalEntityId: other, role: 'head' })).client;
    const foreign = (await otherHead.post('/api/employee-roles', { name: 'Чужая', permissionIds: [] })).body.id;
    const { path, version } = keeperPlace;
    expect(await refusal(head.patch(path, { roleId: foreign, version }))).toBe('400 input.invalid');
    const invite = { email: 'new@test.example', roleId: foreign };
    expect(await refusal(head.post(`/api/legal-entities/${home}/employees/invite`, invite))).toBe('400 input.invalid');
    const attempts = [
      head.get(`/api/employee-roles/${foreign}`),
      head.patch(`/api/employee-roles/${foreign}`, { name: 'Моя', version: 1 }),
      head.delete(`/api/employee-roles/${foreign}`),
      head.post(`/api/employee-roles/${foreign}/${lacking}`),
      head.post('/api/employee-roles', { name: 'Копия', copyOf: foreign }),
      head.post('/api/employee-roles', { name: 'Туда', legalEntityId: other }),
    ];
    for (const attempt of attempts) expect(await refusal(attempt)).toBe('404 object.absent');
  });

  test('and nobody else, can give a role or a permission of the other kind of people', async () => {
    const { client } = administrator;
    const operatorRole = await roleOf(client, '/internal/operator-roles', 'administrator');
    const employeeRole = await roleOf(client, '/api/employee-roles', 'head');
    const operatorOnly = (await itemsOf(client, '/internal/operator-permissions')).find(
      ({ code }) => code === 'operators.update',
    )!.id;
    const { path, version, roleId } = keeperPlace;
    const { operatorId } = await testApp.operator('manager');
    const name = 'Смесь';
    const invalid = [
      head.patch(path, { roleId: operatorRole, version }),
      client.patch(`/internal/operators/${operatorId}`, { roleId: employeeRole, version: 1 }),
      head.post('/api/employee-roles', { name, permissionIds: [operatorOnly] }),
    ];
    for (const attempt of invalid) expect(await refusal(attempt)).toBe('400 input.invalid');
    expect(await refusal(head.post(`/api/employee-roles/${roleId}/${operatorOnly}`))).toBe('404 object.absent');
    expect(await refusal(head.post('/api/employee-roles', { name, copyOf: operatorRole }))).toBe('404 object.absent');
    expect(await refusal(client.post('/internal/operator-roles', { name, copyOf: employeeRole }))).toBe(
      '404 object.absent',
    );
  });

  test('is of no use to a role made for a company that is not there', async () => {
    const attempt = administrator.client.post('/api/employee-roles', { name: 'Ничья', legalEntityId: 2_000_000_001 });
    expect(await refusal(attempt)).toBe('404 object.absent');
  });
});

describe('the last head of a company', () => {
  test('cannot be dismissed, switched off or given another role', async () => {
    const company = await testApp.company({ inn: '7736050003' });
    const { client, membershipId } = await testApp.employee({ legalEntityId: company, role: 'head' });
    const place = `/api/legal-entities/${company}/employees/${membershipId}`;
    const observer = await roleOf(client, '/api/employee-roles', 'observer');
    for (const by of [client, administrator.client]) {
      const attempts = [
        by.delete(place),
        by.patch(place, { active: false, version: 1 }),
        by.patch(place, { roleId: observer, version: 1 }),
      ];
      for (const attempt of attempts) expect(await refusal(attempt)).toBe('409 role.last_head');
    }
  });

  test('stays when two dismiss one another at once', async () => {
    for (let round = 0; round < 5; round++) {
      const company = await testApp.company();
      const one = await testApp.employee({ legalEntityId: company, role: 'head' });
      const two = await testApp.employee({ legalEntityId: company, role: 'head' });
      const place = (id: number): string => `/api/legal-entities/${company}/employees/${id}`;
      const replies = await Promise.all([
        one.client.delete(place(two.membershipId)),
        two.client.delete(place(one.membershipId)),
      ]);
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
      const employees = await administrator.client.get(`/api/legal-entities/${company}/employees?filter[active]=true`);
      expect(employees.body.total).toBe(1);
    }
  });
});

describe('the last administrator', () => {
  const place = (id: number): string => `/internal/operators/${id}`;

  test('cannot be dismissed, switched off or given another role', async () => {
    const { client, operatorId } = administrator;
    const observer = await roleOf(client, '/internal/operator-roles', 'observer');
    const attempts = [
      client.delete(place(operatorId)),
      client.patch(place(operatorId), { active: false, version: 1 }),
      client.patch(place(operatorId), { roleId: observer, version: 1 }),
    ];
    for (const attempt of attempts) expect(await refusal(attempt)).toBe('409 role.last_administrator');
  });

  test('stays when two dismiss one another at once', async () => {
    let survivor = administrator;
    for (let round = 0; round < 5; round++) {
      const second = await testApp.operator('administrator');
      const replies = await Promise.all([
        survivor.client.delete(place(second.operatorId)),
        second.client.delete(place(survivor.operatorId)),
      ]);
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
      if (replies[1].status === 204) survivor = second;
      expect((await survivor.client.get('/internal/operators')).status).toBe(200);
    }
  });
});
