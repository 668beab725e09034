import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withServerRole } from '#server/platform/database/server-role.ts';
import { type Booted, boot } from '../helpers/boot.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const asServer = (statement: string) => testApp.app.database.pool.query(statement);
const denied = { code: '42501', message: expect.stringMatching(/^(permission denied|must be owner)/) };

describe('the server has no right to', () => {
  test.each([
    'update ledger_lines set amount = amount',
    'delete from ledger_lines',
    'truncate ledger_lines',
    'update ledger_entries set value_date = value_date',
    'delete from ledger_entries',
    "insert into ledger_balances (account, holder_id, shard, debit, credit) values ('1010', 0, 0, 1, 0)",
    'update ledger_balances set debit = debit',
    'delete from ledger_accounts',
    'update audit_log set operation = operation',
    'delete from audit_seals',
    'delete from signatures',
    'update payment_allocations set principal = principal',
    'truncate payments',
    'delete from migrations',
    'create table mine (id int)',
    'alter table ledger_lines disable trigger all',
    'drop table payments',
    'set session_replication_role = replica',
  ])('%s', async (statement) => {
    await expect(asServer(statement)).rejects.toMatchObject(denied);
  });
});

test('what it may do to a table is what the triggers of the table leave', async () => {
  const { rows } = await asServer(`select c.relname as name from pg_class c join pg_trigger t on t.tgrelid = c.oid
    join pg_proc f on f.oid = t.tgfoid where f.proname = 'refuse_change' and t.tgtype & 8 <> 0
    and has_table_privilege(c.oid, 'DELETE')`);
  expect(rows).toEqual([]);
  const { rows: unreachable } = await asServer(`select relname as name from pg_class where relkind = 'r'
    and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and not has_table_privilege(oid, 'SELECT')`);
  expect(unreachable).toEqual([]);
});

test('the job runner works in the same role', async () => {
  await testApp.owner.query(`create table takers (name text);
    grant insert on takers to public;
    create function note_taker() returns trigger language plpgsql as $$
      begin insert into takers values (current_user); return new; end $$;
    create trigger note_taker after update on graphile_worker._private_jobs for each row execute function note_taker()`);
  const question = { name: 'Анна', email: 'anna@test.example', message: 'Как узнать сумму долга?' };
  expect((await testApp.anonymous().post('/api/feedback-form', question)).status).toBe(204);
  const takers = async () => (await testApp.owner.query('select distinct name from takers')).rows;
  await expect.poll(takers).toEqual([{ name: expect.stringMatching(/_server$/) }]);
  await testApp.owner.query('drop function note_taker cascade; drop table takers');
});

test('a new table is opened to it at the next start', async () => {
  await testApp.owner.query('create table later (id int)');
  await expect(asServer('select * from later')).rejects.toMatchObject(denied);
  await withServerRole({ connectionString: testApp.databaseUrl });
  await asServer('insert into later values (1)');
  await asServer('update later set id = 2');
  await testApp.owner.query('drop table later');
});

test('where the user may not make roles the server works as he does, and says so', async () => {
  const plain = `plain_${randomBytes(4).toString('hex')}`;
  await testApp.owner.query(`create role ${plain}`);
  const said: string[] = [];
  const connection = { connectionString: testApp.databaseUrl, options: `-c role=${plain}` };
  expect(await withServerRole(connection, (line) => said.push(line))).toBe(connection);
  expect(said).toEqual(['Пользователь базы не может заводить роли: сервер работает с правами владельца таблиц.']);
  await testApp.owner.query(`drop role ${plain}`);
});

test('many databases of one cluster may make their role at once', async () => {
  const many = Array.from({ length: 8 }, () => withServerRole({ connectionString: testApp.databaseUrl }));
  expect(new Set((await Promise.all(many)).map(({ options }) => options)).size).toBe(1);
});
