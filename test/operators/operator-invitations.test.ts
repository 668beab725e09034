import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vouchFromOutside } from '#server/modules/operators/vouchers.commands.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { lettersTo, letterTo } from '../helpers/mail/letters.ts';

let testApp: Booted;
let counter = 0;
let administrator: Signed & { operatorId: number };
beforeAll(async () => {
  testApp = await boot();
  administrator = await testApp.operator('administrator');
});
afterAll(() => testApp.stop());

const invitations = '/internal/operators/invitations';
const tokens = '/api/registration-tokens';
const person = { lastName: 'Зимина', firstName: 'Вера', middleName: 'Олеговна', password: 'Tихая-Pоща-28-берёз' };
const roleOf = async (code: string): Promise<number> =>
  (await administrator.client.get('/internal/operator-roles?limit=100')).body.items.find(
    (role: { code: string }) => role.code === code,
  ).id;
const invite = async (email: string, role = 'verifier') =>
  administrator.client.post(invitations, { email, roleId: await roleOf(role) });
const come = (token: string, body: object = person) =>
  testApp.anonymous().post(`/internal/auth/operator/signin/${token}`, body);
const pendingOf = async (token: string) => (await testApp.anonymous().post(`${tokens}/is-pending`, { token })).body;

describe('an operator', () => {
  test('is invited by a letter, comes by its link with his role at once, and signs in by himself later', async () => {
    const email = 'verifier-new@test.example';
    expect((await invite(email)).status).toBe(201);
    const { token, subject } = await letterTo(testApp, email);
    expect(subject).toBe('Вас пригласили в команду «Уговора»');
    expect(await pendingOf(token)).toEqual({
      pending: true,
      invitation: { kind: 'operator', email, company: '', role: 'Верификатор', hasPosition: false },
    });
    const sent = (await administrator.client.get(`${tokens}?q=${email}`)).body;
    expect(sent.items).toMatchObject([{ email, kind: 'operator', role: 'Верификатор', status: 'pending' }]);
    const client = testApp.anonymous();
    const entered = await client.post(`/internal/auth/operator/signin/${token}`, person);
    expect(entered.body).toMatchObject({ kind: 'operator', email, fullName: 'Зимина Вера Олеговна' });
    expect((await client.get('/api/individuals')).status).toBe(200);
    expect((await client.get('/internal/operators')).status).toBe(403);
    const { items } = (await administrator.client.get('/internal/operators?q=зимина')).body;
    expect(items).toMatchObject([{ email, role: 'Верификатор', active: true }]);
    expect((await come(token)).body.code).toBe('token.dead');
    const again = { login: email, password: person.password };
    expect((await testApp.anonymous().post('/internal/auth/operator/signin', again)).status).toBe(200);
  });

  test('has a password that cannot be guessed, and no letter serves anybody but an operator', async () => {
    await invite('weak@test.example');
    const { token } = await letterTo(testApp, 'weak@test.example');
    expect((await come(token, { ...person, password: 'qwerty123456' })).body.fields).toHaveProperty('password');
    for (const kind of ['individual', 'employee']) {
      expect((await testApp.anonymous().post(`/api/auth/${kind}/signin/${token}`)).body.code).toBe('token.dead');
    }
    expect((await come(token)).status).toBe(200);
  });

  test('is not invited twice, nor by an address of somebody else, nor by anybody but an administrator', async () => {
    expect((await invite(administrator.email)).body.code).toBe('operator.exists');
    const { email } = await testApp.individual();
    expect(Object.keys((await invite(email)).body.fields)).toEqual(['email']);
    const { client } = await testApp.operator('manager');
    const form = { email: 'nobody@test.example', roleId: await roleOf('manager') };
    expect((await client.post(invitations, form)).status).toBe(403);
    const employee = (await administrator.client.get('/api/employee-roles')).body.items[0].id;
    const wrong = await administrator.client.post(invitations, { ...form, roleId: employee });
    expect(wrong.body.fields).toEqual({ roleId: 'Такой роли нет' });
  });
});

