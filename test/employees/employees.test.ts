import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { codeTo, lettersTo, letterTo } from '../helpers/mail/letters.ts';

let testApp: Booted;
let home: number;
let other: number;
let head: Signed & { employeeId: number; membershipId: number };
let administrator: Client;
beforeAll(async () => {
  testApp = await boot();
  home = await testApp.company({ shortName: 'ООО «Дом»' });
  other = await testApp.company({ inn: '7728168971', shortName: 'АО «Другое»' });
  head = await testApp.employee({ legalEntityId: home, role: 'head' });
  administrator = (await testApp.operator('administrator')).client;
});
afterAll(() => testApp.stop());

const run = (sql: string, values: unknown[] = []) => testApp.app.database.pool.query(sql, values);
const idsOf = (body: { items: { id: number }[] }): number[] => body.items.map(({ id }) => id);
const roleOf = async (code: string): Promise<number> =>
  (await head.client.get('/api/employee-roles?limit=100')).body.items.find(
    (role: { code: string }) => role.code === code,
  ).id;
/** Somebody who works at home and elsewhere. */
async function shared() {
  const made = await testApp.employee({ legalEntityId: home, role: 'manager' });
  await run('insert into memberships (employee_id, legal_entity_id, role_id) values ($1, $2, $3)', [
    made.employeeId,
    other,
    await roleOf('observer'),
  ]);
  return made;
}

