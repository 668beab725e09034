import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { lines, open } from './helpers/raw.ts';

const patience = { headersMs: 2_000, requestMs: 4_000, intervalMs: 200, idleMs: 60_000 };
/** Of each of the four ways: two thousand in all. */
const slowOnes = 500;

let testApp: Booted;
let administrator: Client;
beforeAll(async () => {
  testApp = await boot({}, { patience });
  ({ client: administrator } = await testApp.operator('administrator'));
});
afterAll(() => testApp.stop());

/** Sends more of it now and then, for as long as anybody listens. @returns what ends it */
function drip(sockets: readonly (readonly [Socket, string])[]): () => void {
  const timer = setInterval(() => {
    for (const [socket, more] of sockets) if (more && socket.writable) socket.write(more);
  }, 100);
  return () => clearInterval(timer);
}

describe('many slow clients', () => {
  const post = (...headers: string[]) => lines('POST /api/auth/signin HTTP/1.1', 'Host: ugovor.test', ...headers);
  const ways: [name: string, start: string, more: string][] = [
    ['nothing', '', ''],
    ['headers byte by byte', 'GET /api/about HTTP/1.1\r\nX-Slow: ', 'x'],
    ['a body byte by byte', `${post('Content-Type: application/json', 'Content-Length: 1000')}{`, ' '],
    ['chunks byte by byte', post('Content-Type: application/json', 'Transfer-Encoding: chunked'), '1\r\n \r\n'],
  ];

  test('are cut off whatever they send, and others are served meanwhile', async () => {
    const openOne = async (way: (typeof ways)[number]) => {
      const begun = performance.now();
      const socket = await open(testApp.url);
      socket.write(way[1]);
      return { way, begun, socket };
    };
    const clients: Awaited<ReturnType<typeof openOne>>[] = [];
    // A few hundred at a time: more than wait to be accepted at once (511) would be dropped by the system, not by the server.
    for (let opened = 0; opened < slowOnes; opened += 50) {
      clients.push(...(await Promise.all(ways.flatMap((way) => Array.from({ length: 50 }, () => openOne(way))))));
    }
    let cut = 0;
    const lives = clients.map(async ({ way: [name], begun, socket }) => {
      socket.resume();
      // Cut off in the middle of a write is an error to it, and no less the end.
      await new Promise((resolve) => socket.once('close', resolve));
      cut++;
      // What a busy server hears late of it may be cut off by the shortest limit, and by none before that.
      return { name, isEarly: performance.now() - begun < patience.headersMs };
    });
    const stop = drip(clients.map(({ way, socket }) => [socket, way[2]]));
    for (let round = 0; round < 3; round++) expect((await administrator.get('/api/individuals')).status).toBe(200);
    expect(cut, 'others are served before the slow ones are gone').toBeLessThan(clients.length);
    expect((await Promise.all(lives)).filter(({ isEarly }) => isEarly)).toEqual([]);
    stop();
  });
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
  const ways: [name: string, start: string, more: string][] = [
    ['half a header that drips', 'GET /api/about HTTP/1.1\r\nX-Slow: ', 'x'],
    ['nothing at all', '', ''],
    ['what is not HTTP', 'нечто\r\n\r\n', ''],
    ['a header that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 'x'],
    ['a body that drips', `${lines('POST /api/auth/signin HTTP/1.1', 'Host: x', 'Content-Length: 999')}{`, ' '],
    ['a question that ends', lines('GET /api/about HTTP/1.1', 'Host: x', 'Connection: close'), ''],
  ];

  test('are let go by the server, whatever they have sent', async () => {
    const held = heldBy(testApp);
    const clients = await Promise.all(
      ways.flatMap((way) => Array.from({ length: 20 }, async () => ({ way, socket: await openHalf(testApp) }))),
    );
    const nameOf = new Map(clients.map(({ way, socket }) => [socket.localPort, way[0]]));
    for (const { way, socket } of clients) {
      socket.resume();
      socket.write(way[1]);
    }
    const stop = drip(clients.map(({ way, socket }) => [socket, way[2]]));
    await expect.poll(() => [...new Set([...held].map(({ remotePort }) => nameOf.get(remotePort)))]).toEqual([]);
    stop();
    for (const { socket } of clients) socket.destroy();
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

  test('a search for one letter among very many people is bounded', async () => {
    await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
      await tx
        .insertInto('individuals')
        .values(Array.from({ length: 5_000 }, () => ({ lastName: 'Абрамова', firstName: 'Анна' })))
        .execute();
    });
    const { status, body } = await administrator.get(`/api/individuals?limit=100&q=${encodeURIComponent('а')}`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(100);
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