describe('an invitation of an operator', () => {
  test('is listed, sent again with another link, and taken back', async () => {
    const email = 'later@test.example';
    const { id } = (await invite(email)).body;
    const first = (await letterTo(testApp, email)).token;
    const listed = (await administrator.client.get(`${tokens}?filter[kind]=operator&q=later@`)).body.items;
    expect(listed).toMatchObject([{ id, kind: 'operator', email, status: 'pending', company: null }]);
    const again = await administrator.client.post(`${tokens}/${id}/resend`);
    expect(again.status).toBe(201);
    expect(await lettersTo(testApp, email)).toHaveLength(2);
    const { token } = await letterTo(testApp, email);
    expect([(await pendingOf(first)).pending, (await pendingOf(token)).pending]).toEqual([false, true]);
    expect((await administrator.client.delete(`${tokens}/${again.body.id}`)).status).toBe(204);
    expect((await come(token)).body.code).toBe('token.dead');
  });

  test('is not sent again to whom meanwhile became an operator otherwise', async () => {
    const other = await testApp.operator('observer');
    const { id } = (await invite('elsewhere@test.example')).body;
    await testApp.app.database.pool.query('update registration_tokens set email = $2 where id = $1', [id, other.email]);
    expect((await administrator.client.post(`${tokens}/${id}/resend`)).body.code).toBe('operator.exists');
  });
});

test('the last administrator is neither removed nor given another role, also beside one who was invited', async () => {
  const path = `/internal/operators/${administrator.operatorId}`;
  expect((await administrator.client.delete(path)).body.code).toBe('role.last_administrator');
  await invite('second-administrator@test.example', 'administrator');
  // An invitation is nobody yet.
  expect((await administrator.client.delete(path)).body.code).toBe('role.last_administrator');
});

