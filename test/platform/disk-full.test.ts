import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetBookkeeping, watchDisk } from '#server/modules/system/upkeep.commands.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { lacksRoot } from '../helpers/processes/processes.ts';
import { describeUnless } from '../helpers/run/unless.ts';
import { fileForm } from '../registries/helpers/scenario.ts';

const diskBytes = 2 * 1024 * 1024;

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

describeUnless(lacksRoot())('a disk that is full', () => {
  let folder: string;
  beforeAll(() => {
    folder = join(testApp.dataDir, 'files');
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder]);
  });
  afterAll(() => execFileSync('umount', [folder]));

  /** A csv of a registry that is no registry, but is text. */
  const large = 'ИНН;Фамилия\n'.repeat((4 * diskBytes) / 20);

  test('refuses a file with what to do, keeps nothing of it, and the connection goes on', async () => {
    const legalEntityId = await testApp.company({ verificationStatus: 'verified' });
    const { client } = await testApp.employee({ legalEntityId, role: 'manager' });
    const path = `/api/legal-entities/${legalEntityId}/registries`;
    const { status, body } = await client.post(path, fileForm(large));
    expect([status, body.code]).toEqual([507, 'storage.full']);
    expect(body.message).toMatch(/место.*повторите/i);
    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).length > 2)).toEqual([]);
    expect((await testApp.owner.query('select from stored_files')).rows).toEqual([]);
    const small = await client.post(path, fileForm('ИНН;Фамилия\n'));
    expect(small.status, small.text).toBe(201);
  });

  test('lets the next request on the same connection through at once', async () => {
    const legalEntityId = await testApp.company({ verificationStatus: 'verified', inn: '7728168971' });
    const { client } = await testApp.employee({ legalEntityId, role: 'manager' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const form = new Response(fileForm(large));
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': form.headers.get('content-type')! };
    const bytes = Buffer.from(await form.arrayBuffer());
    const send = (method: string, path: string, content?: Buffer) =>
      new Promise<{ status: number; port: number | undefined }>((resolve, reject) => {
        const asked = request(testApp.url + path, { agent, method, headers: content ? headers : {} }, (answer) => {
          const port = answer.socket.localPort;
          answer.resume().once('end', () => resolve({ status: answer.statusCode!, port }));
        });
        asked.once('error', reject);
        asked.end(content);
      });
    const refused = await send('POST', `/api/legal-entities/${legalEntityId}/registries`, bytes);
    const begun = performance.now();
    const next = await send('GET', '/api/health');
    const waitedMs = performance.now() - begun;
    agent.destroy();
    expect([refused.status, next.status]).toEqual([507, 200]);
    expect(next.port).toBe(refused.port);
    // It waited for the end of a patience of 26 s, and more.
    expect(waitedMs).toBeLessThan(10_000);
  });

  test('is told to administrators before, once a day of each machine', async () => {
    const { accountId } = await testApp.operator('administrator');
    const news = async () =>
      (await testApp.owner.query('select detail from notifications where account_id = $1', [accountId])).rows;
    await watchDisk(testApp.app);
    const before = (await news()).length;
    execFileSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=1024', 'count=1900'], { stdio: 'ignore' });
    await watchDisk(testApp.app);
    await watchDisk(testApp.app);
    const told = await news();
    expect(told).toHaveLength(Math.max(1, before));
    expect(told[0].detail).toMatch(/^Свободно \d %/);
    // The disk of another machine is another one.
    for (let times = 0; times < 2; times++) await watchDisk(testApp.app, 'second.example');
    const { rows } = await testApp.owner.query(
      `select from notifications where account_id = $1 and title like '%second.example%'`,
      [accountId],
    );
    expect(rows).toHaveLength(1);
  });
});

test('a database without room on its disk is told in the same words', async () => {
  await testApp.owner.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger no_room before update on individuals for each row execute function no_room();`);
  const { client, individualId } = await testApp.individual();
  const { version } = (await client.get(`/api/individuals/${individualId}`)).body;
  const { status, body } = await client.patch(`/api/individuals/${individualId}`, { version, firstName: 'Мария' });
  await testApp.owner.query('drop function no_room cascade');
  expect([status, body.code]).toEqual([507, 'storage.full']);
});

test('what has served its moment is taken away, and nothing else', async () => {
  const { accountId } = await testApp.individual();
  await testApp.owner.query(
    `insert into idempotency_records (account_id, operation, key, request_hash, status, created_at)
     select $1::bigint, 'test.old', n::text, '\\x00'::bytea, 200, now() - interval '8 days' from generate_series(1, 6000) n
     union all select $1::bigint, 'test.new', '1', '\\x00'::bytea, 200, now() - interval '6 days'`,
    [accountId],
  );
  await testApp.owner.query(`insert into rate_limits (key, points, expire)
    values ('test-over', 1, 1), ('test-running', 1, 9999999999999), ('test-endless', 1, null)`);
  await forgetBookkeeping(testApp.app);
  const left = async (query: string) =>
    (await testApp.owner.query<{ left: string }>(query)).rows.map((row) => row.left);
  expect(await left(`select operation as left from idempotency_records where operation like 'test.%'`)).toEqual([
    'test.new',
  ]);
  expect(await left(`select key as left from rate_limits where key like 'test-%' order by 1`)).toEqual([
    'test-endless',
    'test-running',
  ]);
});
