import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { demoPassword } from '#server/demo/accounts.ts';
import { makeOperator } from '#server/demo/factories.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '#test/helpers/boot.ts';
import { Client } from '#test/helpers/client.ts';
import { freshDatabase } from '#test/helpers/database.ts';
import { readWorkbook } from '#test/helpers/files/workbook.ts';
import { operatingEnvironment } from '#test/helpers/operating.ts';
import { patience } from '#test/helpers/patience.ts';
import type { Child } from '#test/helpers/processes/child.ts';
import { processesOf } from '#test/helpers/processes/processes.ts';
import { serversOfEachTest } from '#test/helpers/processes/servers.ts';
import { fileForm } from '#test/registries/helpers/scenario.ts';

const servers = serversOfEachTest();

/** A sign-in whose body comes late, over a connection that its client would like to keep. */
function slowSignIn({ url }: Child, agent: Agent) {
  const body = JSON.stringify({ login: 'nobody@slow.test', password: 'correct-Horse-7-battery' });
  const answered = Promise.withResolvers<{ status: number | undefined; connection: string | undefined }>();
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const asking = request(`${url}/api/auth/signin`, { method: 'POST', agent, headers }, (answer) => {
    answer.resume();
    answer.once('end', () => answered.resolve({ status: answer.statusCode, connection: answer.headers.connection }));
  });
  asking.once('error', answered.reject);
  asking.write(body.slice(0, 10));
  return { answer: answered.promise, finish: () => asking.end(body.slice(10)) };
}

const logOf = (): string => readFileSync(join(servers.dataDir, 'logs', 'app.log'), 'utf8');

test('a stop waits for what is asked over a kept connection, closes it and leaves no process and no row', async () => {
  await servers.fill();
  const child = await servers.start({ STOP_SECONDS: '60' });
  const agent = new Agent({ keepAlive: true });
  // Counts an attempt, whose connection to the database is then young.
  await new Client(child.url).post('/api/auth/signin', {
    login: 'nobody@stop.test',
    password: 'correct-Horse-7-battery',
  });
  // A browser opens connections ahead, over which nothing may ever be asked.
  const silent = connect(Number(new URL(child.url).port), '127.0.0.1');
  const slow = slowSignIn(child, agent);
  await sleep(300);
  const ended = child.stop();
  await sleep(300);
  slow.finish();
  expect(await slow.answer).toEqual({ status: 401, connection: 'close' });
  expect(await ended).toBe(0);
  expect(processesOf(servers.dataDir)).toEqual([]);
  expect(logOf()).toContain('the node has stopped');
  silent.destroy();
  agent.destroy();
});

test('a node that will stop says first that it is not ready, and serves on until a balancer has heard it', async () => {
  await servers.fill();
  const child = await servers.start({ DRAIN_SECONDS: '8' });
  const client = new Client(child.url);
  expect((await client.get('/api/health/ready')).status).toBe(200);
  const ended = child.stop();
  await expect.poll(async () => (await client.get('/api/health/ready')).body.code).toBe('server.busy');
  const [ready, health] = [await client.get('/api/health/ready'), await client.get('/api/health')];
  expect([ready.status, ready.body.code, health.status]).toEqual([503, 'server.busy', 200]);
  expect(health.headers.get('connection')).toBe('close');
  expect(await ended).toBe(0);
});

test('one SIGTERM to `npm start` itself leaves nothing that it has started', async () => {
  await servers.fill();
  const wrapper = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, ...operatingEnvironment, PORT: '0', DATA_DIR: servers.dataDir, DRAIN_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(wrapper.stdout.setEncoding('utf8'), 'data')) as [string];
  const url = line.trim().replace('listening on ', '');
  await new Client(url).post('/api/auth/signin', { login: 'nobody@stop.test', password: 'correct-Horse-7-battery' });
  wrapper.kill('SIGTERM');
  expect(await once(wrapper, 'exit')).toEqual([0, null]);
  expect(processesOf(servers.dataDir)).toEqual([]);
});