describe('an invited operator and his inviter are one person until somebody vouches', () => {
  const comeInvited = async (inviter: Client, lastName: string): Promise<{ client: Client; id: number }> => {
    const email = `${++counter}-puppet@test.example`;
    const roleId = await roleOf('administrator');
    expect((await inviter.post(invitations, { email, roleId })).status).toBe(201);
    const client = testApp.anonymous();
    const { token } = await letterTo(testApp, email);
    const entered = await client.post(`/internal/auth/operator/signin/${token}`, { ...person, lastName });
    return { client, id: entered.body.operatorId };
  };
  const propose = async (maker: Client): Promise<number> => {
    const { individualId } = await testApp.individual();
    const path = `/api/individuals/${individualId}`;
    const { version } = (await maker.get(path)).body;
    const made = await maker.post(`${path}/verification_status`, { move: 'block', version, reason: 'Жалоба' });
    expect(made.status).toBe(200);
    return made.body.pendingApprovals[0].id;
  };
  const decide = (client: Client, id: number) => client.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
  const vouch = (client: Client, id: number, version = 1) =>
    client.post(`/internal/operators/${id}/vouch`, { version });

  test('directly, through others, and beside one another', async () => {
    const first = await comeInvited(administrator.client, 'Первая');
    const second = await comeInvited(administrator.client, 'Вторая');
    const everybody = [administrator.client, first.client, second.client];
    for (const maker of everybody) {
      const id = await propose(maker);
      for (const decider of everybody) expect((await decide(decider, id)).body.code).toBe('approval.own');
      expect((await decide((await testApp.operator('administrator')).client, id)).status).toBe(200);
    }
    expect((await vouch(administrator.client, first.id)).body.code).toBe('approval.own');
    for (const { client } of [first, second])
      expect((await vouch(client, first.id)).body.code).toBe('access.voucher_needed');
    const other = (await testApp.operator('administrator')).client;
    expect((await vouch(other, first.id, 7)).body.code).toBe('version.stale');
    expect((await vouch(other, first.id)).body).toMatchObject({ needsVoucher: false, version: 2 });
    expect((await vouch(other, first.id, 2)).body.code).toBe('move.illegal');
    expect((await decide(first.client, await propose(administrator.client))).status).toBe(200);
    // Whoever came by the first, who is a person of her own now, is tied to her alone.
    const third = await comeInvited(first.client, 'Третья');
    expect((await decide(third.client, await propose(administrator.client))).status).toBe(200);
    expect((await decide(third.client, await propose(first.client))).body.code).toBe('approval.own');
    expect((await decide(second.client, await propose(administrator.client))).body.code).toBe('approval.own');
  });

  test('or whoever runs the machine does, where there is one administrator', async () => {
    const first = await comeInvited(administrator.client, 'Единственная');
    const email = (await administrator.client.get(`/internal/operators/${first.id}`)).body.email;
    const proposed = await propose(administrator.client);
    expect((await decide(first.client, proposed)).body.code).toBe('approval.own');
    const say = (login: string) =>
      inSystemTransaction(testApp.app.database.db, 'system.test', (tx) => vouchFromOutside(tx, login));
    await say(email);
    expect((await decide(first.client, proposed)).status).toBe(200);
    await expect(say(email)).rejects.toThrow('Поручительство не нужно');
    await expect(say('nobody@test.example')).rejects.toThrow('нет');
  });

  test('also when another sends the invitation again: it stays his who sent it first', async () => {
    const email = `${++counter}-resent@test.example`;
    const other = await testApp.operator('administrator');
    const { id } = (await invite(email, 'administrator')).body;
    expect((await other.client.post(`${tokens}/${id}/resend`)).status).toBe(201);
    const newcomer = testApp.anonymous();
    const { token } = await letterTo(testApp, email);
    const path = `/internal/auth/operator/signin/${token}`;
    expect((await newcomer.post(path, { ...person, lastName: 'Посланная' })).status).toBe(200);
    const proposed = await propose(administrator.client);
    expect((await decide(newcomer, proposed)).body.code).toBe('approval.own');
    expect((await decide(other.client, proposed)).status).toBe(200);
  });

  test('and when the first may invite no more, his invitation is not sent again', async () => {
    const email = `${++counter}-resent@test.example`;
    const first = await testApp.operator('administrator');
    const { id } = (await first.client.post(invitations, { email, roleId: await roleOf('verifier') })).body;
    await testApp.owner.query(`update accounts set status = 'blocked' where id = $1`, [first.accountId]);
    expect((await administrator.client.post(`${tokens}/${id}/resend`)).body.code).toBe('token.dead');
    expect((await invite(email)).status).toBe(201);
  });

  test('and those who may vouch are told that he waits, until it is decided or he is dismissed', async () => {
    const other = (await testApp.operator('administrator')).client;
    const { client, id } = await comeInvited(administrator.client, 'Новая');
    const asked = async (reader: Client): Promise<string[]> =>
      (await reader.get('/api/notifications?limit=100')).body.items
        .filter(({ link }: { link: string | null }) => link === `/dashboard/old/operators?preview=${id}`)
        .map(({ title, about }: { title: string; about: string }) => `${title}: ${about}`);
    const question = ['Оператор ждёт поручительства: Новая Вера Олеговна'];
    expect(await asked(other)).toEqual(question);
    expect([await asked(administrator.client), await asked(client)]).toEqual([[], []]);
    const turn = async (by: Client, active: boolean) => {
      const path = `/internal/operators/${id}`;
      const { version } = (await by.get(path)).body;
      return (await by.patch(path, { version, active })).status;
    };
    expect(await turn(other, false)).toBe(200);
    expect(await asked(other)).toEqual([]);
    // Who waits is brought back by his inviter alone.
    expect(await turn(other, true)).toBe(409);
    expect(await turn(administrator.client, true)).toBe(200);
    expect(await asked(other)).toEqual(question);
    const { version } = (await other.get(`/internal/operators/${id}`)).body;
    expect((await vouch(other, id, version)).status).toBe(200);
    expect(await asked(other)).toEqual([]);
    // Whoever brings him back now is asked nothing either: another has to vouch anew.
    expect([await turn(other, false), await turn(other, true)]).toEqual([200, 200]);
    expect(await asked(other)).toEqual([]);
    expect(await asked(administrator.client)).toEqual(question);
  });
});
