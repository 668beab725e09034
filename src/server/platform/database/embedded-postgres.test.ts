import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lacksRoot } from '#test/helpers/processes/processes.ts';
import { testUnless } from '#test/helpers/run/unless.ts';
import { isRunning, postmasterPid } from './embedded/cluster.ts';
import { type Connection, connectionUrl, type Embedded, startEmbedded } from './embedded-postgres.ts';

const notRoot = lacksRoot();
const started: Embedded[] = [];
const children: ChildProcess[] = [];
let folder = '';
let dataDir = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ugovor-pg-'));
  dataDir = join(folder, 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of started.splice(0)) await server.stop();
  const home = await realpath(join(dataDir, 'postgres'));
  killServer(await postmasterPid(home));
  if (!home.startsWith(await realpath(folder))) await rm(dirname(home), { recursive: true });
  await rm(folder, { recursive: true });
});

test('three starts at once give one server, and the last to leave stops it', async () => {
  const servers = await Promise.all([start(), start(), startInChild().then(answerOf)]);
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  children[0]?.kill('SIGKILL');
  await started[0]?.stop();
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  await started[1]?.stop();
  expect(await isRunning(join(dataDir, 'postgres'), servers[0].pid)).toBe(false);
});

test.each([200, 400, 700])('a kill after %i ms of the first boot does no harm', async (delay) => {
  const child = await startInChild();
  await sleep(delay);
  child.kill('SIGKILL');
  await start();
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a killed application leaves the server to the next start; the death of both loses no committed row', async () => {
  const first = await startInChild();
  const { pid } = await answerOf(first);
  await query('create table debt (amount bigint); insert into debt values (100)');
  first.kill('SIGKILL');
  const second = await startInChild();
  expect((await answerOf(second)).pid).toBe(pid);
  second.kill('SIGKILL');
  killServer(pid);
  expect((await start()).pid).not.toBe(pid);
  expect(await query('select amount::int from debt')).toEqual([{ amount: 100 }]);
});

test('a server sorts like a Russian dictionary, keeps people out of its log and comes back when killed', async () => {
  const server = await start();
  const words = await query(
    `select word from unnest(array['Яна', 'Жук', 'Ель', 'ель', 'ёлка', 'Ёж', 'абв']) word order by word`,
  );
  expect(words.map(({ word }) => word)).toEqual(['абв', 'Ёж', 'ёлка', 'ель', 'Ель', 'Жук', 'Яна']);

  await query(`create table person (name text primary key, born date); insert into person values ('Иванов')`);
  await expect(query(`insert into person values ('Сидоров', 'Петров')`)).rejects.toThrow('Петров');
  await expect(query(`insert into person values ('Иванов')`)).rejects.toThrow('duplicate');
  const log = await readFile(join(dataDir, 'logs/postgres.log'), 'utf8');
  expect(log).toContain('ready to accept connections');
  expect(log).not.toMatch(/Иванов|Петров|Сидоров/);

  const before = server.pid;
  killServer(before);
  const people = () => query('select name from person').catch(() => 'not yet');
  await expect.poll(people, { timeout: 10_000 }).toEqual([{ name: 'Иванов' }]);
  await expect.poll(() => server.pid).not.toBe(before);
});

test('a folder too deep for a socket is served through a temporary one', async () => {
  dataDir = join(dataDir, 'д'.repeat(60));
  const { connection } = await start();
  expect(connection.host).not.toContain(dataDir);
  expect(await query('select 1 as one', connection)).toEqual([{ one: 1 }]);
});

testUnless(notRoot)('root runs it under a folder closed to others', async () => {
  await mkdir(dataDir, { mode: 0o700 });
  await start();
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
});

testUnless(notRoot)('root without user namespaces keeps the data elsewhere and finds it again', async () => {
  await mkdir(dataDir, { mode: 0o700 });
  const first = await startInChild({ PATH: '/nowhere' });
  const { connection, pid } = await answerOf(first);
  expect(connection.host).toMatch(/^\/var\/lib\/ugovor-/);
  await query('create table debt (amount bigint); insert into debt values (100)', connection);
  first.kill('SIGKILL');
  killServer(pid);
  const second = await answerOf(await startInChild({ PATH: '/nowhere' }));
  expect(await query('select amount::int from debt', second.connection)).toEqual([{ amount: 100 }]);
});

/** Not durable, because killing processes loses nothing that the system has already been given. */
async function start(): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, durable: false, say: () => {} });
  started.push(server);
  return server;
}

/** A process that starts the server, prints where it is and stays. */
async function startInChild(env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const code = `import { startEmbedded } from '${new URL('embedded-postgres.ts', import.meta.url).href}';
    const { connection, pid } = await startEmbedded({ dataDir: process.argv[1], durable: false });
    console.log(JSON.stringify({ connection, pid }));
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '--eval', code, dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } });
  await once(child, 'spawn');
  children.push(child);
  return child;
}

async function answerOf(child: ChildProcess): Promise<{ connection: Connection; pid: number }> {
  const [answer] = await once(child.stdout ?? child, 'data');
  return JSON.parse(String(answer));
}

/** Kills the server's main process and all its children at once, as the loss of power would. */
function killServer(pid: number | undefined): void {
  if (!pid) return;
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const family = processes.map((line) => line.trim().split(/\s+/).map(Number)).filter((pair) => pair.includes(pid));
  for (const [member] of family) if (member) process.kill(member, 'SIGKILL');
}

async function query(sql: string, connection?: Connection): Promise<Record<string, unknown>[]> {
  const own = { host: join(dataDir, 'postgres'), port: 5432, user: 'ugovor', database: 'postgres' };
  const client = new Client(connectionUrl(connection ?? own));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
