import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractRights, operations } from '#contract/index.ts';
import { syncRoles } from '#server/modules/roles/sync.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '../helpers/boot.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const start = () =>
  inSystemTransaction(testApp.app.database.db, 'system.start', (tx) =>
    syncRoles(tx, [...operations, ...contractRights]),
  );

/** Every row that a start may write, with the transaction that wrote it last. */
const everything = async (): Promise<string[]> => {
  const { rows } = await testApp.owner.query<{ line: string }>(`
    select concat_ws(' ', xmin, p) as line from permissions p
    union all select concat_ws(' ', xmin, r) from roles r
    union all select concat_ws(' ', xmin, h) from role_permissions h order by line`);
  return rows.map(({ line }) => line);
};

/** What those rows mean: who may do what. */
const meaning = async (): Promise<string[]> => {
  const { rows } = await testApp.owner.query<{ line: string }>(`
    select concat_ws(' · ', r.kind, r.code, p.code, p.group_name, p.name, p.method, p.path, p.employee, p.operator) as line
    from role_permissions h join roles r on r.id = h.role_id join permissions p on p.id = h.permission_id order by line`);
  return rows.map(({ line }) => line);
};

/** What starts have written into the audit; the server itself may write something else meanwhile. */
const written = async (): Promise<number> => {
  const { rows } = await testApp.owner.query<{ count: number }>(
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
  await testApp.owner.query(harm);
  expect(await meaning()).not.toEqual(before);
  await start();
  expect(await meaning()).toEqual(before);
});

/** A version of the contract that knows less than ours, as one that is rolled back to. */
const startOld = (unknown: string) =>
  inSystemTransaction(testApp.app.database.db, 'system.start', (tx) =>
    syncRoles(
      tx,
      [...operations, ...contractRights].filter(({ code }) => code !== unknown),
    ),
  );

test('an old version that starts beside a new one marks what it does not know, and every grant outlives it', async () => {
  const company = await testApp.company();
  const { client } = await testApp.employee({ legalEntityId: company, role: 'head' });
  const list = '/api/employee-permissions';
  const known = async () => (await client.get(list)).body.items.map(({ code }: { code: string }) => code);
  const code = 'registries.upload';
  const ids = (await client.get(list)).body.items
    .filter((one: { code: string }) => [code, 'employees.list'].includes(one.code))
    .map(({ id }: { id: number }) => id);
  const role = (await client.post('/api/employee-roles', { name: 'Загрузчик', permissionIds: ids })).body;
  const before = await meaning();
  await startOld(code);
  expect(await meaning()).toEqual(before);
  expect(await known()).not.toContain(code);
  const { rows } = await testApp.owner.query(`select absent_since is null as there from permissions where code = $1`, [
    code,
  ]);
  expect(rows).toEqual([{ there: false }]);
  // Whoever changes the role meanwhile does not see the permission, and does not take it away.
  const seen = (await client.get(`/api/employee-roles/${role.id}`)).body;
  expect(seen.permissionIds).toHaveLength(1);
  const changed = await client.patch(`/api/employee-roles/${role.id}`, {
    version: seen.version,
    permissionIds: seen.permissionIds,
  });
  expect(changed.status).toBe(200);
  expect(await meaning()).toEqual(before);
  await start();
  expect(await known()).toContain(code);
  expect((await client.get(`/api/employee-roles/${role.id}`)).body.permissionIds).toHaveLength(2);
  expect(await meaning()).toEqual(before);
});
