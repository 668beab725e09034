import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { employeeForm } from '../helpers/forms.ts';
import { letterTo } from '../helpers/mail/letters.ts';

let testApp: Booted;
let chief: Signed & { operatorId: number };
let company: number;
let head: Signed & { membershipId: number };
beforeAll(async () => {
  testApp = await boot();
  chief = await testApp.operator('administrator');
  company = await testApp.company();
  head = await testApp.employee({ legalEntityId: company, role: 'head' });
});
beforeEach(() => testApp.app.database.pool.query('delete from rate_limits'));
afterAll(() => testApp.stop());

const person = { lastName: 'Зимина', firstName: 'Вера', middleName: 'Олеговна', password: 'Tихая-Pоща-28-берёз' };
let counter = 0;
const freshEmail = (): string => `guest-${++counter}@test.example`;
const roleOf = async (kind: 'operator' | 'employee', code: string): Promise<number> => {
  const path = kind === 'operator' ? '/internal/operator-roles' : '/api/employee-roles';
  const { items } = (await chief.client.get(`${path}?limit=100`)).body;
  return items.find((role: { code: string; legalEntityId?: number | null }) => role.code === code).id;
};
const isPending = async (token: string): Promise<boolean> =>
  (await testApp.anonymous().post('/api/registration-tokens/is-pending', { token })).body.pending;
const statusOf = async (id: number): Promise<string> =>
  (await chief.client.get('/api/registration-tokens?limit=100')).body.items.find((one: { id: number }) => one.id === id)
    .status;

async function inviteOperator(client: Client, role: string): Promise<{ id: number; token: string }> {
  const email = freshEmail();
  const made = await client.post('/internal/operators/invitations', { email, roleId: await roleOf('operator', role) });
  expect(made.status).toBe(201);
  return { id: made.body.id, token: (await letterTo(testApp, email)).token };
}
const comeAsOperator = (token: string) => testApp.anonymous().post(`/internal/auth/operator/signin/${token}`, person);

async function inviteColleague(client: Client, role: string): Promise<{ id: number; token: string }> {
  const email = freshEmail();
  const path = `/api/legal-entities/${company}/employees/invite`;
  const made = await client.post(path, { email, roleId: await roleOf('employee', role) });
  expect(made.status).toBe(201);
  return { id: made.body.id, token: (await letterTo(testApp, email)).token };
}
async function comeAsColleague(token: string) {
  const { company: _company, email: _email, ...form } = await employeeForm(testApp, 'anybody@test.example');
  const told = await testApp.anonymous().post('/api/auth/employee/signup', { ...form, invitation: token });
  const entered = await testApp.anonymous().post(`/api/auth/employee/signin/${token}`);
  return { told, entered };
}

describe('an invitation of an operator', () => {
  const ends: [string, (id: number) => Promise<unknown>][] = [
    ['is dismissed', (id) => chief.client.delete(`/internal/operators/${id}`)],
    [
      'is made an observer',
      async (id) =>
        chief.client.patch(`/internal/operators/${id}`, { version: 1, roleId: await roleOf('operator', 'observer') }),
    ],
  ];
  test.each(ends)('dies with the right of whoever sent it: when he %s', async (_how, end) => {
    const leaving = await testApp.operator('administrator');
    const own = await inviteOperator(leaving.client, 'administrator');
    const other = await inviteOperator(chief.client, 'manager');
    await end(leaving.operatorId);
    expect([await statusOf(own.id), await statusOf(other.id)]).toEqual(['revoked', 'pending']);
    expect(await isPending(own.token)).toBe(false);
    expect((await comeAsOperator(own.token)).body.code).toBe('token.dead');
    expect((await comeAsOperator(other.token)).status).toBe(200);
  });

  test('is asked about once more when it is used: the account of whoever sent it may be closed', async () => {
    const leaving = await testApp.operator('administrator');
    const { token } = await inviteOperator(leaving.client, 'manager');
    const close = (status: string) =>
      testApp.owner.query('update accounts set status = $2 where id = $1', [leaving.accountId, status]);
    await close('blocked');
    expect((await comeAsOperator(token)).body.code).toBe('token.dead');
    await close('active');
    expect((await comeAsOperator(token)).status).toBe(200);
  });
});

describe('an invitation to a company', () => {
  const ends: [string, { active?: false; role?: string }][] = [
    ['is dismissed', { active: false }],
    ['is made an observer', { role: 'observer' }],
  ];
  test.each(ends)('dies with the right of whoever sent it: when he %s', async (_how, { role, ...rest }) => {
    const leaving = await testApp.employee({ legalEntityId: company, role: 'head' });
    const own = await inviteColleague(leaving.client, 'head');
    const patch = { version: 1, ...rest, ...(role !== undefined && { roleId: await roleOf('employee', role) }) };
    const path = `/api/legal-entities/${company}/employees/${leaving.membershipId}`;
    expect((await head.client.patch(path, patch)).status).toBe(200);
    expect(await statusOf(own.id)).toBe('revoked');
    const { told, entered } = await comeAsColleague(own.token);
    expect([told.body.code, entered.body.code]).toEqual(['token.dead', 'token.dead']);
  });

  test('of somebody who works there goes on working, and so does one of an operator', async () => {
    for (const { client } of [head, chief]) {
      const { token } = await inviteColleague(client, 'manager');
      expect((await comeAsColleague(token)).entered.status).toBe(200);
    }
  });

  test('sleeps while its company is blocked', async () => {
    const { token } = await inviteColleague(head.client, 'observer');
    const set = (status: string) =>
      testApp.owner.query('update legal_entities set verification_status = $2 where id = $1', [company, status]);
    const { rows } = await testApp.owner.query('select verification_status from legal_entities where id = $1', [
      company,
    ]);
    await set('blocked');
    const whileBlocked = await isPending(token);
    await set(rows[0].verification_status);
    expect(whileBlocked).toBe(false);
    expect(await isPending(token)).toBe(true);
  });

  test('is asked about once more when it is used: the role may have lost what it gave', async () => {
    const leaving = await testApp.employee({ legalEntityId: company, role: 'head' });
    const { token } = await inviteColleague(leaving.client, 'head');
    await testApp.owner.query(`update memberships set active = false where id = $1`, [leaving.membershipId]);
    expect((await comeAsColleague(token)).entered.body.code).toBe('token.dead');
  });
});
