import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { payments as paymentContract } from '#contract/money/payments.ts';
import { RETENTION } from '#domain/settings/retention.ts';
import { SECURITY_EVENTS, type SecurityEventKind, securityEventKinds } from '#domain/settings/security-event.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import {
  flushSecurityEvents,
  forgetSecurityEvents,
  startFlushingEvents,
} from '#server/modules/security-events/retention.commands.ts';
import { SecurityEvents } from '#server/platform/auth/security-events.ts';
import { signedHeaders } from '#server/platform/auth/signature.ts';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import { readLog } from '../helpers/log.ts';
import { patience } from '../helpers/patience.ts';
import { resetLimits } from './helpers/limits.ts';

const list = '/internal/security-events';
const key = 'k'.repeat(40);
let testApp: Booted;
let administrator: Signed;
beforeAll(async () => {
  testApp = await boot({ payments: { url: 'http://127.0.0.1:9', key } });
  administrator = await testApp.operator('administrator');
});
beforeEach(async () => {
  await flushSecurityEvents(testApp.app);
  await testApp.owner.query('truncate security_events, security_alerts; delete from notifications');
  await resetLimits(testApp);
});
afterAll(() => testApp.stop());

/** The list as an administrator reads it, after what waits in memory is written. */
async function events(query = ''): Promise<Record<string, unknown>[]> {
  await flushSecurityEvents(testApp.app);
  const { status, body } = await administrator.client.get(`${list}${query}`);
  expect(status).toBe(200);
  return body.items;
}
const wrong = (login: string, client = testApp.anonymous()) =>
  client.post('/api/auth/signin', { login, password: 'a wrong guess' });

describe('what is written down', () => {
  test('a failed sign-in: when, from which network, at which operation, with a mark in place of the login', async () => {
    const { email } = await testApp.individual();
    await wrong(email);
    await wrong(` ${email.toUpperCase()}`);
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      kind: 'sign_in_failed',
      operation: 'auth.signIn',
      network: '127.0.0.1',
      times: 2,
      accountId: null,
      login: expect.stringMatching(/^[\w-]{10}$/),
    });
    expect(Date.now() - Date.parse(event!['at'] as string)).toBeLessThan(120_000);
    const { rows } = await testApp.owner.query('select to_jsonb(e)::text as row from security_events e');
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(await events(`?q=${encodeURIComponent(email)}`)).toHaveLength(1);
    expect(await events('?q=nobody%40test.example')).toEqual([]);
  });

  test('a login that is closed after too many tries', async () => {
    const { email } = await testApp.individual();
    for (let n = 0; n < 11; n++) await wrong(email);
    // They are counted by the minute, which may end among them.
    const counts = new Map<string, number>();
    for (const { kind, times } of (await events()) as { kind: string; times: number }[]) {
      counts.set(kind, (counts.get(kind) ?? 0) + times);
    }
    expect([...counts]).toEqual([
      ['sign_in_locked', 1],
      ['sign_in_failed', 10],
    ]);
  });

  test('refused access, with whom it was refused to; a probe of a page is none', async () => {
    const { client, accountId } = await testApp.operator('observer');
    expect((await client.probe('GET', '/api/accounts')).status).toBe(403);
    expect((await client.get('/api/accounts')).status).toBe(403);
    expect(await events()).toMatchObject([
      { kind: 'access_denied', operation: 'account-care.list', accountId, login: null },
    ]);
  });

  test('somebody else’s objects that are asked for by their numbers', async () => {
    const other = await testApp.individual();
    const { client, accountId } = await testApp.individual();
    expect((await client.get(`/api/individuals/${other.individualId}`)).status).toBe(404);
    expect((await testApp.anonymous().get('/api/nothing')).status).toBe(404);
    expect(await events()).toMatchObject([{ kind: 'object_absent', accountId }]);
  });

  test('a foreign site, before anything of its request is read', async () => {
    const { client } = await testApp.individual();
    const foreign = { origin: 'https://evil.example' };
    expect((await client.post('/api/auth/signout', {}, foreign)).status).toBe(403);
    expect(await events()).toMatchObject([{ kind: 'foreign_origin', operation: 'auth.signOut', network: '127.0.0.1' }]);
  });

  test('a message of a partner with a wrong signature', async () => {
    const { path, code } = paymentContract.notice;
    const headers = { ...signedHeaders('wrong'.repeat(8), `POST ${path}`, '{}'), 'content-type': 'application/json' };
    expect((await testApp.anonymous().send('POST', path, '{}', headers)).status).toBe(400);
    expect(await events()).toMatchObject([{ kind: 'signature_wrong', operation: code }]);
  });

  test('a wrong code of the second factor, at the sign-in and by whoever is in', async () => {
    const { email, accountId, client } = await testApp.operator('manager');
    const totpSealed = testApp.app.secrets.seal('accounts.totp', 'JBSWY3DPEHPK3PXP');
    await testApp.owner.query('update accounts set totp_sealed = $1 where id = $2', [totpSealed, accountId]);
    const body = { login: email, password, code: '12345' };
    const refused = await testApp.anonymous().post('/internal/auth/operator/signin', body);
    expect([refused.status, refused.body.code]).toEqual([401, 'auth.code_wrong']);
    expect(await events()).toMatchObject([
      {
        kind: 'second_factor_wrong',
        operation: 'auth.operatorSignIn',
        accountId: null,
        login: expect.stringMatching(/^[\w-]{10}$/),
      },
    ]);
    expect((await client.post('/api/auth/second-factor/off', { password, code: '12345' })).status).toBe(401);
    expect(await events(`?filter[accountId]=${accountId}`)).toMatchObject([{ kind: 'second_factor_wrong', times: 1 }]);
  });

  test('wrong passwords, codes and links of those who are signed in and who are not', async () => {
    const { client, accountId } = await testApp.individual();
    const body = { current: 'not mine at all', password: 'другой-Пароль-9-слов' };
    expect((await client.post('/api/auth/password', body)).status).toBe(401);
    expect((await client.put('/api/auth/email', { code: '000000', formerCode: '000000' })).status).toBe(409);
    const link = `/api/auth/reset-password/${'A'.repeat(43)}`;
    await testApp.anonymous().post(link, { password: 'другой-Пароль-9-слов' });
    const found = await events();
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'password_wrong', accountId }),
        expect.objectContaining({ kind: 'code_wrong', accountId }),
        expect.objectContaining({ kind: 'link_wrong', accountId: null }),
      ]),
    );
    expect(found).toHaveLength(3);
  });
});

