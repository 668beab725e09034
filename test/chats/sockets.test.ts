import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openTalk } from './helpers/scene.ts';
import { closed, opened, receive, say, socketOf } from './helpers/talk.ts';

/** The sockets of chats: who comes in, what he hears, when he has to go (docs/decisions/0173). */
const { scenario, chat, debtor, manager, run } = await openTalk();
const sockets: Socket[] = [];
const come = (...given: Parameters<typeof socketOf>): Socket => {
  const socket = socketOf(...given);
  sockets.push(socket);
  return socket;
};
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

describe('the handshake', () => {
  const refused = async (...given: Parameters<typeof socketOf>) => (await opened(come(...given))) !== 'open';

  test('lets in whoever takes part', async () => {
    expect(await opened(come(debtor, chat))).toBe('open');
    expect(await opened(come(manager, chat))).toBe('open');
  });

  test('refuses strangers, absent and foreign chats, foreign pages and other ways of connecting', async () => {
    expect(await refused({ client: scenario.testApp.anonymous() }, chat)).toBe(true);
    expect(await refused({ client: scenario.other }, chat)).toBe(true);
    for (const absent of [999_999_999, 0, '', '1 or 1', -1])
      expect(await refused(debtor, absent), String(absent)).toBe(true);
    const cookie = [...debtor.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: 'https://evil.example' };
    expect(await refused(debtor, chat, { extraHeaders: headers })).toBe(true);
    expect(await refused(debtor, chat, { transports: ['polling'] })).toBe(true);
    expect(await refused(debtor, chat, { path: '/socket.io' })).toBe(true);
  });

  test('refuses the protocol of before', async () => {
    const { hostname, port } = new URL(debtor.client.url);
    const cookie = [...debtor.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const wire = createConnection(Number(port), hostname);
    wire.write(
      `GET /api/socket.io/?EIO=3&transport=websocket&chat=${chat} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: ${cookie}\r\n\r\n`,
    );
    const answer = await new Promise<string>((resolve) => wire.once('data', (bytes) => resolve(String(bytes))));
    wire.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
  });
});

describe('a socket', () => {
  test('announces what was said, changed and read, after it is stored', async () => {
    const socket = come(manager, chat);
    const heard: [string, object][] = [];
    socket.onAny((event: string, said: object) => heard.push([event, said]));
    await opened(socket);
    const { body } = await say(debtor, chat, 'Слышно?');
    await vi.waitFor(() =>
      expect(heard).toContainEqual(['changed', expect.objectContaining({ no: body.no, change: body.change })]),
    );
    expect((await receive(manager, chat, { after: body.no - 1 })).items).toMatchObject([{ text: 'Слышно?' }]);
    await manager.client.post(`/api/chats/${chat}/account/${manager.accountId}/read`, { no: body.no });
    await vi.waitFor(() => expect(heard).toContainEqual(['read', { side: 'creditor', read: body.no }]));
  });

  test('tells the others that somebody is typing', async () => {
    const [one, other] = [come(debtor, chat), come(manager, chat)];
    await Promise.all([opened(one), opened(other)]);
    const heard = new Promise((resolve) => other.once('typing', resolve));
    one.emit('typing');
    expect(await heard).toEqual({ side: 'individual' });
  });

  test.each<[string, (socket: Socket) => void]>([
    ['an event that there is not', (socket) => void socket.emit('message', 'x')],
    ['typing with something in it', (socket) => void socket.emit('typing', { side: 'operator' })],
    [
      'a flood',
      (socket) => {
        for (let at = 0; at < 50; at++) socket.emit('typing');
      },
    ],
    ['a frame of two megabytes', (socket) => void socket.emit('typing', 'x'.repeat(2_000_000))],
    ['ten attachments', (socket) => void socket.emit('typing', ...Array.from({ length: 10 }, () => Buffer.from('x')))],
  ])('is closed by %s', async (_name, act) => {
    const socket = come(debtor, chat);
    await opened(socket);
    const gone = closed(socket);
    act(socket);
    await gone;
    expect(await opened(come(debtor, chat))).toBe('open');
  });

  test('holds twenty of one account and no more', async () => {
    const many = await Promise.all(Array.from({ length: 22 }, () => opened(come(debtor, chat))));
    expect(many.filter((said) => said === 'open').length).toBe(20);
    expect(await opened(come(debtor, chat))).not.toBe('open');
  });
});

test('one connection comes to one chat once, however often it asks', async () => {
  const socket = come(manager, chat);
  expect(await opened(socket)).toBe('open');
  const gone = closed(socket);
  // The frame of a further coming, past the library.
  (socket.io.engine as unknown as { write(frame: string): void }).write('0');
  expect(await gone).toBeLessThan(10_000);
});

test('what asks for another protocol than a socket is answered as ever', async () => {
  const { hostname, port } = new URL(debtor.client.url);
  const wire = createConnection(Number(port), hostname);
  wire.write(
    `GET /health/live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
  );
  const answer = await new Promise<string>((resolve) => wire.once('data', (bytes) => resolve(String(bytes))));
  wire.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 200/);
});

describe('a right that is gone closes the socket within two seconds', () => {
  const within = async (act: () => Promise<unknown>, who = manager): Promise<void> => {
    const socket = come(who, chat);
    expect(await opened(socket)).toBe('open');
    const gone = closed(socket);
    await act();
    expect(await gone).toBeLessThan(2_000);
    expect(await opened(come(who, chat))).not.toBe('open');
  };

  test('by leaving the company', async () => {
    const { client, accountId } = await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'manager' });
    await within(
      () =>
        run(`update memberships set active = false from employees e where e.id = employee_id and e.account_id = $1`, [
          accountId,
        ]),
      { client, accountId },
    );
  });

  test('by losing the permission', async () => {
    const { client, accountId } = await scenario.testApp.employee({
      legalEntityId: scenario.company,
      role: 'observer',
    });
    await within(
      () =>
        run(`with gone as (delete from role_permissions where permission_id = (select id from permissions where code = 'chats.info')
            and role_id = (select id from roles where code = 'observer' and kind = 'employee') returning role_id)
          update roles set version = version + 1 where id in (select role_id from gone)`),
      { client, accountId },
    );
  });

  test('by signing out', async () => {
    const { client, accountId } = await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'manager' });
    await within(() => client.post('/api/auth/signout'), { client, accountId });
  });

  test('by being blocked', async () => {
    const { client, accountId } = await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'manager' });
    await within(() => run(`update accounts set status = 'blocked' where id = $1`, [accountId]), { client, accountId });
  });

  test('by the end of the session', async () => {
    const { client, accountId } = await scenario.testApp.employee({ legalEntityId: scenario.company, role: 'manager' });
    await within(
      () => run(`update sessions set expires_at = now() + interval '1 second' where account_id = $1`, [accountId]),
      {
        client,
        accountId,
      },
    );
  });

  test('and a lost connection to the database loses nothing that was said meanwhile', async () => {
    const socket = come(manager, chat);
    await opened(socket);
    await sleep(300);
    let looks = 0;
    socket.on('changed', () => looks++);
    await run(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ugovor chats' and datname = current_database()`,
    );
    const { body } = await say(debtor, chat, 'Пока никто не слушал');
    await vi.waitFor(() => expect(looks).toBeGreaterThan(0), { timeout: 5_000 });
    expect((await receive(manager, chat, { after: body.no - 1 })).items).toMatchObject([{ no: body.no }]);
  });
});
