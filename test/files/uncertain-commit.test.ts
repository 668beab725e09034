import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import { smallPaper } from '../helpers/files/multipart.ts';
import { patience } from '../helpers/patience.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

type Wired = PoolClient & { connection: { stream: Socket } };

/** The next commit reaches the database, and its answer never comes back: the line breaks once `isDone` says that it was made. */
function cutNextCommit(isDone: () => Promise<boolean>): void {
  const { pool } = testApp.app.database;
  let isArmed = true;
  const deafen = async ({ connection: { stream } }: Wired): Promise<void> => {
    stream.removeAllListeners('data');
    await expect.poll(isDone, patience).toBe(true);
    stream.destroy(new Error('cut'));
  };
  pool.on('acquire', (client) => {
    if (!isArmed) return;
    const ask = client.query.bind(client) as (...asked: unknown[]) => unknown;
    client.query = ((...asked: unknown[]) => {
      const answer = ask(...asked);
      if (isArmed && asked[0] === 'commit') {
        isArmed = false;
        void deafen(client as Wired);
      }
      return answer;
    }) as typeof client.query;
  });
}

test('a file whose row was committed stays, although nobody has acknowledged the commit', async () => {
  const { client, individualId } = await testApp.individual();
  const slot = `/api/individuals/${individualId}/file/passport`;
  const stored = async () =>
    (await testApp.owner.query('select from owned_files where individual_id = $1', [individualId])).rowCount === 1;
  cutNextCommit(stored);
  const form = new FormData();
  form.set('file', new File([smallPaper], 'паспорт.pdf'));
  expect((await client.send('PUT', slot, form)).status).toBe(503);
  expect(await stored()).toBe(true);
  const got = await client.get(slot);
  expect([got.status, got.text.length]).toEqual([200, smallPaper.length]);
});
