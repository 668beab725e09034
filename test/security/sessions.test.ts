import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backgroundHeader } from '#contract/kernel/background-reads.ts';
import { absoluteSeconds, idleSeconds } from '#server/platform/auth/sessions.ts';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { isLockAwaited } from '../helpers/database.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';
import { waysIn } from './helpers/ways-in.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

const newPassword = 'другой-Пароль-9-слов';
const tokenOf = (client: Client): string => client.cookies.get('session') ?? '';

/** A thief's browser: it has the session's token and nothing else. */
function withToken(token: string): Client {
  const client = testApp.anonymous();
  client.cookies.set('session', token);
  return client;
}
const statusOf = async (token: string): Promise<number> => (await withToken(token).get('/api/auth/me')).status;

/** Moves the instants of an account's living sessions, as if time had passed. */
const moveSessions = (accountId: number, change: string) =>
  testApp.app.database.pool.query(`update sessions set ${change} where account_id = $1 and ended_at is null`, [
    accountId,
  ]);
const endsIn = async (accountId: number): Promise<{ idle: number; absolute: number; exp: number }> => {
  const { rows } = await testApp.app.database.pool.query(
    `select extract(epoch from idle_expires_at - now())::float as idle,
       extract(epoch from expires_at - now())::float as absolute,
       floor(extract(epoch from least(expires_at, idle_expires_at)))::float as exp
     from sessions where account_id = $1 and ended_at is null`,
    [accountId],
  );
  return rows[0];
};

describe.each(waysIn)('a session opened by $name', (way) => {
  test('has an unguessable token of its own, kept only as a hash and told only in the cookie', async () => {
    const { path, body } = await way.prepare(testApp);
    const planted = 'A'.repeat(43);
    const browser = withToken(planted);
    const reply = await browser.post(path, body);
    expect(reply.status).toBe(200);
    const token = tokenOf(browser);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(token).not.toBe(planted);
    expect(await statusOf(planted)).toBe(401);
    expect(await statusOf(token)).toBe(200);
    const { rows } = await testApp.app.database.pool.query(
      `select 1 from sessions where token_hash = sha256($1::text::bytea) and account_id = $2`,
      [token, reply.body.id],
    );
    expect(rows).toHaveLength(1);
    const told = [reply.text, (await browser.get('/api/auth/me')).text, (await browser.get('/api/auth/sessions')).text];
    expect(told.filter((text) => text.includes(token))).toEqual([]);
  });

  test('ends the session that this browser had before', async () => {
    const { path, body } = await way.prepare(testApp);
    const { client } = await testApp.individual();
    const before = tokenOf(client);
    expect(await statusOf(before)).toBe(200);
    expect((await client.post(path, body)).status).toBe(200);
    expect(await statusOf(before)).toBe(401);
    expect(await statusOf(tokenOf(client))).toBe(200);
  });
});

describe('a stolen token opens nothing', () => {
  const ends: [string, (owner: Awaited<ReturnType<Booted['individual']>>) => Promise<unknown>][] = [
    ['after sign-out', ({ client }) => client.post('/api/auth/signout')],
    ['after the idle limit', ({ accountId }) => moveSessions(accountId, 'idle_expires_at = now()')],
    ['after the absolute limit', ({ accountId }) => moveSessions(accountId, 'expires_at = now()')],
    [
      'after a new password by letter',
      async ({ email }) => {
        await testApp.anonymous().post('/api/auth/restore-password', { email });
        const { token } = await letterTo(testApp, email);
        await testApp.anonymous().post(`/api/auth/reset-password/${token}`, { password: newPassword });
      },
    ],
    [
      'after the account was blocked',
      ({ accountId }) =>
        testApp.app.database.pool.query(`update accounts set status = 'blocked' where id = $1`, [accountId]),
    ],
    [
      'after the owner ended all sessions but another',
      async ({ email }) => {
        const other = testApp.anonymous();
        await other.post('/api/auth/signin', { login: email, password });
        await other.post('/api/auth/sessions/end-others');
      },
    ],
  ];

  test.each(ends)('%s', async (_when, end) => {
    const owner = await testApp.individual();
    const token = tokenOf(owner.client);
    expect(await statusOf(token)).toBe(200);
    await end(owner);
    expect(await statusOf(token)).toBe(401);
  });

  test('after the operator was dismissed', async () => {
    const administrator = await testApp.operator('administrator');
    const leaver = await testApp.operator('manager');
    expect((await administrator.client.delete(`/internal/operators/${leaver.operatorId}`)).status).toBe(204);
    expect(await statusOf(tokenOf(leaver.client))).toBe(401);
  });
});

