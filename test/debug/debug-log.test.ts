import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { readLog } from '../helpers/log.ts';

let testApp: Booted;
let administrator: Awaited<ReturnType<Booted['operator']>>;
beforeAll(async () => {
  testApp = await boot();
  administrator = await testApp.operator('administrator');
});
afterAll(() => testApp.stop());

const file = () => join(testApp.app.config.dataDir, 'logs', 'app.log');
const write = (level: number, msg: string, more: object = {}): void =>
  appendFileSync(file(), `${JSON.stringify({ level, time: new Date().toISOString(), ...more, msg })}\n`);
const messagesOf = async (client: Client, path: string): Promise<string[]> =>
  (await client.get(path)).body.items.map(({ message }: { message: string }) => message);

test('the last lines are shown by their importance and by their text, the newest first', async () => {
  write(30, 'первая', { requestId: 'номер-77' });
  write(50, 'вторая');
  write(40, 'третья');
  appendFileSync(file(), 'не JSON\n{"level":7}\nnull\n{"level":30,"time":"2026-0');
  appendFileSync(file(), '1-01T00:00:00Z","msg":"целая"}\n');
  const { client } = administrator;
  expect((await messagesOf(client, '/internal/debug/log?level=warn')).slice(0, 2)).toEqual(['третья', 'вторая']);
  expect(await messagesOf(client, `/internal/debug/log?q=${encodeURIComponent('НОМЕР-77')}`)).toEqual(['первая']);
  expect(await messagesOf(client, `/internal/debug/log?q=${encodeURIComponent('целая')}`)).toEqual(['целая']);
});

test('what is added since is asked for by its place, and a log that begins anew is read from its start', async () => {
  const { client } = administrator;
  const { place } = (await client.get('/internal/debug/log')).body;
  write(30, 'добавлена');
  const q = `q=${encodeURIComponent('добавлена')}`;
  const tail = (await client.get(`/internal/debug/log/tail?place=${place}&${q}`)).body;
  expect(tail.items.map(({ message }: { message: string }) => message)).toEqual(['добавлена']);
  expect(await messagesOf(client, `/internal/debug/log/tail?place=${tail.place}&${q}`)).toEqual([]);
  expect(await messagesOf(client, `/internal/debug/log/tail?place=1-5&${q}`)).toEqual(['добавлена']);
  expect((await client.get('/internal/debug/log/tail?place=../../etc')).status).toBe(400);
});

test('the line of a request tells when, who, what, and how it has ended', async () => {
  const { headers } = await administrator.client.get('/internal/debug/log?level=warn');
  const requestId = headers.get('x-request-id')!;
  const told = (): unknown[] =>
    readLog(testApp.dataDir)
      .split('\n')
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line));
  const line = {
    level: 30,
    time: expect.stringMatching(/Z$/),
    requestId,
    operation: 'debug.log',
    method: 'GET',
    route: '/internal/debug/log',
    status: 200,
    ms: expect.any(Number),
    accountId: administrator.accountId,
    msg: 'request',
  };
  await expect.poll(told).toEqual([line]);
});

test('the whole file may be taken, and who opened the log is written down', async () => {
  const observer = await testApp.operator('observer');
  const got = await observer.client.get('/internal/debug/log/download');
  expect(got.text).toContain('"msg":"request"');
  expect(got.headers.get('content-disposition')).toContain('app.log');
  await observer.client.get('/internal/debug/log');
  const { rows } = await testApp.app.database.pool.query(
    `select after from audit_log where object_type = 'application_log' and account_id = $1 order by id`,
    [observer.accountId],
  );
  expect(rows.map(({ after }) => after.how)).toEqual(['downloaded', 'read']);
});

test('nobody else reads it', async () => {
  for (const { client } of [await testApp.operator('verifier'), await testApp.individual()])
    for (const path of ['', '/tail?place=1-1', '/download'])
      expect((await client.get(`/internal/debug/log${path}`)).status).toBe(403);
});

describe('settings of a running node', () => {
  const path = '/internal/debug/settings';
  const set = (body: object) => administrator.client.post(path, body);

  test('change what the log holds at once, and who turned what is told', async () => {
    expect((await administrator.client.get(path)).body.values).toEqual({ logLevel: 'info', slowMs: 0 });
    const changed = (await set({ logLevel: 'warn' })).body;
    expect(changed.values).toEqual({ logLevel: 'warn', slowMs: 0 });
    expect(changed.history[0]).toMatchObject({ before: { logLevel: 'info' }, after: { logLevel: 'warn' } });
    expect(changed.history[0].who).not.toBeNull();
    const loudly = await messagesOf(administrator.client, '/internal/debug/log?level=info');
    await testApp.anonymous().get('/api/health');
    expect(await messagesOf(administrator.client, '/internal/debug/log?level=info')).toEqual(loudly);
    expect((await set({ logLevel: 'info' })).body.history).toHaveLength(2);
    expect((await set({ logLevel: 'info' })).body.history).toHaveLength(2);
  });

  test('act only once their row of the audit is kept', async () => {
    await testApp.owner.query(`
      create function refuse_late() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$;
      create constraint trigger late after insert on audit_log deferrable initially deferred
        for each row when (new.object_type = 'debug_settings') execute function refuse_late()`);
    expect((await set({ slowMs: 7 })).status).toBe(500);
    await testApp.owner.query('drop trigger late on audit_log');
    // The failure is wanted.
    testApp.undeclared.length = 0;
    expect((await administrator.client.get(path)).body.values.slowMs).toBe(0);
  });

  test('tell of slow requests when asked to', async () => {
    await set({ slowMs: 1 });
    await testApp.anonymous().post('/api/auth/signin', { login: 'nobody@test.example', password: 'nobody-knows-it' });
    await expect
      .poll(() => messagesOf(administrator.client, '/internal/debug/log?level=warn'))
      .toContain('slow request');
    await set({ slowMs: 0 });
  });

  test('are seen and turned by administrators only, and within their limits', async () => {
    const observer = await testApp.operator('observer');
    expect((await observer.client.get(path)).status).toBe(403);
    expect((await observer.client.post(path, { slowMs: 5 })).status).toBe(403);
    for (const body of [{ slowMs: -1 }, { slowMs: 60_001 }, { logLevel: 'all' }, { other: 1 }])
      expect((await set(body)).status).toBe(400);
  });
});
