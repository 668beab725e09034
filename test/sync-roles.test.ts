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

/** Everything that a start may write: permissions, roles with their versions, and who may do what. */
const everything = async (): Promise<string> => {
  const { rows } = await house.owner.query<{ text: string }>(`
    select jsonb_build_object(
      'permissions', (select jsonb_agg(to_jsonb(p) - 'updated_at' order by p.id) from permissions p),
      'roles', (select jsonb_agg(to_jsonb(r) - 'updated_at' order by r.id) from roles r),
      'held', (select jsonb_agg(to_jsonb(h) order by h.role_id, h.permission_id) from role_permissions h))::text as text`);
  return rows[0]!.text;
};

/** The same without what a correction leaves behind: numbers of rows and versions. */
const meaning = async (): Promise<string[]> => {
  const { rows } = await house.owner.query<{ line: string }>(`
    select concat_ws(' · ', r.kind, r.code, p.code, p.group_name, p.name, p.method, p.path, p.employee, p.operator) as line
    from role_permissions h join roles r on r.id = h.role_id join permissions p on p.id = h.permission_id order by line`);
  return rows.map(({ line }) => line);
};

const written = async (): Promise<number> => {
  const { rows } = await house.owner.query<{ count: number }>('select count(*)::int as count from audit_log');
  return rows[0]!.count;
};

test('a start after which nothing has changed writes nothing', async () => {
  const before = await everything();
  const count = await written();
  await start();
  expect(await everything()).toBe(before);
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