describe('the end of a session', () => {
  test('is an hour after its last use and at most 12 hours after sign-in, and `exp` tells it', async () => {
    const { accountId, client } = await testApp.individual();
    const { idle, absolute, exp } = await endsIn(accountId);
    expect(idleSeconds).toBe(60 * 60);
    expect(absoluteSeconds).toBe(12 * 60 * 60);
    expect(idle).toBeGreaterThan(idleSeconds - 30);
    expect(idle).toBeLessThanOrEqual(idleSeconds);
    expect(absolute).toBeGreaterThan(absoluteSeconds - 30);
    expect(absolute).toBeLessThanOrEqual(absoluteSeconds);
    expect((await client.get('/api/auth/me')).body.exp).toBe(exp);
  });

  test('moves with use', async () => {
    const { accountId, client } = await testApp.individual();
    await moveSessions(accountId, `seen_at = now() - interval '50 min', idle_expires_at = now() + interval '10 min'`);
    const { body } = await client.get('/api/auth/me');
    const { idle, exp } = await endsIn(accountId);
    expect(idle).toBeGreaterThan(idleSeconds - 30);
    expect(body.exp).toBe(exp);
  });

  test('is not moved by what a page asks by itself, be it a read or a probe; a write is always use', async () => {
    const { accountId, client } = await testApp.individual();
    const unused = `seen_at = now() - interval '50 min', idle_expires_at = now() + interval '10 min'`;
    await moveSessions(accountId, unused);
    const itself = { [backgroundHeader]: '1' };
    const { status, body } = await client.get('/api/auth/me', itself);
    const probed = await client.send('OPTIONS', '/api/auth/password', undefined, {
      ...itself,
      'access-control-request-method': 'POST',
    });
    const { idle, exp } = await endsIn(accountId);
    expect([status, probed.status]).toEqual([200, 204]);
    expect(idle).toBeLessThanOrEqual(10 * 60);
    expect(body.exp).toBe(exp);
    expect((await client.post('/api/auth/sessions/end-others', {}, itself)).status).toBe(204);
    expect((await endsIn(accountId)).idle).toBeGreaterThan(idleSeconds - 30);
  });

  test('is not moved by use past the absolute limit', async () => {
    const { accountId, client } = await testApp.individual();
    await moveSessions(accountId, `seen_at = now() - interval '50 min', expires_at = now() + interval '5 min'`);
    const { body } = await client.get('/api/auth/me');
    const { absolute, exp } = await endsIn(accountId);
    expect(absolute).toBeLessThanOrEqual(5 * 60);
    expect(body.exp).toBe(exp);
  });
});

