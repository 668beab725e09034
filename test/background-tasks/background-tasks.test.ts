import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sweepResults } from '#server/modules/background-tasks/run-export.ts';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { readWorkbook, valuesOf } from '../helpers/files/workbook.ts';
import { papers } from '../helpers/papers.ts';
import { patience } from '../helpers/patience.ts';
import { cookiesOf } from '../lists/helpers/downloads.ts';

let testApp: Booted;
let manager: Signed;
beforeAll(async () => {
  testApp = await boot();
  manager = await testApp.operator('manager');
  await testApp.individual({ lastName: 'Выгрузкин' });
  await testApp.individual({ lastName: 'Прочий' });
});
afterAll(() => testApp.stop());

const start = (client: Client, operation: string, query = ''): Promise<Reply> =>
  client.post('/api/background-tasks/exports', { operation, query });
const people = 'individuals.exportExcel';

/** The task once it is over. */
async function settled(client: Client, id: number): Promise<Record<string, unknown>> {
  return vi.waitFor(async () => {
    const { body } = await client.get('/api/background-tasks');
    const task = body.items.find((one: { id: number }) => one.id === id);
    expect(['done', 'failed']).toContain(task.state);
    return task;
  }, patience);
}

describe('an export in the background', () => {
  test('is made without its page, and its file is there afterwards, for its owner alone', async () => {
    const { status, body } = await start(manager.client, people, 'q=Выгрузкин&columns[]=lastName');
    expect({ status, title: body.title, state: body.state }).toEqual({
      status: 202,
      title: 'Физические лица',
      state: 'waiting',
    });
    const task = await settled(manager.client, body.id);
    expect(task).toMatchObject({ state: 'done', message: null });
    const file = await fetch(`${testApp.url}/api/background-tasks/${body.id}/file`, {
      headers: { cookie: cookiesOf(manager.client) },
    });
    expect(decodeURIComponent(file.headers.get('content-disposition')!)).toContain('.xlsx');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(task['bytes']).toBe(bytes.length);
    expect(valuesOf(readWorkbook(bytes)[0]!)).toEqual([['Фамилия'], ['Выгрузкин']]);
    const other = (await testApp.operator('manager')).client;
    expect((await other.get(`/api/background-tasks/${body.id}/file`)).status).toBe(404);
    expect((await other.get('/api/background-tasks')).body.items).toEqual([]);
    expect((await manager.client.delete(`/api/background-tasks/${body.id}`)).status).toBe(204);
    expect((await manager.client.get(`/api/background-tasks/${body.id}/file`)).status).toBe(404);
  });

  test('is served no more once its owner works there no more, or may see less', async () => {
    const company = await testApp.company({ verificationStatus: 'verified' });
    const head = await testApp.employee({ legalEntityId: company, role: 'head' });
    const employee = await testApp.employee({ legalEntityId: company, role: 'manager' });
    const elsewhere = await testApp.company({ inn: '7728168971', verificationStatus: 'verified' });
    await testApp.owner.query(
      `insert into memberships (employee_id, legal_entity_id, role_id)
       select e.id, $2, m.role_id from employees e join memberships m on m.employee_id = e.id where e.account_id = $1`,
      [employee.accountId, elsewhere],
    );
    const statusOf = async (client: Client, id: number) =>
      (await client.get(`/api/background-tasks/${id}/file`)).status;
    const made = async (client: Client, operation: string) => {
      const { body } = await start(client, operation);
      expect(await settled(client, body.id)).toMatchObject({ state: 'done' });
      expect(await statusOf(client, body.id)).toBe(200);
      return body.id;
    };
    const id = await made(employee.client, 'settlements.exportExcel');
    const dismissed = await head.client.delete(`/api/legal-entities/${company}/employees/${employee.membershipId}`);
    expect(dismissed.status, dismissed.text).toBe(204);
    // He still exports what he sees at the other company.
    expect(await statusOf(employee.client, id)).toBe(409);
    await made(employee.client, 'settlements.exportExcel');

    const operator = await testApp.operator('manager');
    const own = await made(operator.client, people);
    await testApp.owner.query(
      `update operators set role_id = (select id from roles where kind = 'operator' and code = 'verifier') where account_id = $1`,
      [operator.accountId],
    );
    expect(await statusOf(operator.client, own)).toBe(403);
  });

  test('is told to the audit, without the words that were searched for', async () => {
    const { body } = await start(manager.client, people, 'q=Выгрузкин');
    await settled(manager.client, body.id);
    // How many rows there were is written when the stream has ended, which may be after the file is there.
    const rows = await vi.waitFor(async () => {
      const told = await testApp.app.database.pool.query(
        `select after::text from audit_log where request_id = $1 and object_type = 'exports' order by id`,
        [`task-${body.id}`],
      );
      expect(told.rows).toHaveLength(2);
      return told.rows;
    }, patience);
    expect(rows[0].after).toContain('"searched": true');
    const kept = await testApp.app.database.pool.query(`select t::text as row from background_tasks t where id = $1`, [
      body.id,
    ]);
    expect(JSON.stringify([rows, kept.rows])).not.toContain('Выгрузкин');
  });

  test('is only for those who may export, and only by what is an export', async () => {
    const observer = (await testApp.operator('observer')).client;
    expect((await start(observer, people)).status).toBe(403);
    for (const operation of ['nobody.knows', 'individuals.list', 'individuals.update']) {
      const refused = await start(manager.client, operation);
      expect(refused.body.fields).toEqual({ operation: 'Такой выгрузки нет' });
    }
    expect((await start(manager.client, people, 'sort[nothing]=1')).status).toBe(400);
    expect((await start(manager.client, people, `${'a[b]'.repeat(9)}=1`)).status).toBe(400);
  });

  test('is refused to whom the right was taken away before it began', async () => {
    const former = await testApp.operator('manager');
    const { pool } = testApp.app.database;
    const { rows } = await pool.query(
      `insert into background_tasks (account_id, session_id, operation, title, query_sealed, expires_at)
       select $1, id, $2, 'Физлица', $3, now() + interval '1 hour' from sessions where account_id = $1 returning id`,
      [former.accountId, people, testApp.app.secrets.seal('background_tasks.query', '')],
    );
    await pool.query('update operators set active = false where account_id = $1', [former.accountId]);
    const id = rows[0].id;
    await testApp.app.jobs.add(testApp.app.database.db, 'runExport', { id });
    await vi.waitFor(async () => {
      const found = await pool.query('select state, file_key from background_tasks where id = $1', [id]);
      expect(found.rows[0]).toEqual({ state: 'failed', file_key: null });
    }, patience);
  });

  test('that loses its connection to the database is made anew, and comes whole', async () => {
    const { owner } = testApp;
    const { client } = await testApp.operator('accountant');
    const holder = await owner.connect();
    await holder.query('begin; lock table payments in access exclusive mode');
    const { status, body } = await start(client, 'payments.exportExcel');
    expect(status).toBe(202);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await vi.waitFor(async () => expect((await owner.query(cut)).rowCount).toBeGreaterThan(0), patience);
    await holder.query('commit');
    holder.release();
    await vi.waitFor(async () => {
      const { rows } = await owner.query('select state, message from background_tasks where id = $1', [body.id]);
      expect(rows[0]).toEqual({ state: 'done', message: null });
    }, patience);
  });

  test('of one person runs twice at once and no more', async () => {
    const busy = await testApp.operator('manager');
    await testApp.app.database.pool.query(
      `insert into background_tasks (account_id, session_id, operation, title, query_sealed, state, expires_at)
       select $1, id, 'x', 'x', '', 'running', now() + interval '1 hour' from sessions, generate_series(1, 2)
       where account_id = $1`,
      [busy.accountId],
    );
    expect((await start(busy.client, people)).status).toBe(429);
  });

  test('whose day is over is gone together with its file', async () => {
    const { body } = await start(manager.client, people);
    await settled(manager.client, body.id);
    await testApp.app.database.pool.query('update background_tasks set expires_at = now() where id = $1', [body.id]);
    expect((await manager.client.get(`/api/background-tasks/${body.id}/file`)).status).toBe(404);
    const next = await start(manager.client, people);
    await settled(manager.client, next.body.id);
    const { rows } = await testApp.app.database.pool.query('select 1 from background_tasks where id = $1', [body.id]);
    expect(rows).toEqual([]);
  });

  test('whose day is over goes by the clock too, where nobody exports any more', async () => {
    const { body } = await start(manager.client, people);
    await settled(manager.client, body.id);
    await testApp.app.database.pool.query('update background_tasks set expires_at = now() where id = $1', [body.id]);
    await sweepResults(testApp.app);
    const { rows } = await testApp.app.database.pool.query('select 1 from background_tasks where id = $1', [body.id]);
    expect(rows).toEqual([]);
  });
});

