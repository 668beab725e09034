import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { makeOperator } from '#server/demo/factories.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '#test/helpers/boot.ts';
import { Client } from '#test/helpers/client.ts';
import { freshDatabase, type TestDatabase } from '#test/helpers/database.ts';
import { patience } from '#test/helpers/patience.ts';
import { type Child, startServer } from '#test/helpers/processes/child.ts';
import { freePort } from '#test/helpers/processes/processes.ts';
import { type Balancer, openBalancer } from '../helpers/balancer.ts';

/** A usual run restarts both nodes once; RESTARTS=10 is for those who want to know. */
const rounds = Number(process.env['RESTARTS'] ?? 1);
const everyMs = 50;
const login = 'administrator@rolling.test';

let database: TestDatabase;
let balancer: Balancer;
let dataDir: string;
let nodes: Child[] = [];
afterEach(async () => {
  await balancer?.stop();
  await Promise.all(nodes.map((node) => node.stop()));
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

async function openSite(): Promise<(node: number) => Promise<Child>> {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'ugovor-rolling-'));
  const owner = openDatabase({ connectionString: database.url }, 1, () => undefined);
  const hash = passwordHash();
  await inSystemTransaction(owner.db, 'system.test', (tx) =>
    makeOperator(tx, { email: login, passwordHash: hash, role: 'administrator' }),
  );
  await owner.close();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url.replace('@/', '@localhost/'),
    DATABASE_POOL: '5',
    SECRET_KEY: 'a secret key of two nodes behind a balancer',
    OPERATORS_SECOND_FACTOR: '0',
    // Long enough for a balancer that looks late on a busy machine.
    DRAIN_SECONDS: '8',
  };
  const ports = [await freePort(), await freePort()];
  const start = (node: number): Promise<Child> => startServer({ ...env, PORT: String(ports[node]) });
  nodes = await Promise.all([start(0), start(1)]);
  balancer = await openBalancer(nodes.map(({ url }) => url));
  return start;
}

/** Asks on and on, twenty times a second: one writes for every four who read. */
function keepAsking(client: Client) {
  const failed: string[] = [];
  const asking: Promise<void>[] = [];
  let count = 0;
  const ask = async (): Promise<void> => {
    const number = ++count;
    const writes = number % 5 === 0;
    const role = { name: `Роль ${number}` };
    const answer = await (writes
      ? client.post('/internal/operator-roles', role, { 'Idempotency-Key': `role-${number}` })
      : client.get('/internal/operators?limit=5')
    ).catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (answer.status !== (writes ? 201 : 200)) failed.push(`${number}: ${answer.status} ${answer.text.slice(0, 200)}`);
  };
  const timer = setInterval(() => asking.push(ask()), everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(asking);
    return { failed, count };
  };
}

test(`two nodes behind a balancer are restarted by turns ${rounds} times, and no request fails`, {
  timeout: 120_000 + rounds * 60_000,
}, async () => {
  const start = await openSite();
  const client = new Client(balancer.url);
  expect((await client.post('/internal/auth/operator/signin', { login, password })).status).toBe(200);
  const finish = keepAsking(client);
  await sleep(500);
  for (let round = 0; round < rounds; round++) {
    for (const node of [0, 1]) {
      expect(await nodes[node]!.stop()).toBe(0);
      nodes[node] = await start(node);
      await vi.waitFor(() => expect(balancer.readyCount()).toBe(2), patience);
      await sleep(300);
    }
  }
  const { failed, count } = await finish();
  expect(failed).toEqual([]);
  const { body } = await client.get('/internal/operator-roles?limit=1');
  // No write was done twice: the system's own roles are five.
  expect(body.total).toBe(5 + Math.floor(count / 5));
});