describe('the owner of several sessions', () => {
  const twice = async () => {
    const person = await testApp.individual();
    const other = testApp.anonymous();
    await other.post('/api/auth/signin', { login: person.email, password }, { 'user-agent': 'Second browser' });
    return { ...person, other };
  };

  test('sees them all, which one is his, and ends one', async () => {
    const { client, other } = await twice();
    const { body } = await client.get('/api/auth/sessions');
    expect(body.items).toHaveLength(2);
    expect(body.items.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
    const second = body.items.find((one: { userAgent: string }) => one.userAgent === 'Second browser');
    expect(second).toMatchObject({ current: false, ip: '127.0.0.1' });
    expect((await client.delete(`/api/auth/sessions/${second.id}`)).status).toBe(204);
    expect(await statusOf(tokenOf(other))).toBe(401);
    expect(await statusOf(tokenOf(client))).toBe(200);
    expect((await client.delete(`/api/auth/sessions/${second.id}`)).status).toBe(404);
  });

  test('cannot end a stranger’s', async () => {
    const { client } = await testApp.individual();
    const stranger = await testApp.individual();
    const { body } = await stranger.client.get('/api/auth/sessions');
    expect((await client.delete(`/api/auth/sessions/${body.items[0].id}`)).status).toBe(404);
    expect(await statusOf(tokenOf(stranger.client))).toBe(200);
  });

  test('ends the others with a new password, stays in himself, and is told by a letter', async () => {
    const { client, other, email } = await twice();
    const wrong = await client.post('/api/auth/password', { current: 'not this one', password: newPassword });
    expect(wrong.status).toBe(401);
    expect(await statusOf(tokenOf(other))).toBe(200);
    const changed = await client.post('/api/auth/password', { current: password, password: newPassword });
    expect(changed.status).toBe(204);
    expect(await statusOf(tokenOf(other))).toBe(401);
    expect(await statusOf(tokenOf(client))).toBe(200);
    expect((await letterTo(testApp, email)).subject).toBe('Пароль изменён');
  });
});

describe('cookies', () => {
  let secure: Booted;
  beforeAll(async () => {
    secure = await boot({ publicUrl: 'https://ugovor.example' });
  });
  afterAll(() => secure.stop());

  /** Attributes of a Set-Cookie line in lower case, without its lifetime. */
  const attributesOf = (line: string): string[] =>
    line
      .split('; ')
      .slice(1)
      .map((one) => one.toLowerCase())
      .filter((one) => !one.startsWith('max-age=') && !one.startsWith('expires='))
      .sort();
  const namesOf = (lines: string[]): string[] => lines.map((line) => line.split('=')[0]!).sort();

  test.each([
    { scheme: 'http', names: ['device', 'session'], attributes: ['httponly', 'path=/', 'samesite=lax'] },
    {
      scheme: 'https',
      names: ['__Host-device', '__Host-session'],
      attributes: ['httponly', 'path=/', 'samesite=lax', 'secure'],
    },
  ])('over $scheme have the strictest attributes, set and ended alike', async ({ scheme, names, attributes }) => {
    const here = scheme === 'https' ? secure : testApp;
    const { email } = await here.individual();
    const browser = here.anonymous();
    const opened = (await browser.post('/api/auth/signin', { login: email, password })).headers.getSetCookie();
    expect(namesOf(opened)).toEqual(names);
    for (const line of opened) expect(attributesOf(line)).toEqual(attributes);
    const closed = (await browser.post('/api/auth/signout')).headers.getSetCookie();
    expect(namesOf(closed)).toEqual([names[1]]);
    expect(closed[0]).toMatch(/=;.*max-age=0/i);
    expect(attributesOf(closed[0]!)).toEqual(attributes);
  });

  test('without the prefix are not believed over https, because a neighbouring site may have set them', async () => {
    const { client } = await secure.individual();
    const token = client.cookies.get('__Host-session')!;
    const neighbour = new Client(secure.url);
    neighbour.cookies.set('session', token);
    expect((await neighbour.get('/api/auth/me')).status).toBe(401);
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('a sign-in under way', () => {
  /** Signs in while an uncommitted change of the account waits for it to come, then ends its sessions and commits. */
  async function whileChanging(change: string): Promise<{ status: number; open: number }> {
    const { accountId, email } = await testApp.individual();
    const holder = await testApp.owner.connect();
    try {
      await holder.query('begin');
      await holder.query(`update accounts set ${change} where id = $1`, [accountId]);
      let isAnswered = false;
      const sent = testApp
        .anonymous()
        .post('/api/auth/signin', { login: email, password })
        .finally(() => {
          isAnswered = true;
        });
      await expect.poll(async () => isAnswered || (await isLockAwaited(testApp.owner))).toBe(true);
      await holder.query(
        `update sessions set ended_at = now(), end_reason = 'password_changed' where account_id = $1`,
        [accountId],
      );
      await holder.query('commit');
      const { status } = await sent;
      const open = 'select 1 from sessions where account_id = $1 and ended_at is null';
      return { status, open: (await testApp.owner.query(open, [accountId])).rows.length };
    } finally {
      holder.release();
    }
  }

  test.each([
    ['a new password', `password_hash = 'another'`],
    ['a second factor', `totp_sealed = 'sealed'`],
    ['a block', `status = 'blocked'`],
  ])('opens nothing after %s', async (_what, change) => {
    expect(await whileChanging(change)).toEqual({ status: 401, open: 0 });
  });
});
