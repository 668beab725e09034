import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot, password } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { employeeForm } from '../helpers/forms.ts';
import { letterTo } from '../helpers/mail/letters.ts';

/** Refusals that stand at the side of every story, so that no other test meets them. */
let testApp: Booted;
let administrator: Client;
let company: number;
let head: Client;
beforeAll(async () => {
  testApp = await boot();
  administrator = (await testApp.operator('administrator')).client;
  company = await testApp.company();
  head = (await testApp.employee({ legalEntityId: company, role: 'head' })).client;
});
afterAll(() => testApp.stop());

const roleOf = async (client: Client, roles: string, code: string): Promise<{ id: number }> => {
  const { body } = await client.get(`${roles}?limit=100`);
  return body.items.find((role: { code: string }) => role.code === code);
};

describe('signing in', () => {
  const factor = '/api/auth/second-factor';
  const signIn = (login: string, code?: string): Promise<Reply> =>
    testApp.anonymous().post('/api/auth/signin', { login, password, ...(code && { code }) });

  test('asks a person with a second factor for its code, and takes no wrong one', async () => {
    const { client, email } = await testApp.individual();
    const enrolments = await Promise.all([1, 2].map(async () => (await client.post(factor, { password })).body));
    const confirm = ({ secret, enrolment }: { secret: string; enrolment: string }): Promise<Reply> =>
      client.put(factor, { enrolment, code: generateSync({ secret }) });
    expect((await confirm(enrolments[0])).status).toBe(200);
    expect((await confirm(enrolments[1])).body.code).toBe('second_factor.on');
    expect((await signIn(email)).body.code).toBe('session.code_required');
    expect((await signIn(email, '000000')).body.code).toBe('auth.code_wrong');
  });

  test('with an invitation that nobody has sent does not begin', async () => {
    const { company: _, ...form } = await employeeForm(testApp, 'uninvited@test.example');
    const reply = await testApp.anonymous().post('/api/auth/employee/signup', { ...form, invitation: 'N'.repeat(43) });
    expect(reply.body.code).toBe('token.dead');
  });

  test('by an invitation gives somebody with an account his place when he himself accepts it, and nobody else', async () => {
    const other = await testApp.company();
    const { email, client } = await testApp.employee({ legalEntityId: other, role: 'observer' });
    const { id: roleId } = await roleOf(head, '/api/employee-roles', 'observer');
    expect((await head.post(`/api/legal-entities/${company}/employees/invite`, { email, roleId })).status).toBe(201);
    const { token } = await letterTo(testApp, email);
    const stranger = await testApp.employee({ legalEntityId: other, role: 'observer' });
    const accept = (by: Client, body?: object) => by.post(`/api/auth/employee/signin/${token}`, body);
    for (const body of [undefined, { password: 'wrong-wrong-wrong' }, { password }])
      expect((await accept(testApp.anonymous(), body)).body.code).toBe('session.none');
    expect((await accept(stranger.client)).body.code).toBe('session.none');
    // What was refused has changed nothing: the link is alive, and nobody works anywhere else.
    expect((await client.get('/api/auth/me')).body.legalEntities).toHaveLength(1);
    expect((await accept(client)).body.legalEntities).toHaveLength(2);
    expect((await accept(client)).body.code).toBe('token.dead');
    expect((await client.get('/api/auth/me')).body.legalEntities).toHaveLength(2);
    const again = await head.post(`/api/legal-entities/${company}/employees/invite`, { email, roleId });
    expect(again.body.code).toBe('employee.exists');
  });
});