test('a file that is being sent when the stop comes arrives whole, and is there after the next start', async () => {
  await servers.fill();
  const child = await servers.start({ DEMO: '1', STOP_SECONDS: '60' });
  const client = new Client(child.url);
  const { body: me } = await client.post('/api/auth/signin', { login: 'manager@alpha.test', password: demoPassword });
  const path = `/api/legal-entities/${me.legalEntities[0].id}/registries`;
  const form = new Response(fileForm('ИНН;Фамилия\n'.repeat(100_000)));
  const bytes = Buffer.from(await form.arrayBuffer());
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'Content-Type': form.headers.get('content-type')!, 'Content-Length': bytes.length };
  const answered = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const asking = request(
    child.url + path,
    { method: 'POST', agent: new Agent({ keepAlive: true }), headers },
    (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('end', () => answered.resolve({ status: answer.statusCode, text }));
    },
  );
  asking.once('error', answered.reject);
  asking.write(bytes.subarray(0, bytes.length / 2));
  await sleep(500);
  const ended = child.stop();
  await sleep(1_000);
  asking.end(bytes.subarray(bytes.length / 2));
  const { status, text } = await answered.promise;
  expect([status, text.slice(0, 200)]).toEqual([201, expect.stringContaining('"id"')]);
  expect(await ended).toBe(0);
  expect(processesOf(servers.dataDir)).toEqual([]);

  const next = await servers.start({ DEMO: '1' });
  const again = new Client(next.url);
  for (const [name, value] of client.cookies) again.cookies.set(name, value);
  const { status: found, body } = await again.get(`${path}/${JSON.parse(text).id}`);
  expect([found, body.id]).toEqual([200, JSON.parse(text).id]);
});

/** More than the buffers between two processes hold, once it is packed: then half of it is still to be written. */
const manyPeople = 60_000;

test('an export that is being read when the stop comes is read whole, and the audit knows it', async () => {
  const database = await freshDatabase();
  const email = 'administrator@stop.test';
  const own = openDatabase({ connectionString: database.url }, 1, () => undefined);
  const hash = passwordHash();
  await inSystemTransaction(own.db, 'system.test', (tx) =>
    makeOperator(tx, { email, passwordHash: hash, role: 'administrator' }),
  );
  await own.close();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  // Past the audit, and past an index that would take most of the time.
  await owner.query('set session_replication_role = replica; drop index individuals_search');
  await owner.query(
    `insert into individuals (last_name, first_name, middle_name)
     select md5('a' || n) || md5('b' || n), md5('c' || n) || md5('d' || n), md5('e' || n) || md5('f' || n)
     from generate_series(1, $1::int) n`,
    [manyPeople],
  );
  const readings = async (): Promise<{ rows?: number; whole?: boolean }[]> =>
    (await owner.query(`select after from audit_log where object_type = 'exports' order by id`)).rows.map(
      ({ after }) => after,
    );
  try {
    const child = await servers.start({
      DATABASE_URL: database.url.replace('@/', '@localhost/'),
      SECRET_KEY: 'a secret key of a node that is stopped',
      OPERATORS_SECOND_FACTOR: '0',
      STOP_SECONDS: '120',
    });
    const client = new Client(child.url);
    expect((await client.post('/internal/auth/operator/signin', { login: email, password })).status).toBe(200);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const asking = request(`${child.url}/api/individuals/exports/excel`, { headers: { cookie } });
    asking.end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    await once(answer, 'readable');
    const parts: Buffer[] = [answer.read()];
    const ended = child.stop();
    // Nobody new is let in, and nobody has written the rest of the file yet.
    const isHeard = () =>
      fetch(`${child.url}/api/health`).then(
        () => true,
        () => false,
      );
    await expect.poll(isHeard, patience).toBe(false);
    expect((await readings()).map(({ whole }) => whole)).toEqual([undefined]);
    for await (const part of answer) parts.push(part);
    expect(readWorkbook(Buffer.concat(parts))[0]!.rows).toHaveLength(manyPeople + 1);
    expect(await ended).toBe(0);
    expect(await readings()).toEqual([expect.anything(), expect.objectContaining({ rows: manyPeople, whole: true })]);
    expect(processesOf(servers.dataDir)).toEqual([]);
  } finally {
    await owner.end();
    await database.drop();
  }
});

test('what does not end within its term is cut, and the rest of the stop goes on', async () => {
  await servers.fill();
  const child = await servers.start({ STOP_SECONDS: '1' });
  const slow = slowSignIn(child, new Agent());
  const cut = expect(slow.answer).rejects.toThrow();
  await sleep(300);
  expect(await child.stop()).toBe(0);
  await cut;
  expect(processesOf(servers.dataDir)).toEqual([]);
  expect(logOf()).toContain('the node has stopped');
});
