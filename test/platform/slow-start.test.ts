import pg from 'pg';
import { expect, test } from 'vitest';
import { prepareDatabase } from '#server/app.ts';
import { fillDemoWorld } from '#server/demo/world.ts';
import { withServerRole } from '#server/platform/database/server-role.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { operatingCompanies } from '../helpers/operating.ts';

/** Longer than a request would wait. */
const busyMs = 6_000;

/** Does something while a table is taken, and gives the table back only after it has waited. */
async function whileTaken(testApp: Booted, table: string, work: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: testApp.databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table}`);
  const done = work();
  const ended = client.query(`select pg_sleep(${busyMs / 1_000})`).then(() => client.query('commit'));
  try {
    await Promise.all([done, ended]);
  } finally {
    await client.end();
  }
}

test('a start waits for a busy machine, where a request gives up', async () => {
  const [one, other] = await Promise.all([boot(), boot()]);
  const owner = { connectionString: one.databaseUrl };
  const connection = await withServerRole({ connectionString: other.databaseUrl });
  await Promise.all([
    whileTaken(one, 'roles', () => prepareDatabase(owner, operatingCompanies)),
    whileTaken(other, 'demonstration', () => fillDemoWorld(connection, other.app.config)),
  ]);
  const { rows } = await other.owner.query('select count(*)::int as people from accounts');
  expect(rows[0].people).toBeGreaterThan(10);
  const guess = { login: 'nobody@test.example', password: 'a wrong guess' };
  await whileTaken(one, 'accounts', async () => {
    expect((await one.anonymous().post('/api/auth/signin', guess)).status).toBe(503);
  });
  await Promise.all([one.stop(), other.stop()]);
});