describe('the list', () => {
  test('is filtered by kind, network, account and day, and counted by kind', async () => {
    const { client, accountId } = await testApp.operator('observer');
    await client.get('/api/accounts');
    await wrong('nobody@test.example');
    const today = moscowDay(new Date());
    expect(await events('?filter[kind][]=access_denied')).toHaveLength(1);
    expect(await events(`?filter[accountId]=${accountId}`)).toHaveLength(1);
    expect(await events('?filter[network]=127.0.0.1')).toHaveLength(2);
    expect(await events('?filter[network]=10.0.0.1')).toEqual([]);
    expect(await events(`?filter[from]=${today}`)).toHaveLength(2);
    expect(await events(`?filter[from]=${addDays(today, 1)}`)).toEqual([]);
    const { body } = await administrator.client.get(`${list}/counts`);
    expect(body.counts).toMatchObject({ all: 2, sign_in_failed: 1, access_denied: 1, signature_wrong: 0 });
  });

  test('is open to administrators alone', async () => {
    for (const role of ['manager', 'verifier', 'accountant', 'observer'] as const) {
      expect((await (await testApp.operator(role)).client.get(list)).status).toBe(403);
    }
    expect((await testApp.anonymous().get(list)).status).toBe(401);
  });
});

describe('a flood of events', () => {
  const flood = (collector: SecurityEvents, times: number): void => {
    for (let n = 0; n < times; n++) {
      collector.note({
        kind: 'access_denied',
        operation: 'x.y',
        network: `10.0.${n >> 8}.${n & 255}`,
        accountId: null,
        login: null,
      });
    }
  };

  test('of one kind from one place is one row a minute', async () => {
    for (let n = 0; n < 50; n++) {
      await testApp.anonymous().post('/api/auth/signout', {}, { origin: 'https://evil.example' });
    }
    const found = await events();
    expect(found.reduce((sum, { times }) => sum + (times as number), 0)).toBe(50);
    expect(found.length).toBeLessThanOrEqual(2);
  });

  test('from everywhere makes so many rows a minute and no more; the rest is counted together', async () => {
    const collector = new SecurityEvents(testApp.app.database.pool, testApp.app.secrets, { mostRows: 20 });
    flood(collector, 1_000);
    await collector.flush();
    flood(collector, 1_000);
    await collector.flush();
    const { rows } = await testApp.owner.query(
      'select count(*)::int as rows, sum(times)::int as times, max(times) as most from security_events',
    );
    expect(rows[0].times).toBe(2_000);
    expect(rows[0].rows).toBeLessThanOrEqual(2 * (20 + securityEventKinds.length));
    const { rows: apart } = await testApp.owner.query('select times from security_events where network is null');
    expect(Math.max(...apart.map(({ times }) => times))).toBeGreaterThan(900);
  });

  test('that the database does not take is kept and written later', async () => {
    const broken = { query: () => Promise.reject(new Error('away')) };
    const pool = testApp.app.database.pool;
    let now: Pick<typeof pool, 'query'> = broken as never;
    const collector = new SecurityEvents(
      { query: (...args: never[]) => (now.query as never as (...all: never[]) => Promise<unknown>)(...args) } as never,
      testApp.app.secrets,
    );
    flood(collector, 3);
    await expect(collector.flush()).rejects.toThrow('away');
    now = pool;
    await collector.flush();
    const { rows } = await testApp.owner.query('select sum(times)::int as times from security_events');
    expect(rows[0].times).toBe(3);
  });
});

