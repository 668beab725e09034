import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLog } from '#server/platform/log/log.ts';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { smallPaper } from '../helpers/files/multipart.ts';
import { lines, sendRaw } from '../hostile/helpers/raw.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot({ trustProxy: 1 });
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

const sql = async (text: string, values: unknown[] = []) => (await testApp.owner.query(text, values)).rows;
const roleOf = async (code: string, kind = 'operator'): Promise<number> =>
  (await sql('select id from roles where kind = $1 and code = $2 and system', [kind, code]))[0].id;

describe('a link to a file', () => {
  const form = (): FormData => {
    const parts = new FormData();
    parts.append('file', new Blob([smallPaper]), 'бумага.pdf');
    return parts;
  };

  async function paper() {
    const person = await testApp.individual();
    const path = `/api/individuals/${person.individualId}/file/passport`;
    expect((await person.client.send('PUT', path, form())).status).toBeLessThan(300);
    return { ...person, path };
  }

  test('opens nothing when the right by which it was given is gone, and opens again when it is back', async () => {
    const { path } = await paper();
    const { client, operatorId } = await testApp.operator('verifier');
    const { href } = (await client.get(`${path}/link`)).body;
    const status = async () => (await client.get(href)).status;
    expect(await status()).toBe(200);
    const become = async (code: string) =>
      sql('update operators set role_id = $2 where id = $1', [operatorId, await roleOf(code)]);
    await become('observer');
    expect((await client.get(path)).status).toBe(403);
    expect(await status()).toBe(409);
    await become('verifier');
    expect(await status()).toBe(200);
  });

  test('of a company opens nothing to somebody who does not work there any more', async () => {
    const [company, other] = [await testApp.company(), await testApp.company()];
    const { client, employeeId, membershipId } = await testApp.employee({ legalEntityId: company, role: 'head' });
    const path = `/api/legal-entities/${company}/file/charter`;
    const sent = await client.send('PUT', path, form());
    expect(sent.status).toBeLessThan(300);
    const { href } = (await client.get(`${path}/link`)).body;
    expect((await client.get(href)).status).toBe(200);
    await sql('insert into memberships (employee_id, legal_entity_id, role_id) values ($1, $2, $3)', [
      employeeId,
      other,
      await roleOf('head', 'employee'),
    ]);
    await sql('update memberships set active = false where id = $1', [membershipId]);
    expect((await client.get(href)).body.code).toBe('token.dead');
  });
});

describe('a password hash that cannot be read', () => {
  test.each([
    'none',
    '',
    '$argon2id$v=19$m=19456,t=2,p=1$$',
    '$argon2id$v=19$m=9999999,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$short',
  ])('«%s» lets nobody in and is no failure', async (hash) => {
    const { email, accountId } = await testApp.individual();
    await sql('update accounts set password_hash = $2 where id = $1', [accountId, hash]);
    for (const typed of [password, 'none']) {
      const { status, body } = await testApp.anonymous().post('/api/auth/signin', { login: email, password: typed });
      expect([status, body.code]).toEqual([401, 'auth.wrong']);
    }
  });
});

