import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { Client, type Reply } from '../helpers/client.ts';
import { isLockAwaited } from '../helpers/database.ts';
import { stateOf } from '../security/helpers/state.ts';

let testApp: Booted;
let legalEntityId: number;
let head: Client;
beforeAll(async () => {
  testApp = await boot();
  legalEntityId = await testApp.company();
  head = (await testApp.employee({ legalEntityId, role: 'head' })).client;
});
afterAll(() => testApp.stop());

let counter = 0;
const freshKey = (): string => `key-${++counter}`;
const withKey = (key: string) => ({ 'idempotency-key': key });
const createRole = (client: Client, name: string, key: string): Promise<Reply> =>
  client.post('/api/employee-roles', { name }, withKey(key));
const rolesNamed = async (name: string): Promise<number> =>
  (await testApp.app.database.pool.query('select 1 from roles where name = $1', [name])).rows.length;

describe('a write repeated with its key', () => {
  test('is done once and answered the same, also to eight repeats at once', async () => {
    const key = freshKey();
    const first = await createRole(head, 'Один раз', key);
    expect(first.status).toBe(201);
    const repeats = await Promise.all(Array.from({ length: 8 }, () => createRole(head, 'Один раз', key)));
    for (const repeat of repeats.filter(({ body }) => body.code !== 'idempotency.running')) {
      expect({ status: repeat.status, body: repeat.body }).toEqual({ status: 201, body: first.body });
    }
    expect((await createRole(head, 'Один раз', key)).body).toEqual(first.body);
    expect(await rolesNamed('Один раз')).toBe(1);
  });

  test('is done once also when nobody waited for the first answer', async () => {
    const key = freshKey();
    const replies = await Promise.all(Array.from({ length: 16 }, () => createRole(head, 'Сразу', key)));
    expect(await rolesNamed('Сразу')).toBe(1);
    expect(replies.map(({ status }) => status).filter((status) => status !== 409)).toContain(201);
    expect(replies.filter(({ status }) => status !== 409 && status !== 201)).toEqual([]);
  });

  test('is answered the same when doing it again would be refused', async () => {
    const person = await testApp.individual();
    const change = { current: password, password: 'другой-Пароль-9-слов' };
    const key = freshKey();
    expect((await person.client.post('/api/auth/password', change, withKey(key))).status).toBe(204);
    expect((await person.client.post('/api/auth/password', change, withKey(key))).status).toBe(204);
    expect((await person.client.post('/api/auth/password', change, withKey(freshKey()))).status).toBe(401);
  });

  test('is refused with another body, and nothing is written', async () => {
    const key = freshKey();
    await createRole(head, 'Первое имя', key);
    const before = await stateOf(testApp);
    const other = await createRole(head, 'Второе имя', key);
    expect(other.status).toBe(422);
    expect(other.body.code).toBe('idempotency.reused');
    expect(await stateOf(testApp)).toEqual(before);
  });

  test('is somebody else’s own write under the same key', async () => {
    const key = freshKey();
    const colleague = (await testApp.employee({ legalEntityId, role: 'head' })).client;
    const first = await createRole(head, 'Общее имя', key);
    const second = await createRole(colleague, 'Общее имя', key);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('is another operation’s own write under the same key', async () => {
    const key = freshKey();
    const role = (await createRole(head, 'Переименуй меня', key)).body;
    const renamed = await head.patch(
      `/api/employee-roles/${role.id}`,
      { version: role.version, name: 'Новое' },
      withKey(key),
    );
    expect(renamed.body).toMatchObject({ id: role.id, name: 'Новое' });
  });

  test('may be tried again after a refusal: only what was done is kept', async () => {
    const key = freshKey();
    const role = (await createRole(head, 'Попробуй ещё', freshKey())).body;
    const rename = (version: number) =>
      head.patch(`/api/employee-roles/${role.id}`, { version, name: 'Со второй попытки' }, withKey(key));
    expect((await rename(role.version + 1)).body.code).toBe('version.stale');
    expect((await rename(role.version)).status).toBe(200);
  });

  test('waits its turn: while the first is at work, the second is told so', async () => {
    const key = freshKey();
    const { version } = (await head.get(`/api/legal-entities/${legalEntityId}`)).body;
    const rename = () =>
      head.patch(`/api/legal-entities/${legalEntityId}`, { version, shortName: 'Долгая правка' }, withKey(key));
    const blocker = await testApp.app.database.pool.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from legal_entities where id = $1 for update', [legalEntityId]);
    const first = rename();
    await expect.poll(() => isLockAwaited(testApp.owner)).toBe(true);
    const second = await rename();
    await blocker.query('rollback');
    blocker.release();
    expect(second.status).toBe(409);
    expect(second.body.code).toBe('idempotency.running');
    const done = await first;
    expect(done.status).toBe(200);
    expect((await rename()).body).toEqual(done.body);
  });

  test('is answered the same after a restart of the server', async () => {
    const key = freshKey();
    const first = await createRole(head, 'Переживёт перезапуск', key);
    const again = await createApp(
      testApp.app.config,
      { connectionString: testApp.databaseUrl },
      { webFolder: testApp.dataDir },
    );
    try {
      const url = await again.server.listen({ port: 0, host: '127.0.0.1' });
      const client = new Client(url);
      for (const [name, value] of head.cookies) client.cookies.set(name, value);
      const repeat = await createRole(client, 'Переживёт перезапуск', key);
      expect({ status: repeat.status, body: repeat.body }).toEqual({ status: 201, body: first.body });
      expect(await rolesNamed('Переживёт перезапуск')).toBe(1);
    } finally {
      await again.close();
    }
  });
});

describe('a key', () => {
  test.each([
    ['empty', ''],
    ['with a space', 'two words'],
    ['endless', 'x'.repeat(201)],
  ])('of a wrong shape is refused: %s', async (_shape, key) => {
    expect((await createRole(head, 'Не появится', key)).status).toBe(400);
    expect(await rolesNamed('Не появится')).toBe(0);
  });

  test('of a stranger fetches nobody’s answer', async () => {
    const key = freshKey();
    const { email } = await testApp.individual();
    const signIn = (login: string, secret: string): Promise<Reply> =>
      testApp.anonymous().post('/api/auth/signin', { login, password: secret }, withKey(key));
    expect((await signIn(email, password)).status).toBe(200);
    expect((await signIn(email, 'not this one')).status).toBe(401);
  });

  test('leaves no print of the request that could be guessed from the database alone', async () => {
    const { client } = await testApp.individual();
    const body = { current: password, password: 'лес-Ветер-7-поле' };
    expect((await client.post('/api/auth/password', body, withKey(freshKey()))).status).toBe(204);
    const guessed = createHash('sha256')
      .update(JSON.stringify({ params: {}, body }))
      .digest();
    const { rows } = await testApp.app.database.pool.query('select request_hash from idempotency_records');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ request_hash }) => guessed.equals(request_hash))).toBe(false);
  });
});