describe('the threshold', () => {
  /** Notes so many of a kind, from one network or each from another. */
  const happen = async (
    kind: SecurityEventKind,
    times: number,
    networkOf: (n: number) => string = () => '10.1.1.7',
  ): Promise<void> => {
    for (let n = 0; n < times; n++) {
      testApp.app.securityEvents.note({
        kind,
        operation: 'payments.event',
        network: networkOf(n),
        accountId: null,
        login: null,
      });
    }
    await flushSecurityEvents(testApp.app);
  };
  const everywhere = (n: number): string => `10.2.${n >> 8}.${n & 255}`;
  const alerts = (kind: SecurityEventKind) =>
    readLog(testApp.dataDir)
      .split('\n')
      .filter((line) => line.includes('security alert') && line.includes(`"${kind}"`))
      .map((line) => JSON.parse(line));
  const news = async () => (await administrator.client.get('/api/notifications')).body.items;

  test.each(securityEventKinds)(
    'of «%s» tells administrators and the log, once in a quarter of an hour',
    async (kind) => {
      const { fromOne, label } = SECURITY_EVENTS[kind];
      const observer = await testApp.operator('observer');
      const before = alerts(kind).length;
      await happen(kind, fromOne - 1);
      expect(await news()).toEqual([]);
      await happen(kind, 1);
      await happen(kind, fromOne);
      expect(await news()).toMatchObject([
        { title: expect.stringContaining(label.toLowerCase()), link: `/security-events?filter[kind][]=${kind}` },
      ]);
      expect((await observer.client.get('/api/notifications')).body.items).toEqual([]);
      await vi.waitFor(() => expect(alerts(kind).slice(before)).toMatchObject([{ kind, fromOne }]), patience);
    },
  );

  // After the others: so many sources of one minute are kept apart, and more of them are counted together.
  test.each(securityEventKinds)('of «%s» is reached from everywhere where nobody alone reaches it', async (kind) => {
    const { inAll } = SECURITY_EVENTS[kind];
    await happen(kind, inAll - 1, everywhere);
    expect(await news()).toEqual([]);
    await happen(kind, 1, (n) => everywhere(inAll + n));
    expect(await news()).toMatchObject([{ detail: expect.stringContaining(`: ${inAll}`) }]);
  });
});

test('events are kept for their term and no longer', async () => {
  await wrong('nobody@test.example');
  await flushSecurityEvents(testApp.app);
  const count = async () => (await testApp.owner.query('select count(*)::int as n from security_events')).rows[0].n;
  const after = (days: number) => forgetSecurityEvents(testApp.app, addDays(moscowDay(new Date()), days));
  await after(RETENTION.securityEventDays.defaultValue - 1);
  expect(await count()).toBe(1);
  await after(RETENTION.securityEventDays.defaultValue + 2);
  expect(await count()).toBe(0);
});

test('what is noted before a stop is written by it', async () => {
  await wrong('nobody@test.example');
  await startFlushingEvents(testApp.app).stop();
  const { rows } = await testApp.owner.query('select count(*)::int as n from security_events');
  expect(rows[0].n).toBe(1);
});
