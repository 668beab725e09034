import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type Running } from '#server/app.ts';
import { readRegistry } from '#server/modules/registries/reading/read-job.ts';
import { resumeRegistries } from '#server/modules/registries/reading/upload.ts';
import type { Config } from '#server/platform/config.ts';
import { withServerRole } from '#server/platform/database/server-role.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import { type Booted, boot } from '#test/helpers/boot.ts';
import { smallPaper } from '#test/helpers/files/multipart.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const asked = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await testApp.owner.query(text, values)).rows;

/** An uploaded registry whose bytes lie nowhere, with no job behind it. @returns its id */
async function registryWithoutFile(): Promise<number> {
  const company = await testApp.company();
  const [made] = await asked<{ id: number }>(
    `with file as (
       insert into stored_files (key, name, size, kind, sha256) values (md5(random()::text), 'Реестр.csv', 10, 'text', 'none') returning id)
     insert into registries (kind, legal_entity_id, name, number, file_id, as_of_date, basis, status)
     select 'full', $1, 'Реестр', 1, id, ${MOSCOW_TODAY}, 'original', 'uploaded' from file returning id`,
    [company],
  );
  return made!.id;
}

const jobsOf = (registryId: number) =>
  asked<{ attempts: number; lockedBy: string | null }>(
    `select attempts, locked_by as "lockedBy" from graphile_worker._private_jobs where payload ->> 'registryId' = $1`,
    [String(registryId)],
  );

/** Another node over the same database. */
const anotherNode = async (more: Partial<Config>): Promise<Running> =>
  createApp({ ...testApp.app.config, ...more }, await withServerRole({ connectionString: testApp.databaseUrl }), {
    webFolder: resolve('dist/web'),
  });

test('a file whose content has gone is refused by what is true, not as a service that is busy', async () => {
  const { client, individualId } = await testApp.individual();
  const slot = `/api/individuals/${individualId}/file/passport`;
  const form = new FormData();
  form.set('file', new File([smallPaper], 'паспорт.pdf'));
  expect((await client.send('PUT', slot, form)).status).toBe(200);
  const files = join(testApp.dataDir, 'files');
  for (const folder of readdirSync(files).filter((name) => name.length === 2)) {
    rmSync(join(files, folder), { recursive: true });
  }
  const answer = await client.get(slot);
  expect([answer.status, answer.body.code]).toEqual([500, 'file.lost']);
  expect(answer.headers.get('retry-after')).toBe(null);
  testApp.undeclared.length = 0;
});

test('a registry whose file has gone fails with a word about it and is not read again for ever', async () => {
  const registryId = await registryWithoutFile();
  await readRegistry(testApp.app, { registryId });
  const [registry] = await asked('select status, failure from registries where id = $1', [registryId]);
  expect(registry).toEqual({
    status: 'failed',
    failure: expect.stringContaining('нет в хранилище'),
  });
});

test('a start takes up registries that nobody works at, and leaves those alone that a living node reads', async () => {
  const [forgotten, read, given] = [
    await registryWithoutFile(),
    await registryWithoutFile(),
    await registryWithoutFile(),
  ];
  const { app } = testApp;
  for (const registryId of [read, given]) {
    await app.jobs.add(
      app.database.db,
      'read-registry',
      { registryId },
      { key: `read-registry:${registryId}`, inSeconds: 600 },
    );
  }
  await asked(`insert into nodes (id) values ('reader') on conflict do nothing`);
  const change = (set: string, registryId: number) =>
    asked(`update graphile_worker._private_jobs set ${set} where payload ->> 'registryId' = $1`, [String(registryId)]);
  await change(`locked_by = 'reader', locked_at = now(), attempts = 1`, read);
  await change('attempts = max_attempts', given);
  await resumeRegistries(app);
  expect(await jobsOf(read)).toEqual([{ attempts: 1, lockedBy: 'reader' }]);
  for (const id of [forgotten, given]) {
    await expect
      .poll(async () => (await asked('select status from registries where id = $1', [id]))[0])
      .toEqual({
        status: 'failed',
      });
  }
});

test('a node with a folder of its own is not let in beside one that works, and says what to do', async () => {
  const own = mkdtempSync(join(tmpdir(), 'ugovor-test-'));
  const running = anotherNode({ dataDir: own, s3: undefined });
  await expect(running.then((node) => node.close())).rejects.toThrow(/^[^\n]*DATA_DIR[^\n]*S3_URL[^\n]*$/);
  const beside = await anotherNode({});
  await beside.close();
  rmSync(own, { recursive: true });
});

test('what a killed process of this machine has held is free at the next start, not half a minute later', async () => {
  const registryId = await registryWithoutFile();
  const { app } = testApp;
  await app.jobs.add(
    app.database.db,
    'read-registry',
    { registryId },
    { key: `read-registry:${registryId}`, inSeconds: 600 },
  );
  const [me] = await asked<{ process: string }>('select process from nodes where process is not null limit 1');
  const dead = me!.process.replace(/ \d+ \S+$/, ' 4194305 1');
  await asked(`insert into nodes (id, process) values ('killed', $1)`, [dead]);
  await asked(
    `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), run_at = now() where payload ->> 'registryId' = $1`,
    [String(registryId)],
  );
  const next = await anotherNode({});
  await expect
    .poll(async () => (await asked('select status from registries where id = $1', [registryId]))[0])
    .toEqual({ status: 'failed' });
  expect(await asked(`select id from nodes where id = 'killed'`)).toEqual([]);
  await next.close();
});

test('a node that stops takes its row away', async () => {
  const count = async () => (await asked('select id from nodes')).length;
  const before = await count();
  const node = await createApp(testApp.app.config, await withServerRole({ connectionString: testApp.databaseUrl }), {
    webFolder: resolve('dist/web'),
    jobs: new Jobs(),
  });
  expect(await count()).toBeGreaterThan(before);
  await node.close();
  expect(await count()).toBe(before);
});
