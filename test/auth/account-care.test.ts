import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from '../security/helpers/limits.ts';

let testApp: Booted;
let administrator: Signed;
let care: Client;
beforeAll(async () => {
  testApp = await boot({ redisUrl: undefined });
  administrator = await testApp.operator('administrator');
  care = administrator.client;
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

const cardOf = async (id: number) => (await care.get(`/api/accounts/${id}`)).body;
const signIn = (login: string, secret: string) =>
  testApp.anonymous().post('/api/auth/signin', { login, password: secret });

test('accounts of every kind are listed, found by contacts or name, filtered and counted', async () => {
  const company = await testApp.company();
  const person = await testApp.individual({ lastName: 'Перепёлкин', phone: '+79160001122' });
  const employee = await testApp.employee({ legalEntityId: company, role: 'head' });
  const find = async (query: string) => (await care.get(`/api/accounts?${query}`)).body.items;
  for (const q of ['перепёлк', '0001122', person.email]) {
    expect(await find(`q=${encodeURIComponent(q)}`)).toMatchObject([
      {
        id: person.accountId,
        kind: 'individual',
        personId: person.individualId,
        name: 'Перепёлкин Иван Иванович',
        sessions: 1,
        restoreLinks: 0,
        phoneConfirmed: true,
        secondFactor: false,
      },
    ]);
  }
  expect(await find(`filter[legalEntityId]=${company}`)).toMatchObject([
    { id: employee.accountId, kind: 'employee', personId: employee.employeeId },
  ]);
  expect(await find('filter[signedIn]=false')).toEqual([]);
  expect(await find('filter[secondFactor]=true')).toEqual([]);
  const [first] = await find('sort[lastLoginAt]=-1&filter[kind]=operator');
  expect(first.id).toBe(administrator.accountId);
  expect((await care.get(`/api/accounts/counts?filter[kind]=employee`)).body.counts).toEqual({
    active: 1,
    blocked: 0,
    all: 1,
  });
});

test('an account closed by wrong attempts is seen as such and opened again', async () => {
  const { accountId, email } = await testApp.individual();
  for (let attempt = 0; attempt < 10; attempt++) await signIn(email, 'wrong');
  expect((await signIn(email, password)).status).toBe(429);
  const { failedSignIns, lockedUntil } = await cardOf(accountId);
  expect(failedSignIns).toBeGreaterThanOrEqual(10);
  expect(new Date(lockedUntil).getTime()).toBeGreaterThan(Date.now());
  expect((await care.post(`/api/accounts/${accountId}/unlock`)).status).toBe(204);
  expect(await cardOf(accountId)).toMatchObject({ failedSignIns: 0, lockedUntil: null });
  expect((await signIn(email, password)).status).toBe(200);
});

test('sessions are shown and ended, all but the operator’s present one', async () => {
  const { accountId, email, client } = await testApp.individual();
  await signIn(email, password);
  const path = `/api/accounts/${accountId}/sessions`;
  expect((await care.get(path)).body.items).toHaveLength(2);
  expect((await care.post(`${path}/end`)).status).toBe(204);
  expect((await client.get('/api/auth/me')).status).toBe(401);
  expect((await cardOf(accountId)).sessions).toBe(0);
  await care.post(`/api/accounts/${administrator.accountId}/sessions/end`);
  expect((await care.get('/api/auth/me')).status).toBe(200);
});

test('the owner is sent a link for a new password, unless he is blocked', async () => {
  const { accountId, email } = await testApp.individual();
  expect((await care.post(`/api/accounts/${accountId}/restore-password`)).status).toBe(204);
  expect((await letterTo(testApp, email)).subject).toBe('Новый пароль');
  expect((await cardOf(accountId)).restoreLinks).toBe(1);
  await testApp.app.database.pool.query(`update accounts set status = 'blocked' where id = $1`, [accountId]);
  expect((await care.post(`/api/accounts/${accountId}/restore-password`)).body.code).toBe('account.blocked');
});

test('a lost second factor is switched off for its owner: he is told, everybody at his account is out', async () => {
  const { accountId, email, client } = await testApp.individual();
  const path = `/api/accounts/${accountId}/second-factor/off`;
  const reason = 'Потерял телефон, личность проверена';
  expect((await care.post(path, { reason })).body.code).toBe('second_factor.off');
  await testApp.app.database.pool.query(`update accounts set totp_sealed = 'sealed' where id = $1`, [accountId]);
  expect((await care.post(path, { reason: 'нет' })).status).toBe(400);
  expect((await care.post(path, { reason })).status).toBe(204);
  expect((await letterTo(testApp, email)).text).toContain('выключен');
  expect((await client.get('/api/auth/me')).status).toBe(401);
  expect(await cardOf(accountId)).toMatchObject({ secondFactor: false });
  const own = await care.post(`/api/accounts/${administrator.accountId}/second-factor/off`, { reason });
  expect(own.body.code).toBe('account.own');
  const { rows } = await testApp.app.database.pool.query(
    `select reason from audit_log where object_type = 'accounts' and object_id = $1 and action = 'reveal'`,
    [accountId],
  );
  expect(rows).toEqual([{ reason }]);
});
