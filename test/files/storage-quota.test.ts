import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demandWithinQuota } from '#server/modules/files/quota.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { smallPaper, smallTable } from '../helpers/files/multipart.ts';
import { patience } from '../helpers/patience.ts';
import { fileForm } from '../registries/helpers/scenario.ts';

const megabyte = 1_000_000;
const gigabyte = 1000 * megabyte;
/** Every file of these tests is as long, so that it is known how many of them there is room for. */
const size = 1000;

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
  const { client } = await testApp.operator('administrator');
  const { values, version } = (await client.get('/internal/settings')).body;
  const turned = { ...values, personFilesMegabytes: 50, companyFilesGigabytes: 1, version };
  expect((await client.put('/internal/settings', turned)).status).toBe(200);
});
afterAll(() => testApp.stop());

const send = (client: Client, method: 'PUT' | 'POST', path: string): Promise<Reply> => {
  const form = new FormData();
  form.set('file', new File([smallPaper.padEnd(size)], 'скан.pdf'));
  return client.send(method, path, form);
};
const outcome = ({ status, body }: Reply): unknown => body?.code ?? status;

/** Sends a file and says that it is as large as this: what there is room for is counted from the rows. */
async function fill(client: Client, method: 'PUT' | 'POST', path: string, bytes: number): Promise<number> {
  const { body } = await send(client, method, path);
  await testApp.app.database.pool.query(
    'update stored_files set size = $2 where id = (select file_id from owned_files where id = $1)',
    [body.id, bytes],
  );
  return body.id;
}

test('a person is refused what there is no room for, is told how much there is, and gets room back', async () => {
  const { client, individualId } = await testApp.individual();
  const slot = (kind: string) => `/api/individuals/${individualId}/file/${kind}`;
  await fill(client, 'PUT', slot('passport'), 40 * megabyte);
  await fill(client, 'PUT', slot('income'), 10 * megabyte - size);
  expect(outcome(await send(client, 'PUT', slot('snils')))).toBe(200);
  const { status, body } = await send(client, 'PUT', slot('selfie'));
  expect([status, body.code, body.message]).toEqual([
    409,
    'quota.exceeded',
    'Файлы занимают 50 МБ из 50 МБ, а этому нужно ещё 1 КБ. Удалите ненужные файлы или напишите в поддержку',
  ]);
  expect((await client.get(slot('selfie'))).status).toBe(404);
  expect(outcome(await send(client, 'PUT', slot('income')))).toBe(200);
  await client.delete(slot('passport'));
  expect(outcome(await send(client, 'PUT', slot('selfie')))).toBe(200);
  const other = await testApp.individual();
  expect(outcome(await send(other.client, 'PUT', `/api/individuals/${other.individualId}/file/inn`))).toBe(200);
});

test('what was taken away and is still kept takes as much again and no more', async () => {
  const { client, individualId } = await testApp.individual();
  const slot = `/api/individuals/${individualId}/file/passport`;
  for (const bytes of [50, 49]) await fill(client, 'PUT', slot, bytes * megabyte);
  expect(outcome(await send(client, 'PUT', slot))).toBe(200);
  await fill(client, 'PUT', slot, megabyte);
  const { body } = await send(client, 'PUT', slot);
  expect([body.code, body.message]).toEqual([
    'quota.exceeded',
    'Удалённые файлы занимают место, пока не пройдёт срок их хранения: 90 дней. Повторите позже или напишите в поддержку',
  ]);
});

test('the paper of an event of life takes room of whoever has told of it', async () => {
  const { client, individualId, accountId } = await testApp.individual();
  const slot = (kind: string) => `/api/individuals/${individualId}/file/${kind}`;
  const paper = await fill(client, 'PUT', slot('passport'), 50 * megabyte);
  await testApp.owner.query(
    `with told as (insert into life_events (individual_id, kind, since, status, side, entered_by)
       values (${individualId}, 'bankruptcy', ${MOSCOW_TODAY}, 'waiting', 'individual', ${accountId}) returning id)
     update owned_files o set individual_id = null, life_event_id = told.id, kind = 'proof' from told where o.id = ${paper}`,
  );
  expect(outcome(await send(client, 'PUT', slot('income')))).toBe('quota.exceeded');
});

test('of two files that a person sends at once into different places one is taken where there is room for one', async () => {
  const { client, individualId } = await testApp.individual();
  const person = `/api/individuals/${individualId}`;
  const passport = await fill(client, 'PUT', `${person}/file/passport`, 25 * megabyte);
  const { body: request } = await client.post(`${person}/questionnaires`, { creditorInn: '7707083893' });
  const work = async (tx: Tx) => {
    await sql`insert into owned_files (individual_id, place, kind, file_id)
      select individual_id, place, 'income', file_id from owned_files where id = ${passport}`.execute(tx);
    await demandWithinQuota(tx, { column: 'individualId', id: individualId }, 25 * megabyte);
    const sent = send(client, 'PUT', `${person}/questionnaires/${request.id}/file/income`);
    const waits = vi.waitFor(async () => {
      const { rows } = await testApp.owner.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      );
      expect(rows).toHaveLength(1);
    }, patience);
    await Promise.race([sent, waits]);
    return { sent };
  };
  // The other one is counted when the first is known to stay.
  const { sent } = await inSystemTransaction(testApp.app.database.db, 'system.test', work);
  expect(outcome(await sent)).toBe('quota.exceeded');
});

test('of papers and registries that a company sends at once those are taken that there is room for', async () => {
  const legalEntityId = await testApp.company();
  const { client } = await testApp.employee({ legalEntityId, role: 'head' });
  const base = `/api/legal-entities/${legalEntityId}`;
  await fill(client, 'POST', `${base}/files/other`, gigabyte - 2 * size);
  const kinds = ['powers', 'licences'];
  const replies = await Promise.all([
    ...kinds.map((kind) => send(client, 'POST', `${base}/files/${kind}`)),
    ...kinds.map(() => client.post(`${base}/registries`, fileForm(smallTable.padEnd(size - padding)))),
  ]);
  expect(replies.map(({ status }) => status).toSorted(ascending)).toEqual([201, 201, 409, 409]);
  expect(replies.map(({ body }) => body.code).filter(Boolean)).toEqual(['quota.exceeded', 'quota.exceeded']);
});

const ascending = (one: number, other: number): number => one - other;
/** So many bytes more than letters the small table is. */
const padding = new TextEncoder().encode(smallTable).length - smallTable.length;
