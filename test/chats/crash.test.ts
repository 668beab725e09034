import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { makeIndividual, makeOperator } from '#server/demo/factories.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { insist } from '../helpers/crash/writers.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { patience } from '../helpers/patience.ts';
import { type Child, startServer } from '../helpers/processes/child.ts';
import { freePort } from '../helpers/processes/processes.ts';
import { opened, receive, say, socketOf, type Talker } from './helpers/talk.ts';

/** A usual run kills a node twice; KILLS=30 is for those who want to know. */
const kills = Number(process.env['KILLS'] ?? 2);
const writers = 4;

let database: TestDatabase;
let dataDir: string;
let nodes: Child[] = [];
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** Two nodes over one database, with somebody who asks those who support and an operator who answers. */
async function openSite() {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'ugovor-chats-'));
  const owner = openDatabase({ connectionString: database.url }, 1, () => undefined);
  const hash = passwordHash();
  await inSystemTransaction(owner.db, 'system.test', async (tx) => {
    await makeIndividual(tx, { email: 'asker@chats.test', passwordHash: hash });
    await makeOperator(tx, { email: 'operator@chats.test', passwordHash: hash, role: 'manager' });
  });
  await owner.close();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url.replace('@/', '@localhost/'),
    DATABASE_POOL: '5',
    SECRET_KEY: 'a secret key of two nodes with chats, 32 and more',
    OPERATORS_SECOND_FACTOR: '0',
  };
  const ports = [await freePort(), await freePort()];
  const start = (node: number): Promise<Child> => startServer({ ...env, PORT: String(ports[node]) });
  nodes = await Promise.all([start(0), start(1)]);
  const urls = nodes.map(({ url }) => url);
  const enter = async (path: string, login: string): Promise<Client[]> => {
    const client = new Client(urls[1]!);
    expect((await client.post(path, { login, password })).status).toBe(200);
    // The same session at both nodes.
    return urls.map((url) => {
      const other = new Client(url);
      for (const [name, value] of client.cookies) other.cookies.set(name, value);
      return other;
    });
  };
  const askers = await enter('/api/auth/signin', 'asker@chats.test');
  const operators = await enter('/internal/auth/operator/signin', 'operator@chats.test');
  const chat = (await askers[1]!.post('/api/chats/support')).body.id as number;
  const talkers = async (clients: Client[]): Promise<Talker[]> => {
    const { accountId } = (await clients[1]!.get(`/api/chats/${chat}/info`)).body;
    return clients.map((client) => ({ client, accountId }));
  };
  return { start, chat, askers: await talkers(askers), operators: await talkers(operators) };
}

test(`a node is killed ${kills} times while people write: nothing acknowledged is lost, nothing is there twice`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const { start, chat, askers, operators } = await openSite();
  // A reader at each node: what he knows comes from announcements and from filling the gap by the number.
  const readers = operators.map((reader) => {
    const known: { no: number; text: string }[] = [];
    const lookAfter = async (before: Promise<void>): Promise<void> => {
      await before;
      const got = await receive(reader, chat, { after: known.length, limit: 200 }).catch(() => undefined);
      for (const one of got?.items ?? []) known.push(one);
    };
    let looking = Promise.resolve();
    const look = (): void => {
      looking = lookAfter(looking);
    };
    const socket = socketOf(reader, chat, { reconnection: true, reconnectionDelay: 100, reconnectionDelayMax: 500 });
    socket.on('connect', look).on('changed', look);
    return { known, socket, look };
  });
  await Promise.all(readers.map(({ socket }) => opened(socket)));

  const acknowledged = new Set<string>();
  const over = new AbortController();
  const write = async (writer: number): Promise<void> => {
    for (let at = 0; !over.signal.aborted; at++) {
      const [text, key] = [`${writer}-${at}`, randomUUID()];
      // Until it is acknowledged it is said again under the same key, now to this node and now to the other.
      for (let tries = writer; ; tries++) {
        const reply = await say(askers[tries % 2]!, chat, text, { key }).catch(() => undefined);
        if (reply?.status === 200) break;
        await sleep(30);
      }
      acknowledged.add(text);
      // Slower than the limit of one account.
      await sleep(200);
    }
  };
  const writing = Array.from({ length: writers }, (_, writer) => write(writer));
  for (let kill = 0; kill < kills; kill++) {
    await sleep(1_000 + Math.random() * 500);
    await nodes[0]!.stop('SIGKILL');
    nodes[0] = await start(0);
    await insist(() => askers[0]!.client.get(`/api/chats/${chat}/info`), 200);
  }
  over.abort();
  await Promise.all(writing);

  const stored: { no: number; text: string }[] = [];
  for (;;) {
    const { items } = await receive(askers[1]!, chat, { after: stored.length, limit: 200 });
    if (items.length === 0) break;
    stored.push(...items);
  }
  expect(stored.map(({ no }) => no)).toEqual(stored.map((_, at) => at + 1));
  const texts = stored.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.toSorted()).toEqual([...acknowledged].toSorted());
  expect(acknowledged.size).toBeGreaterThan(20);
  for (const { known, look, socket } of readers) {
    look();
    await vi.waitFor(() => expect(known.map(({ text }) => text)).toEqual(texts), patience);
    socket.disconnect();
  }
});

test('what is said and typed at one node is heard at the other', { timeout: 60_000 }, async () => {
  const { chat, askers, operators } = await openSite();
  const [here, there] = [socketOf(askers[0]!, chat), socketOf(operators[1]!, chat)];
  expect(await Promise.all([opened(here), opened(there)])).toEqual(['open', 'open']);
  // A node that begins to listen tells everybody to look, which names no message.
  const told: (number | undefined)[] = [];
  there.on('changed', ({ no }: { no?: number }) => told.push(no));
  const { body } = await say(askers[0]!, chat, 'Слышно?');
  await vi.waitFor(() => expect(told).toContain(body.no), patience);
  // The two have to know of one another before anything goes between them that is not stored.
  await vi.waitFor(async () => {
    const typing = new Promise((resolve) => there.once('typing', resolve));
    here.emit('typing');
    expect(await Promise.race([typing, sleep(300)])).toEqual({ side: 'individual' });
  }, patience);
  const gone = new Promise((resolve) => there.once('disconnect', resolve));
  // Signing out at one node closes what lives by the session at the other.
  await operators[0]!.client.post('/api/auth/signout');
  await gone;
  here.disconnect();
});