describe('notifications', () => {
  const verifying = async () => {
    const person = await testApp.individual({ inn: '500100732259' });
    const path = `/api/individuals/${person.individualId}`;
    await person.client.patch(path, { ...papers, version: 1 });
    await person.client.post(`${path}/verification`, { version: 2 });
    return { ...person, path };
  };

  test('tell a person what has become of his application, until he has read it', async () => {
    const person = await verifying();
    const verifier = (await testApp.operator('verifier')).client;
    const returned = { move: 'return', reason: 'Паспорт не читается', version: 3 };
    expect((await verifier.post(`${person.path}/verification_status`, returned)).status).toBe(200);
    expect((await person.client.get('/api/notifications/unread')).body).toEqual({ count: 1 });
    const { items } = (await person.client.get('/api/notifications')).body;
    expect(items[0]).toMatchObject({
      title: 'Анкета возвращена с замечаниями',
      detail: 'Паспорт не читается',
      link: `/individual-${person.individualId}`,
      readAt: null,
    });
    const stranger = await testApp.individual();
    await stranger.client.post('/api/notifications/read', { ids: [items[0].id] });
    expect((await person.client.get('/api/notifications/unread')).body).toEqual({ count: 1 });
    expect((await person.client.post('/api/notifications/read', { ids: [items[0].id] })).status).toBe(204);
    expect((await person.client.get('/api/notifications/unread')).body).toEqual({ count: 0 });
    expect((await person.client.get('/api/notifications?filter[unread]=true')).body.items).toEqual([]);
  });

  test('tell who may decide of a proposal, and who has proposed of the decision', async () => {
    const person = await verifying();
    const [maker, checker] = [await testApp.operator('administrator'), await testApp.operator('administrator')];
    const block = { move: 'block', reason: 'Чужие документы', version: 3 };
    expect((await maker.client.post(`${person.path}/verification_status`, block)).status).toBe(200);
    expect((await maker.client.get('/api/notifications/unread')).body).toEqual({ count: 0 });
    const told = (await checker.client.get('/api/notifications')).body.items[0];
    expect(told).toMatchObject({ title: 'Ждёт вашего решения: заблокировать', link: '/approvals' });
    const { items } = (await checker.client.get('/api/approvals')).body;
    await checker.client.post(`/api/approvals/${items[0].id}/decision`, { decision: 'approve' });
    expect((await maker.client.get('/api/notifications')).body.items[0]).toMatchObject({
      title: 'Ваше предложение утверждено: заблокировать',
      link: `/individual-${person.individualId}`,
    });
    await checker.client.post('/api/notifications/read', {});
    expect((await checker.client.get('/api/notifications/unread')).body).toEqual({ count: 0 });
  });
});