describe('somebody of two companies', () => {
  async function ofTwo() {
    const [first, second] = [await testApp.company(), await testApp.company()];
    const person = await testApp.employee({ legalEntityId: first, role: 'head' });
    const head = await roleOf('head', 'employee');
    await sql('insert into memberships (employee_id, legal_entity_id, role_id) values ($1, $2, $3)', [
      person.employeeId,
      second,
      head,
    ]);
    return { ...person, first, second };
  }

  test('shares a view with the people of the company that he has chosen, and must choose', async () => {
    const { client, first, second } = await ofTwo();
    const view = { screen: 'requests', name: 'Петрова', query: 'q=Петрова', table: {} };
    expect((await client.post('/api/saved-views/shared', view)).body.fields).toHaveProperty('legalEntityId');
    const foreign = await testApp.company();
    expect((await client.post('/api/saved-views/shared', { ...view, legalEntityId: foreign })).status).toBe(400);
    expect((await client.post('/api/saved-views/shared', { ...view, legalEntityId: second })).status).toBe(201);
    const seenIn = async (legalEntityId: number) => {
      const colleague = await testApp.employee({ legalEntityId, role: 'observer' });
      return (await colleague.client.get('/api/saved-views?screen=requests')).body.items.length;
    };
    expect([await seenIn(first), await seenIn(second)]).toEqual([0, 1]);
    expect((await client.post('/api/saved-views/shared', { ...view, legalEntityId: first })).status).toBe(201);
    expect([await seenIn(first), await seenIn(second)]).toEqual([1, 0]);
  });

  test('shares nothing with the people of a company that is blocked', async () => {
    const { client, first, second } = await ofTwo();
    const share = (legalEntityId: number) =>
      client.post('/api/saved-views/shared', {
        screen: 'requests',
        name: 'Долги июня',
        query: '',
        table: {},
        legalEntityId,
      });
    await sql(`update legal_entities set verification_status = 'blocked' where id = $1`, [first]);
    expect((await share(first)).body.code).toBe('company.blocked');
    expect((await share(second)).status).toBe(201);
  });

  test('finds his own views before those of many colleagues', async () => {
    const legalEntityId = await testApp.company();
    const [own, colleague] = [
      await testApp.employee({ legalEntityId, role: 'head' }),
      await testApp.employee({ legalEntityId, role: 'head' }),
    ];
    await sql(
      `insert into saved_views (account_id, screen, name, query, view, shared, legal_entity_id)
        select $1, 'requests', 'А' || n, '', '{}', true, $2 from generate_series(1, 120) n`,
      [colleague.accountId, legalEntityId],
    );
    await own.client.post('/api/saved-views', { screen: 'requests', name: 'Я', query: '', table: {} });
    const { items } = (await own.client.get('/api/saved-views?screen=requests')).body;
    expect(items[0]).toMatchObject({ name: 'Я', own: true });
  });

  test('shares only where his role lets him, and who may only look shares nothing', async () => {
    const { client, employeeId, first, second } = await ofTwo();
    const view = { screen: 'requests', name: 'Долги мая', query: '', table: {} };
    await sql('update memberships set role_id = $3 where employee_id = $1 and legal_entity_id = $2', [
      employeeId,
      second,
      await roleOf('observer', 'employee'),
    ]);
    const shared = '/api/saved-views/shared';
    expect((await client.post(shared, { ...view, legalEntityId: second })).status).toBe(400);
    expect((await client.post(shared, view)).body).toMatchObject({ shared: true, own: true });
    const others = [
      await testApp.employee({ legalEntityId: first, role: 'observer' }),
      await testApp.operator('observer'),
      await testApp.individual(),
    ];
    for (const other of others) {
      expect((await other.client.post(shared, view)).status).toBe(403);
      expect((await other.client.post('/api/saved-views', view)).body).toMatchObject({ shared: false });
    }
  });

  test('who is dismissed from one hides there how to reach him and when he was here last', async () => {
    const { employeeId, membershipId, accountId, email, first, second } = await ofTwo();
    await sql(`update accounts set phone = '+79001234567' where id = $1`, [accountId]);
    const former = (await testApp.employee({ legalEntityId: first, role: 'head' })).client;
    const present = (await testApp.employee({ legalEntityId: second, role: 'head' })).client;
    const operator = (await testApp.operator('administrator')).client;
    const place = `/api/legal-entities/${first}/employees`;
    const seenBy = async (client: typeof former) => {
      const card = (await client.get(`/api/employees/${employeeId}`)).body;
      const list = (await client.get('/api/employees?limit=100')).body.items;
      return [card, list.find(({ id }: { id: number }) => id === employeeId)].map((row) => [
        row.email,
        row.phone,
        row.lastLoginAt,
      ]);
    };
    const contacts = [email, '+79001234567', expect.any(String)];
    expect(await seenBy(former)).toEqual([contacts, contacts]);
    expect((await former.delete(`${place}/${membershipId}`)).status).toBe(204);
    expect(await seenBy(former)).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(await seenBy(present)).toEqual([contacts, contacts]);
    expect(await seenBy(operator)).toEqual([contacts, contacts]);
    expect((await former.get(`${place}/${membershipId}`)).body).toMatchObject({ email: null, lastLoginAt: null });
    const listed = (await former.get(place)).body.items.find(({ id }: { id: number }) => id === membershipId);
    expect(listed).toMatchObject({ email: null, lastLoginAt: null, active: false });
    for (const path of [place, '/api/employees']) {
      const found = async (client: typeof former, q: string) =>
        (await client.get(`${path}?q=${encodeURIComponent(q)}`)).body.items.length;
      expect([path, await found(former, email), await found(former, '9001234567')]).toEqual([path, 0, 0]);
      expect([path, await found(operator, email)]).toEqual([path, 1]);
    }
  });
});