describe('employees as people', () => {
  test('are seen by a company with its own places only, by operators with all', async () => {
    const { employeeId } = await shared();
    const elsewhere = await testApp.employee({ legalEntityId: other, role: 'head' });
    const places = `/api/employees/${employeeId}/legal-entities`;
    expect((await head.client.get(places)).body.items.map((one: { company: string }) => one.company)).toEqual([
      'ООО «Дом»',
    ]);
    expect((await administrator.get(places)).body.items).toHaveLength(2);
    const seen = (await head.client.get('/api/employees?limit=100')).body;
    expect(idsOf(seen)).toContain(employeeId);
    expect(idsOf(seen)).not.toContain(elsewhere.employeeId);
    expect(seen.items.find(({ id }: { id: number }) => id === employeeId)).toMatchObject({ places: 1, active: true });
    expect((await head.client.get(`/api/employees/${elsewhere.employeeId}`)).status).toBe(404);
    expect((await administrator.get(`/api/employees/${employeeId}`)).body.places).toBe(2);
  });

  test('are found by name and address, and counted by whether they work', async () => {
    const { employeeId, email } = await testApp.employee({ legalEntityId: home, role: 'observer' });
    await run(`update employees set last_name = 'Щукина' where id = $1`, [employeeId]);
    for (const q of ['щукин', email.slice(0, 15)]) {
      expect(idsOf((await head.client.get(`/api/employees?q=${encodeURIComponent(q)}`)).body)).toContain(employeeId);
    }
    const employees = `/api/legal-entities/${home}/employees`;
    const counts = async (path: string) => (await head.client.get(`${path}/counts?q=щукина`)).body.counts;
    expect(await counts('/api/employees')).toEqual({ active: 1, inactive: 0, all: 1 });
    expect(await counts(employees)).toEqual({ active: 1, inactive: 0, all: 1 });
    const [{ id }] = (await head.client.get(`${employees}?q=щукина`)).body.items;
    await head.client.delete(`${employees}/${id}`);
    expect(await counts('/api/employees')).toEqual({ active: 0, inactive: 1, all: 1 });
    expect(await counts(employees)).toEqual({ active: 0, inactive: 1, all: 1 });
    expect(idsOf((await head.client.get('/api/employees?filter[active]=true&q=щукина')).body)).toEqual([]);
    expect(idsOf((await head.client.get(`/api/employees?filter[legalEntityId]=${other}`)).body)).toEqual([]);
  });

  test('change their own names, as an administrator may, and nobody else', async () => {
    const { client, employeeId } = await shared();
    const path = `/api/employees/${employeeId}`;
    expect((await head.client.patch(path, { lastName: 'Чужая', version: 1 })).status).toBe(404);
    // A power of attorney names whoever holds it: under another name it would be somebody else's.
    expect((await client.get(path)).body.keepsName).toContain('выдана на прежнее имя');
    for (const party of [client, administrator]) {
      const named = await party.patch(path, { lastName: 'Подмена', version: 1 });
      expect([named.body.code, named.body.message]).toEqual([
        'move.illegal',
        expect.stringContaining('выдана на прежнее имя'),
      ]);
    }
    await testApp.owner.query(
      `update powers_of_attorney set status = 'revoked'
        where membership_id in (select id from memberships where employee_id = $1)`,
      [employeeId],
    );
    expect((await client.patch(path, { lastName: 'Своя', version: 1 })).body).toMatchObject({
      lastName: 'Своя',
      keepsName: null,
      version: 2,
    });
    expect((await client.patch(path, { lastName: 'Поздняя', version: 1 })).body.code).toBe('version.stale');
    expect((await administrator.patch(path, { lastName: 'Верная', version: 2 })).body.lastName).toBe('Верная');
  });

  test('who are heads are renamed by an operator alone: the charter acts through a name', async () => {
    const elsewhere = await testApp.company({ inn: '7710140679' });
    const second = await testApp.employee({ legalEntityId: elsewhere, role: 'head', power: null });
    const path = `/api/employees/${second.employeeId}`;
    const refused = await second.client.patch(path, { lastName: 'Директорова', version: 1 });
    expect([refused.body.code, refused.body.message]).toEqual(['move.illegal', expect.stringContaining('оператор')]);
    expect((await second.client.get(path)).body.keepsName).toContain('оператор');
    expect((await administrator.get(path)).body.keepsName).toBeNull();
    expect((await administrator.patch(path, { lastName: 'Верная', version: 1 })).status).toBe(200);
  });

  test('are hired by an invitation to a company of the one who hires', async () => {
    const form = { email: 'hired@test.example', legalEntityId: home, roleId: await roleOf('observer') };
    expect((await head.client.post('/api/employees', { ...form, legalEntityId: other })).body.code).toBe(
      'object.absent',
    );
    expect((await head.client.post('/api/employees', { ...form, email: head.email })).body.code).toBe(
      'employee.exists',
    );
    expect((await head.client.post('/api/employees', form)).status).toBe(201);
    expect((await letterTo(testApp, form.email)).subject).toBe('Вас пригласили в компанию');
  });

  test('who are dismissed come back only by an invitation that they accept', async () => {
    const { membershipId, email } = await testApp.employee({ legalEntityId: home, role: 'manager' });
    const employees = `/api/legal-entities/${home}/employees`;
    const place = `${employees}/${membershipId}`;
    await head.client.delete(place);
    for (const client of [head.client, administrator]) {
      const taken = await client.patch(place, { active: true, version: 2 });
      expect([taken.status, taken.body.code]).toEqual([409, 'employee.dismissed']);
    }
    expect((await head.client.get(place)).body).toMatchObject({ active: false, email: null });
    await head.client.post(`${employees}/invite`, { email, roleId: await roleOf('observer') });
    expect((await head.client.get(place)).body).toMatchObject({ active: false, email: null });
    const { token } = await letterTo(testApp, email);
    const invited = testApp.anonymous();
    expect((await invited.post('/api/auth/signin', { login: email, password })).status).toBe(200);
    await invited.post(`/api/auth/employee/signin/${token}`);
    expect((await head.client.get(place)).body).toMatchObject({ active: true, email, role: 'Наблюдатель' });
  });

  test('are dismissed by a head from his company, by an operator from everywhere with their sessions', async () => {
    const { client, employeeId } = await shared();
    expect((await head.client.delete(`/api/employees/${employeeId}`)).status).toBe(204);
    expect((await client.get('/api/auth/me')).body.legalEntities).toMatchObject([{ id: other }]);
    expect((await administrator.delete(`/api/employees/${employeeId}`)).status).toBe(204);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    const alone = await administrator.delete(`/api/employees/${head.employeeId}`);
    expect(alone.body.code).toBe('role.last_head');
  });
});

test('who are dismissed from one company begin anew what waited for a code', async () => {
  const { client, employeeId, email } = await shared();
  await client.post('/api/auth/phone', { phone: '+79165550199', password });
  const code = await codeTo(testApp, email);
  expect((await head.client.delete(`/api/employees/${employeeId}`)).status).toBe(204);
  expect((await client.put('/api/auth/phone', { code })).body.code).toBe('code.wrong');
});

