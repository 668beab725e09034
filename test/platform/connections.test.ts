import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import { changePerson } from '../helpers/crash/writers.ts';
import { runAlone } from '../helpers/server.ts';

let testApp: Booted;
afterEach(() => testApp.stop());

const cutOne = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'ugovor' order by random() limit 1`;

/** Nobody holds a connection and nobody waits for one. */
const isWhole = ({ app }: Booted): boolean => {
  const { pool } = app.database;
  return pool.idleCount === pool.totalCount && pool.waitingCount === 0;
};

test('connections cut every 100 ms cost no promise and no connection', async () => {
  testApp = await boot({ databasePool: 6 });
  const operator = await testApp.operator('administrator');
  const people = await Promise.all([testApp.individual(), testApp.individual(), testApp.individual()]);
  const writers = people.map(({ individualId }) => changePerson(operator.client, individualId));
  const reads: number[] = [];
  const over = new AbortController();
  const read = async (): Promise<void> => {
    while (!over.signal.aborted) reads.push((await operator.client.get('/api/individuals?limit=5')).status);
  };
  const reading = [read(), read()];
  for (let cut = 0; cut < 30; cut++) {
    await sleep(100);
    await runAlone(testApp.databaseUrl, cutOne);
  }
  over.abort();
  await Promise.all([...reading, ...writers.map((writer) => writer.stop())]);
  expect(writers.flatMap(({ strange }) => strange)).toEqual([]);
  expect(reads.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(reads.filter((status) => status === 200).length).toBeGreaterThan(10);
  for (const [index, { individualId }] of people.entries()) {
    const { body } = await operator.client.get(`/api/individuals/${individualId}`);
    expect(writers[index]!.acknowledged).toBeGreaterThan(0);
    expect(body.version - 1).toBeGreaterThanOrEqual(writers[index]!.acknowledged);
  }
  await expect.poll(() => isWhole(testApp)).toBe(true);
});

test('when all connections are taken a request is refused in time, and served when one is free again', async () => {
  testApp = await boot({ databasePool: 2 });
  const { client } = await testApp.operator('observer');
  const taken = await Promise.all([testApp.app.database.pool.connect(), testApp.app.database.pool.connect()]);
  const began = performance.now();
  const refused = await client.get('/api/individuals');
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({ code: 'server.busy', message: expect.any(String) });
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await client.get('/api/health')).status, 'whose cookie is not looked at').toBe(200);
  expect(performance.now() - began).toBeLessThan(10_000);
  for (const connection of taken) connection.release();
  expect((await client.get('/api/individuals')).status).toBe(200);
  await expect.poll(() => isWhole(testApp)).toBe(true);
});

test('while signed-in people wait too long for a connection the node does not say that it is ready', async () => {
  testApp = await boot({ databasePool: 2 });
  const taken = await Promise.all([testApp.app.database.pool.connect(), testApp.app.database.pool.connect()]);
  const ready = testApp.anonymous().get('/api/health/ready');
  await sleep(3_500);
  for (const connection of taken) connection.release();
  const answer = await ready;
  expect([answer.status, answer.body.code]).toEqual([503, 'server.busy']);
  expect((await testApp.anonymous().get('/api/health/ready')).status).toBe(200);
});
