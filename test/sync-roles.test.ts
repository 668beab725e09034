import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractRights, operations } from '#contract/index.ts';
import { syncRoles } from '#server/modules/roles/sync.ts';
import { inSystemTransaction } from '#server/platform/write.ts';
import { type Booted, boot } from './boot.ts';

let house: Booted;
beforeAll(async () => {
  house = await boot();
});
afterAll(() => house.stop());

const start = () =>
  inSystemTransaction(house.app.database.db, 'system.start', (tx) => syncRoles(tx, [...operations, ...contractRights]));

/** Every row that a start may write, with the transaction that wrote it last. */
const everything = async (): Promise<string[]> => {
  const { rows } = await house.owner.query<{ line: string }>(`
    select concat_ws(' ', xmin, p) as line from permissions p
    union all select concat_ws(' ', xmin, r) from roles r
    union all select concat_ws(' ', xmin, h) from role_permissions h order by line`);
  return rows.map(({ line }) => line);
};

/** What those rows mean: who may do what. */
const meaning = async (): Promise<string[]> => {
  const { rows } = await house.owner.query<{ line: string }>(`
    select concat_ws(' · ', r.kind, r.code, p.code, p.group_name, p.name, p.method, p.path, p.employee, p.operator) as line
    from role_permissions h join roles r on r.id = h.role_id join permissions p on p.id = h.permission_id order by line`);
  return rows.map(({ line }) => line);
};

/** What starts have written into the audit; the house itself may write something else meanwhile. */
const written = async (): Promise<number> => {
  const { rows } = await house.owner.query<{ count: number }>(
    `select count(*)::int as count from audit_log where operation = 'system.start'`,
  );
  return rows[0]!.count;
};

test('a start after which nothing has changed writes nothing', async () => {
  const before = await everything();
  const count = await written();
  await start();
  expect(await everything()).toEqual(before);
  expect(await written()).toBe(count);
});

test.each([
  ['a permission that is called otherwise', `update permissions set name = 'Иначе', path = '/elsewhere' where id = 3`],
  ['a permission whose kind is another', `update permissions set employee = not employee where id = 5`],
  [
    'a permission that is missing',
    `delete from permissions where id = (select min(permission_id) from role_permissions)`,
  ],
  [
    'a role without a permission',
    `delete from role_permissions where permission_id = (select min(permission_id) from role_permissions)`,
  ],
  [
    'a role with a permission too many',
    `insert into role_permissions select r.id, p.id from roles r, permissions p on conflict do nothing`,
  ],
])('a start puts right %s', async (_what, harm) => {
  const before = await meaning();
  await house.owner.query(harm);
  expect(await meaning()).not.toEqual(before);
  await start();
  expect(await meaning()).toEqual(before);
});

test('a permission of which the contract knows no more leaves, with its copies and from every role', async () => {
  const before = await meaning();
  await house.owner.query(`
    with gone as (insert into permissions (code, group_name, name, method, path, employee, operator, system)
      select 'gone.operation', 'Прежнее', 'Прежнее', 'GET', '/gone', true, true, of_system from (values (true), (false)) as v (of_system)
      returning id)
    insert into role_permissions select r.id, gone.id from roles r, gone`);
  await start();
  const { rows } = await house.owner.query(`select from permissions where code = 'gone.operation'`);
  expect(rows).toEqual([]);
  expect(await meaning()).toEqual(before);
});