describe('invitations', () => {
  const path = '/api/registration-tokens';
  const inviting = async (email: string): Promise<number> =>
    (
      await head.client.post(`/api/legal-entities/${home}/employees/invite`, {
        email,
        roleId: await roleOf('observer'),
      })
    ).body.id;
  const isPending = async (token: string): Promise<boolean> =>
    (await testApp.anonymous().post(`${path}/is-pending`, { token })).body.pending;

  test('are revoked once, and their links are dead', async () => {
    const id = await inviting('revoked@test.example');
    const { token } = await letterTo(testApp, 'revoked@test.example');
    expect(await isPending(token)).toBe(true);
    expect((await head.client.delete(`${path}/${id}`)).status).toBe(204);
    expect(await isPending(token)).toBe(false);
    expect((await head.client.delete(`${path}/${id}`)).body.code).toBe('token.dead');
    expect((await head.client.post(`${path}/${id}/resend`)).body.code).toBe('token.dead');
  });

  test('are sent again with a new link, also when their time is over', async () => {
    const email = 'again@test.example';
    const id = await inviting(email);
    const { token } = await letterTo(testApp, email);
    await run(`update registration_tokens set expires_at = now() - interval '1 second' where id = $1`, [id]);
    const again = await head.client.post(`${path}/${id}/resend`);
    expect(again.status).toBe(201);
    expect(await lettersTo(testApp, email)).toHaveLength(2);
    expect(await isPending(token)).toBe(false);
    expect(await isPending((await letterTo(testApp, email)).token)).toBe(true);
    const found = (await head.client.get(`${path}?q=again@&filter[status]=pending`)).body;
    expect(idsOf(found)).toEqual([again.body.id]);
    const { counts } = (await head.client.get(`${path}/counts?q=again@`)).body;
    expect(counts).toEqual({ pending: 1, used: 0, expired: 0, revoked: 1, all: 2 });
    // Letters to one address are few an hour.
    let last = again.body.id;
    for (let more = 0; more < 3; more++) last = (await head.client.post(`${path}/${last}/resend`)).body.id;
    expect((await head.client.post(`${path}/${last}/resend`)).status).toBe(429);
  });
});

describe('a copy of a permission', () => {
  const path = '/internal/operator-permissions';
  const source = async () =>
    (await administrator.get(path)).body.items.find(
      (one: { code: string; system: boolean }) => one.code === 'operators.list' && one.system,
    );

  test('lets do the same under its own name, and is held by a role until taken out of it', async () => {
    const { id, group } = await source();
    const copy = await administrator.post(path, { copyOf: id, name: 'Видеть наших' });
    expect(copy.body).toMatchObject({ code: 'operators.list', name: 'Видеть наших', group, system: false, version: 1 });
    const roles = '/internal/operator-roles';
    const role = (await administrator.post(roles, { name: 'Справочная', permissionIds: [copy.body.id] })).body;
    const { client, operatorId } = await testApp.operator('observer');
    expect((await client.get('/internal/operators')).status).toBe(403);
    await administrator.patch(`/internal/operators/${operatorId}`, { roleId: role.id, version: 1 });
    expect((await client.get('/internal/operators')).status).toBe(200);
    expect((await administrator.delete(`${path}/${copy.body.id}`)).body.code).toBe('permission.in_use');
    await administrator.patch(`${roles}/${role.id}`, { permissionIds: [], version: role.version });
    expect((await client.get('/internal/operators')).status).toBe(403);
    expect((await administrator.delete(`${path}/${copy.body.id}`)).status).toBe(204);
  });

  test('is renamed, those of the system are not', async () => {
    const { id } = await source();
    for (const reply of [
      await administrator.patch(`${path}/${id}`, { name: 'Иначе', version: 1 }),
      await administrator.delete(`${path}/${id}`),
    ]) {
      expect(reply.body.code).toBe('permission.system');
    }
    const copy = (await administrator.post(path, { copyOf: id, name: 'Первое', group: 'Свои' })).body;
    const named = await administrator.patch(`${path}/${copy.id}`, { name: 'Второе', version: 1 });
    expect(named.body).toMatchObject({ name: 'Второе', group: 'Свои', version: 2 });
    expect((await administrator.patch(`${path}/${copy.id}`, { name: 'Нет', version: 1 })).body.code).toBe(
      'version.stale',
    );
    const unknown = await administrator.post(path, { copyOf: 2_000_000_001, name: 'Ничья' });
    expect(unknown.body.fields).toEqual({ copyOf: 'Такого права нет' });
  });
});

