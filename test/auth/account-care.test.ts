import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { codeTo, letterTo } from '../helpers/mail/letters.ts';
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
  expect((await care.get(path)).body).toMatchObject({ items: { length: 2 }, more: false });
  await testApp.app.database.pool.query(
    `insert into sessions (account_id, token_hash, idle_expires_at, expires_at)
      select $1, sha256(n::text::bytea), now() + interval '1 hour', now() + interval '1 hour' from generate_series(1, 99) n`,
    [accountId],
  );
  for (const [who, at] of [
    [care, path],
    [client, '/api/auth/sessions'],
  ] as const)
    expect((await who.get(at)).body).toMatchObject({ items: { length: 100 }, more: true });
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

test('a link that was ended before its time says so, and when', async () => {
  const { accountId } = await testApp.individual();
  for (let n = 0; n < 2; n++) await care.post(`/api/accounts/${accountId}/restore-password`);
  const { items } = (await care.get('/api/restore-password-tokens?limit=100')).body;
  const own = items.filter((one: { accountId: number }) => one.accountId === accountId);
  expect(own.map(({ status }: { status: string }) => status)).toEqual(['pending', 'revoked']);
  const [{ createdAt, expiresAt }] = own.slice(-1);
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(createdAt));
  expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.parse(own[0].createdAt));
  const revoked = (await care.get('/api/restore-password-tokens?filter[status]=revoked&limit=100')).body.items;
  expect(revoked.map(({ id }: { id: number }) => id)).toContain(own[1].id);
});

describe('what was begun before', () => {
  const ended = async (accountId: number, end: () => Promise<unknown>) => {
    const early = await testApp.app.database.pool.connect();
    try {
      await early.query('begin');
      await early.query('select now()');
      await end();
      const { rows } = await early.query(
        `select (select count(*) from one_time_codes where account_id = $1)::int as codes,
          (select count(*) from one_time_codes where account_id = $1 and used_at is null and expires_at > now())::int
          + (select count(*) from restore_password_tokens where account_id = $1 and used_at is null and revoked_at is null and expires_at > now())::int as open`,
        [accountId],
      );
      return rows[0];
    } finally {
      await early.query('rollback');
      early.release();
    }
  };

  test('is over also for whoever has begun to use it before it ended', async () => {
    const { accountId, client } = await testApp.individual();
    expect((await client.post('/api/auth/email', { email: 'later@test.example', password })).status).toBe(202);
    expect((await care.post(`/api/accounts/${accountId}/restore-password`)).status).toBe(204);
    const end = () => care.post(`/api/accounts/${accountId}/sessions/end`);
    expect(await ended(accountId, end)).toEqual({ codes: 2, open: 0 });
  });

  test('waits for the account, and is nothing once its session has ended', async () => {
    const { accountId, email, client } = await testApp.individual();
    const next = `next-${email}`;
    expect((await client.post('/api/auth/email', { email: next, password })).status).toBe(202);
    const codes = { code: await codeTo(testApp, next), formerCode: await codeTo(testApp, email) };
    const other = await testApp.app.database.pool.connect();
    await other.query('begin');
    await other.query('select id from accounts where id = $1 for no key update', [accountId]);
    const changing = client.put('/api/auth/email', codes);
    await expect
      .poll(
        async () =>
          (
            await testApp.owner.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).rowCount,
      )
      .toBe(1);
    // Its codes are free still: whoever holds the account goes on.
    await other.query('select id from one_time_codes where account_id = $1 for update nowait', [accountId]);
    await other.query(`update sessions set ended_at = now(), end_reason = 'ended_by_operator' where account_id = $1`, [
      accountId,
    ]);
    await other.query('commit');
    other.release();
    expect((await changing).status).toBe(401);
    expect(await cardOf(accountId)).toMatchObject({ email });
  });
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
  expect(own.body.message).toContain('в профиле');
  const invited = await testApp.operator('manager');
  await testApp.app.database.pool.query(
    `update operators set invited_by = $1, vouched_by = null where account_id = $2`,
    [administrator.accountId, invited.accountId],
  );
  const tied = await care.post(`/api/accounts/${invited.accountId}/second-factor/off`, { reason });
  expect(tied.body).toMatchObject({
    code: 'account.own',
    message: expect.stringMatching(/^Это сделает другой администратор/),
  });
  const { rows } = await testApp.app.database.pool.query(
    `select reason from audit_log where object_type = 'accounts' and object_id = $1 and action = 'reveal'`,
    [accountId],
  );
  expect(rows).toEqual([{ reason }]);
});