describe('with PUBLIC_URL', () => {
  /** Whether a write with these headers is taken for one of a foreign site. */
  async function foreign(headers: Record<string, string>): Promise<boolean> {
    const all = { host: new URL(testApp.url).host, connection: 'close', 'content-length': '0', ...headers };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const { text } = await sendRaw(testApp.url, lines('POST /api/auth/signout HTTP/1.1', ...head), 5_000);
    return text.includes('access.foreign_origin');
  }
  const withOrigins = async (origins: string[] | undefined, work: () => Promise<void>) => {
    testApp.app.config.origins = origins;
    await work().finally(() => {
      testApp.app.config.origins = undefined;
    });
  };

  test('only its origins are ours, by scheme and host, whatever Host says', () =>
    withOrigins(['https://ugovor.test', 'https://www.ugovor.test'], async () => {
      for (const origin of ['https://ugovor.test', 'https://www.ugovor.test'])
        expect(await foreign({ origin })).toBe(false);
      for (const origin of ['http://ugovor.test', 'https://evil.test', 'http://evil.test', testApp.url, 'null']) {
        expect([origin, await foreign({ origin, host: origin.replace(/^https?:../, '') })]).toEqual([origin, true]);
      }
      expect(await foreign({ origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' })).toBe(true);
      expect(await foreign({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(false);
      expect(await foreign({})).toBe(false);
    }));

  test('without it an address that was asked for is ours, a name that anybody could point here is not', () =>
    withOrigins(undefined, async () => {
      const { host, port } = new URL(testApp.url);
      expect(await foreign({ origin: `http://${host}` })).toBe(false);
      expect(await foreign({ origin: `http://localhost:${port}`, host: `localhost:${port}` })).toBe(false);
      expect(await foreign({ origin: `http://localhost:${port}` })).toBe(true);
      const evil = { origin: `http://evil.test:${port}`, host: `evil.test:${port}` };
      expect(await foreign(evil)).toBe(true);
      expect(await foreign({ ...evil, 'sec-fetch-site': 'same-origin' })).toBe(true);
    }));
});

test('an address is written down in one spelling, and junk of a proxy gives nobody a counter of his own', async () => {
  const ipOf = async (forwarded: string) => {
    const { email, accountId } = await testApp.individual();
    const headers = { 'x-forwarded-for': forwarded };
    expect((await testApp.anonymous().post('/api/auth/signin', { login: email, password }, headers)).status).toBe(200);
    const [row] = await sql('select ip from sessions where account_id = $1 order by id desc limit 1', [accountId]);
    return row.ip;
  };
  for (const one of ['7.7.7.7', '7.7.7.7:1234', '::ffff:0707:0707', '[::ffff:7.7.7.7]:99']) {
    expect([one, await ipOf(one)]).toEqual([one, '7.7.7.7']);
  }
  expect(await ipOf('junk')).toBe('127.0.0.1');
});

test('logs are closed to other users of the machine, those of an earlier version too', async () => {
  const folder = join(testApp.dataDir, 'logs');
  const modes = () =>
    [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => statSync(path).mode & 0o777);
  expect(new Set(modes())).toEqual(new Set([0o700, 0o600]));
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'app.log'), 0o644);
  const { close } = openLog(testApp.dataDir, 'info');
  await close();
  expect(new Set(modes())).toEqual(new Set([0o700, 0o600]));
});

test('every page of a demonstration that is open to the network says so, and no other', async () => {
  const pages = ['/', '/signin', '/mailbox', '/dashboard', '/no-such-page', '/api/docs'];
  const marked = async () => {
    const texts = await Promise.all(pages.map(async (path) => (await testApp.anonymous().get(path)).text));
    return texts.filter((text) => text.includes('демонстрация, открытая сети')).length;
  };
  expect(await marked()).toBe(0);
  testApp.app.config.demoOpen = true;
  try {
    expect(await marked()).toBe(pages.length);
  } finally {
    testApp.app.config.demoOpen = false;
  }
});