test('operators, decisions and the audit are found by words and counted by tabs', async () => {
  const { operatorId } = await testApp.operator('observer');
  await run(`update operators set last_name = 'Ёжикова' where id = $1`, [operatorId]);
  expect(idsOf((await administrator.get('/internal/operators?q=ёжик')).body)).toEqual([operatorId]);
  const { counts } = (await administrator.get('/internal/operators/counts?q=ёжик')).body;
  expect(counts).toEqual({ active: 1, inactive: 0, all: 1 });
  const person = await testApp.individual({ lastName: 'Уткина', verificationStatus: 'verified' });
  await administrator.post(`/api/individuals/${person.individualId}/verification_status`, {
    move: 'block',
    reason: 'Жалоба банка',
    version: 1,
  });
  expect((await administrator.get('/api/approvals?q=уткина')).body.total).toBe(1);
  expect((await administrator.get('/api/approvals/counts?q=жалоба')).body.counts).toMatchObject({ pending: 1, all: 1 });
  const renamed = (await administrator.get('/internal/audit-log?q=ёжик')).body;
  expect(renamed.total).toBe(0);
  const proposed = (await administrator.get('/internal/audit-log?q=решить о верификации физ')).body;
  expect(proposed.items[0].operation).toBe('individuals.setVerificationStatus');
  const audited = (await administrator.get('/internal/audit-log/counts?q=решить о верификации физ')).body.counts;
  expect(audited.insert).toBe(proposed.total);
});

describe('the people of a blocked company', () => {
  test('look at everything and change nothing there; elsewhere they go on', async () => {
    const both = await shared();
    await run('update memberships set role_id = $1 where employee_id = $2', [await roleOf('head'), both.employeeId]);
    const role = (await head.client.post('/api/employee-roles', { name: 'Стажёр' })).body.id;
    const invite = { email: 'blocked@test.example', roleId: await roleOf('observer') };
    const invited = (await head.client.post(`/api/legal-entities/${home}/employees/invite`, invite)).body.id;
    await run(`update legal_entities set verification_status = 'blocked' where id = $1`, [home]);
    const { client } = head;
    const company = `/api/legal-entities/${home}`;
    for (const path of [company, `${company}/employees`, `/api/employee-roles/${role}`, '/api/registration-tokens']) {
      expect((await client.get(path)).status, path).toBe(200);
    }
    const writes: [method: string, path: string, body?: object][] = [
      ['PATCH', company, { site: 'dom.test', version: 1 }],
      ['POST', `${company}/employees/invite`, invite],
      ['PATCH', `${company}/employees/${head.membershipId}`, { position: 'Директор', version: 1 }],
      ['POST', `${company}/verification`, { version: 1 }],
      ['PATCH', `/api/employee-roles/${role}`, { name: 'Иначе', version: 1 }],
      ['POST', `/api/registration-tokens/${invited}/resend`],
      ['DELETE', `/api/registration-tokens/${invited}`],
      ['POST', '/api/employees', { ...invite, legalEntityId: home }],
      ['POST', '/api/employee-roles', { name: 'Новая' }],
      ['DELETE', `/api/employees/${both.employeeId}`],
    ];
    for (const [method, path, body] of writes) {
      const reply = await client.send(method, path, body);
      expect([path, reply.status, reply.body.code]).toEqual([path, 403, 'company.blocked']);
    }
    expect((await client.probe('PATCH', company)).status).toBe(403);
    const elsewhere = { ...invite, legalEntityId: other };
    expect((await both.client.post('/api/employees', elsewhere)).status).toBe(201);
    expect((await administrator.patch(company, { site: 'dom.test', version: 1 })).status).toBe(200);
    expect((await testApp.anonymous().post('/api/auth/signin', { login: head.email, password })).status).toBe(200);
  });
});