describe('roles of operators', () => {
  test('system ones are not changed, and nobody gives what he does not have', async () => {
    const system = await roleOf(administrator, '/internal/operator-roles', 'manager');
    const renamed = await administrator.patch(`/internal/operator-roles/${system.id}`, { name: 'Иное', version: 1 });
    expect(renamed.body.code).toBe('role.system');

    const { body } = await administrator.get('/internal/operator-permissions');
    const idOf = (code: string): number => body.items.find((one: { code: string }) => one.code === code).id;
    const keeperOf = [
      'operator-roles.list',
      'operator-roles.create',
      'operator-roles.update',
      'operators.get',
      'operators.update',
      'operators.invite',
    ];
    const keeper = await administrator.post('/internal/operator-roles', {
      name: 'Хранитель ролей',
      permissionIds: keeperOf.map(idOf),
    });
    const { client, operatorId } = await testApp.operator('observer');
    const { version } = (await administrator.get(`/internal/operators/${operatorId}`)).body;
    expect(
      (await administrator.patch(`/internal/operators/${operatorId}`, { roleId: keeper.body.id, version })).status,
    ).toBe(200);
    const beyond = [idOf('operators.list')];
    const made = await client.post('/internal/operator-roles', { name: 'Лишнее', permissionIds: beyond });
    expect(made.body.code).toBe('role.beyond_own');
    const grown = await client.patch(`/internal/operator-roles/${keeper.body.id}`, {
      permissionIds: beyond,
      version: 1,
    });
    expect(grown.body.code).toBe('role.beyond_own');
    const { id: above } = await roleOf(client, '/internal/operator-roles', 'administrator');
    const risen = await client.patch(`/internal/operators/${operatorId}`, { roleId: above, version: version + 1 });
    expect(risen.body.code).toBe('role.beyond_own');
    const form = { email: 'above@test.example', roleId: above };
    expect((await client.post('/internal/operators/invitations', form)).body.code).toBe('role.beyond_own');
  });

  test('is none where the administrator appoints: also verifiers, whose review he does not do himself', async () => {
    const { operatorId } = await testApp.operator('observer');
    const path = `/internal/operators/${operatorId}`;
    const { id: roleId } = await roleOf(administrator, '/internal/operator-roles', 'verifier');
    const { version } = (await administrator.get(path)).body;
    const appointed = await administrator.patch(path, { roleId, version });
    expect(appointed.status, appointed.text).toBe(200);
    expect(appointed.body.roleId).toBe(roleId);
  });
});

describe('an invitation to a role above one’s own', () => {
  const invite = async (client: Client, code: string): Promise<Reply> => {
    const { id: roleId } = await roleOf(head, '/api/employee-roles', code);
    const email = `${code}.beyond@test.example`;
    return client.post('/api/employees', { email, legalEntityId: company, roleId });
  };

  test('is neither sent nor sent again', async () => {
    const { body } = await head.get('/api/employee-permissions');
    const idOf = (code: string): number => body.items.find((one: { code: string }) => one.code === code).id;
    const inviter = await head.post('/api/employee-roles', {
      name: 'Приглашающий',
      legalEntityId: company,
      permissionIds: ['employee-cards.create', 'auth.resendRegistrationToken', 'auth.registrationTokens'].map(idOf),
    });
    const { client, membershipId } = await testApp.employee({ legalEntityId: company, role: 'observer' });
    const path = `/api/legal-entities/${company}/employees/${membershipId}`;
    const moved = await head.patch(path, { roleId: inviter.body.id, version: 1 });
    expect(moved.status, moved.text).toBe(200);
    expect((await invite(client, 'head')).body.code).toBe('role.beyond_own');
    const sent = await invite(head, 'manager');
    expect(sent.status, sent.text).toBe(201);
    const tokens = (await head.get('/api/registration-tokens?limit=100')).body.items;
    const { id } = tokens.find(({ email }: { email: string }) => email.startsWith('manager.beyond'));
    expect((await client.post(`/api/registration-tokens/${id}/resend`)).body.code).toBe('role.beyond_own');
  });
});

test('a permission is not changed; its copy is changed by whoever has seen it last, and stays while a role has it', async () => {
  const path = '/api/employee-permissions';
  const { body } = await administrator.get(path);
  const original = `${path}/${body.items[0].id}`;
  expect((await administrator.patch(original, { name: 'Иное право', version: 1 })).body.code).toBe('permission.system');
  expect((await administrator.delete(original)).body.code).toBe('permission.system');
  const made = await administrator.post(path, { copyOf: body.items[0].id, name: 'Своё право' });
  const copy = `${path}/${made.body.id}`;
  expect((await administrator.patch(copy, { name: 'Иное право', version: 9 })).body.code).toBe('version.stale');
  const role = await administrator.post('/api/employee-roles', { name: 'С копией', permissionIds: [made.body.id] });
  expect(role.status, role.text).toBe(201);
  expect((await administrator.delete(copy)).body.code).toBe('permission.in_use');
});

test('a server that cannot look into its database is not ready', async () => {
  await testApp.owner.query('alter table migrations rename to away');
  const reply = await testApp.anonymous().get('/api/health/ready');
  await testApp.owner.query('alter table away rename to migrations');
  expect(reply.body.code).toBe('server.busy');
});

test('a company with the ИНН of a verified one is not approved', async () => {
  await testApp.company({ inn: '7707083893', verificationStatus: 'verified' });
  const twin = await testApp.company({ inn: '7707083893', verificationStatus: 'pending' });
  const { version } = (await administrator.get(`/api/legal-entities/${twin}`)).body;
  const path = `/api/legal-entities/${twin}/verification_status`;
  const reply = await administrator.post(path, { move: 'approve', version });
  expect(reply.body.code).toBe('verification.duplicate');
});
