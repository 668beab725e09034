import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientConfig, Client as Postgres } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts';
import { PORT, USER } from '#server/platform/database/embedded/cluster.ts';
import { Client } from '#test/helpers/client.ts';
import { emptyDatabase } from '#test/helpers/database.ts';
import { type Child, spawnServer, startServer } from '#test/helpers/processes/child.ts';
import { killFamily, processesOf } from '#test/helpers/processes/processes.ts';
import { makeFolder } from '#test/helpers/run/leftovers.ts';
import { folderForDatabases } from '#test/helpers/run/place.ts';

/** A usual run interrupts twice, one start after the other; STARTS=20 is for those who want to know. */
const interruptions = Number(process.env['STARTS'] ?? 2);
const embedded = (): ClientConfig => ({
  host: join(dataDir, 'postgres'),
  port: PORT,
  user: USER,
  database: 'postgres',
});
const key = 'a secret key of two demonstrations, 32 and more';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeFolder(await folderForDatabases(), 'servers');
});
afterEach(() => {
  for (const line of processesOf(dataDir)) killFamily(Number(line.split(' ')[0]));
  rmSync(dataDir, { recursive: true, force: true });
});

/** How much there is of what a demonstration is made of, each in each of its states. */
const counts = `
  select 'accounts ' || kind as what, count(*)::int from accounts group by 1
  union all select 'registries ' || status, count(*)::int from registries group by 1
  union all select 'entries ' || status, count(*)::int from registry_entries group by 1
  union all select 'simple entries ' || status, count(*)::int from simple_registry_entries group by 1
  union all select 'settlements ' || status, count(*)::int from settlements group by 1
  union all select 'requests ' || status, count(*)::int from requests group by 1
  union all select 'identities', count(*)::int from rnko_identities
  union all select 'tallied', sum(entries)::int from entry_tallies
  union all select 'tariffs', count(*)::int from tariffs
  union all select 'payments', count(*)::int from payments order by 1`;

/** What a demonstration holds, after its people have been let in. */
async function whatIsThere({ url }: Child, database: ClientConfig): Promise<unknown[]> {
  const enter = (path: string, login: string) => new Client(url).post(path, { login, password: demoPassword });
  const entered = [
    await enter('/internal/auth/operator/signin', demoAccounts.operators[0].email),
    await enter('/api/auth/signin', demoAccounts.employees[0].email),
    await enter('/api/auth/signin', demoAccounts.individuals[0].email),
  ];
  expect(entered.map(({ status }) => status)).toEqual([200, 200, 200]);
  const client = new Postgres(database);
  await client.connect();
  try {
    return (await client.query(counts)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the demonstration and stops it in order. @returns what it has shown, and how long its start took */
async function wholeStart(): Promise<{ seen: unknown[]; tookMs: number }> {
  const began = performance.now();
  const child = await startServer({ DATA_DIR: dataDir, DEMO: '1' });
  const tookMs = performance.now() - began;
  const seen = await whatIsThere(child, embedded());
  expect(await child.stop()).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
  return { seen, tookMs };
}

test(`a first start interrupted at ${interruptions} random moments is whole the next time and leaves no process`, {
  timeout: 240_000 + interruptions * 120_000,
}, async () => {
  const calm = await wholeStart();
  for (let time = 0; time < interruptions; time += 2) {
    rmSync(dataDir, { recursive: true });
    // What the one that is asked to stop has left, the one that is killed finds.
    const moments = [await interrupted('SIGTERM', calm.tookMs), await interrupted('SIGKILL', calm.tookMs)].join(', ');
    expect((await wholeStart()).seen, moments).toEqual(calm.seen);
  }
});

/** Ends a start at a random moment. @returns which that was */
async function interrupted(by: 'SIGTERM' | 'SIGKILL', wholeMs: number): Promise<string> {
  const afterMs = wholeMs * Math.random();
  const { child } = spawnServer({ DATA_DIR: dataDir, DEMO: '1' });
  await sleep(afterMs);
  const ended = await child.stop(by);
  const moment = `${by} after ${Math.round(afterMs)} of ${Math.round(wholeMs)} ms`;
  // A process that has not read its first line yet ends by the signal itself.
  if (by === 'SIGTERM') {
    expect([0, 'SIGTERM'], moment).toContain(ended);
    expect(processesOf(dataDir), moment).toEqual([]);
  }
  return moment;
}

test('two demonstrations started together on one empty database both come up, and it is filled once', {
  timeout: 300_000,
}, async () => {
  const database = await emptyDatabase();
  const env = {
    DATA_DIR: dataDir,
    DEMO: '1',
    SECRET_KEY: key,
    DATABASE_URL: database.url.replace('@/', '@localhost/'),
  };
  const both = await Promise.all([startServer(env), startServer(env)]);
  const [one, other] = await Promise.all(both.map((child) => whatIsThere(child, { connectionString: database.url })));
  expect(one).toContainEqual({ what: 'accounts operator', count: demoAccounts.operators.length });
  expect(other).toEqual(one);
  for (const child of both) expect(await child.stop()).toBe(0);
  await database.drop();
});
