import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { lines, open } from './raw.ts';

const patience = { headersMs: 1_000, requestMs: 2_000, intervalMs: 200, idleMs: 60_000 };
/** Of each of the four ways: two thousand in all. */
const slowOnes = 500;

let testApp: Booted;
let administrator: Client;
beforeAll(async () => {
  testApp = await boot({}, { patience });
  ({ client: administrator } = await testApp.operator('administrator'));
});
afterAll(() => testApp.stop());

describe('many slow clients', () => {
  const post = (...headers: string[]) => lines('POST /api/auth/signin HTTP/1.1', 'Host: ugovor.test', ...headers);
  const ways: [name: string, start: string, more: string, limitMs: number][] = [
    ['that say nothing', '', '', patience.headersMs],
    ['that send headers byte by byte', 'GET /api/about HTTP/1.1\r\nX-Slow: ', 'x', patience.headersMs],
    [
      'that send a body byte by byte',
      `${post('Content-Type: application/json', 'Content-Length: 1000')}{`,
      ' ',
      patience.requestMs,
    ],
    [
      'that send chunks byte by byte',
      post('Content-Type: application/json', 'Transfer-Encoding: chunked'),
      '1\r\n \r\n',
      patience.requestMs,
    ],
  ];

  test.each(ways)('%s are cut off, and others notice nothing', async (_name, start, more, limitMs) => {
    const before = await median();
    const sockets = await Promise.all(Array.from({ length: slowOnes }, () => open(testApp.url)));
    const begun = performance.now();
    const closed = sockets.map(async (socket) => {
      await end(socket);
      return performance.now() - begun;
    });
    for (const socket of sockets) socket.write(start);
    const drip = setInterval(() => {
      for (const socket of sockets) if (more && socket.writable) socket.write(more);
    }, 100);
    const meanwhile = await median();
    const lives = await Promise.all(closed);
    clearInterval(drip);
    expect(Math.max(...lives)).toBeLessThan(limitMs + patience.intervalMs + 3_000);
    expect(Math.min(...lives)).toBeGreaterThan(limitMs / 2);
    expect(meanwhile).toBeLessThan(before * 2 + 50);
  });

  /** The middle of some honest answers' times, each of them right. */
  async function median(): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < 15; round++) {
      const begun = performance.now();
      expect((await administrator.get('/api/individuals')).status).toBe(200);
      times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b)[7]!;
  }

  async function end(socket: Socket): Promise<void> {
    socket.resume();
    await once(socket, 'close');
  }
});

/** What the server holds of its connections, from now on. */
function heldBy({ server }: Booted): Set<Socket> {
  const held = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    held.add(socket);
    socket.once('close', () => held.delete(socket));
  });
  return held;
}
/** A connection of somebody who hears that the other side has ended and goes on. */
async function openHalf({ url }: Booted): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('clients that never close their side', () => {
  test.each([
    ['half a header that drips', 'GET /api/about HTTP/1.1\r\nX-Slow: ', 'x'],
    ['nothing at all', '', ''],
    ['what is not HTTP', 'нечто\r\n\r\n', ''],
    ['a header that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 'x'],
    ['a body that drips', `${lines('POST /api/auth/signin HTTP/1.1', 'Host: x', 'Content-Length: 999')}{`, ' '],
    ['a question that ends', lines('GET /api/about HTTP/1.1', 'Host: x', 'Connection: close'), ''],
  ])('are let go by the server: %s', async (_name, start, more) => {
    const held = heldBy(testApp);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openHalf(testApp)));
    await expect.poll(() => held.size).toBe(20);
    for (const socket of sockets) {
      socket.resume();
      socket.write(start);
    }
    const drip = setInterval(() => {
      for (const socket of sockets) if (more && socket.writable) socket.write(more);
    }, 100);
    await expect.poll(() => held.size, { timeout: patience.requestMs + patience.intervalMs + 8_000 }).toBe(0);
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  });

  test('are let go also when they ask for much and read none of it', async () => {
    const impatient = await boot({}, { patience: { ...patience, idleMs: 1_000 } });
    const held = heldBy(impatient);
    const socket = await openHalf(impatient);
    socket.pause();
    socket.write(lines('GET /api/openapi.json HTTP/1.1', 'Host: x').repeat(100));
    await expect.poll(() => held.size).toBe(1);
    await expect.poll(() => held.size, { timeout: 20_000 }).toBe(0);
    socket.destroy();
    await impatient.stop();
  });
});

describe('expensive questions', () => {
  const lists = operations.filter(({ path, def }) => def.query?.shape['limit'] && !path.includes('{'));

  test.each(lists.map(({ path }) => path))('%s never gives more than a hundred rows', async (path) => {
    expect((await administrator.get(`${path}?limit=100`)).status).toBe(200);
    for (const limit of ['101', '1000000', '9007199254740993', '-1', '0', '1e2']) {
      expect([limit, (await administrator.get(`${path}?limit=${limit}`)).status]).toEqual([limit, 400]);
    }
  });

  test('a very deep page is empty, a deeper one is refused', async () => {
    const deep = await administrator.get('/api/individuals?page=100000&limit=100');
    expect(deep).toMatchObject({ status: 200, body: { items: [] } });
    expect((await administrator.get('/api/individuals?page=100001')).status).toBe(400);
  });

  test('a search for one letter among very many people is quick and bounded', async () => {
    await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
      await tx
        .insertInto('individuals')
        .values(Array.from({ length: 5_000 }, () => ({ lastName: 'Абрамова', firstName: 'Анна' })))
        .execute();
    });
    const begun = performance.now();
    const { status, body } = await administrator.get(`/api/individuals?limit=100&q=${encodeURIComponent('а')}`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(100);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

describe('a database that does not answer in time', () => {
  let blocker: Connection;
  beforeAll(async () => {
    blocker = new Connection(testApp.databaseUrl);
    await blocker.connect();
    await blocker.query('begin; lock table registration_tokens in access exclusive mode');
  });
  afterAll(() => blocker.end());

  test('is "busy" for those who wait for it, however many they are, and nobody sees a failure', async () => {
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => administrator.get('/api/registration-tokens')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['server.busy']));
    expect(performance.now() - begun).toBeGreaterThan(4_000);
  });

  test('serves everything else meanwhile', async () => {
    const waiting = Array.from({ length: 5 }, () => administrator.get('/api/registration-tokens'));
    expect((await administrator.get('/api/legal-entities')).status).toBe(200);
    expect((await testApp.anonymous().get('/api/health/ready')).status).toBe(200);
    await Promise.all(waiting);
  });
});
