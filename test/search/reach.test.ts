import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionFor } from '#contract/kernel/op.ts';
import { search } from '#contract/platform/search.ts';
import { registries } from '#contract/registries/registries.ts';
import { makeEmployee } from '#server/demo/factories.ts';
import { keptStatement } from '#server/modules/search/kept.ts';
import type { Ids } from '#server/modules/search/kinds.ts';
import { partyScopes } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Actor, makeWorld, type World } from '../access/helpers/actors.ts';
import { fromNowhere } from '../access/helpers/addresses.ts';
import { signIn } from '../access/helpers/persons.ts';
import { passwordHash } from '../access/helpers/things.ts';
import type { Client } from '../helpers/client.ts';

/** The statements of a search are kept for whoever reaches the same: nobody finds by the statement of another. */
let world: World;
let clients: Record<'debtor' | 'otherDebtor' | 'head' | 'otherHead' | 'headOfBoth' | 'powerless', Client>;
/** The claims that each of them finds. */
let claims: Record<keyof typeof clients, number[]>;

beforeAll(async () => {
  world = await makeWorld();
  const debtor = person('физлицо');
  const numbered = [world.home.claims.entry, world.other.claims.entry, debtor.entry];
  await world.testApp.owner.query(
    `update registry_entries set contract_number = 'КД-900' || id || '/Г' where id = any($1)`,
    [numbered],
  );
  clients = {
    debtor: debtor.client,
    otherDebtor: await clientOf('select account_id from individuals where id = $1', world.second),
    head: person('руководитель').client,
    otherHead: await clientOf(
      `select e.account_id from employees e join memberships m on m.employee_id = e.id join roles r on r.id = m.role_id
      where m.legal_entity_id = $1 and r.code = 'head'`,
      world.other.id,
    ),
    headOfBoth: await enter(await makeHeadOfBoth()),
    powerless: person('сотрудник без прав').client,
  };
  const [home, other, own] = numbered as [number, number, number];
  claims = {
    debtor: [own],
    otherDebtor: [other],
    head: [home, own],
    otherHead: [other],
    headOfBoth: [home, other, own],
    powerless: [],
  };
});
afterAll(() => world.testApp.stop());

const person = (name: string): Actor => world.actors.find((one) => one.person.name === name)!;

const enter = async (accountId: number): Promise<Client> => {
  const { testApp } = world;
  const anybody = { name: '', kind: 'individual' } as const;
  return inSystemTransaction(
    testApp.app.database.db,
    'system.test',
    async (tx) => (await signIn(testApp, tx, anybody, accountId)).client,
  );
};

async function clientOf(text: string, id: number): Promise<Client> {
  return enter((await world.testApp.owner.query(text, [id])).rows[0].account_id);
}

async function makeHeadOfBoth(): Promise<number> {
  const legalEntityId = world.home.id;
  return inSystemTransaction(world.testApp.app.database.db, 'system.test', async (tx) => {
    const { accountId, employeeId } = await makeEmployee(tx, { passwordHash, legalEntityId, role: 'head' });
    const { roleId } = await tx
      .selectFrom('memberships')
      .select('roleId')
      .where('employeeId', '=', employeeId)
      .executeTakeFirstOrThrow();
    await tx.insertInto('memberships').values({ employeeId, legalEntityId: world.other.id, roleId }).execute();
    return accountId;
  });
}

async function claimsFound(client: Client, q: string): Promise<number[]> {
  const { status, body } = await client.get(`/api/search?q=${encodeURIComponent(q)}`, fromNowhere());
  expect(status).toBe(200);
  const ids = body.items.flatMap((one: { kind: string; id: number }) => (one.kind === 'claim' ? [one.id] : []));
  return ids.toSorted((one: number, other: number) => one - other);
}

test.each(['кд-900', '900', 'КД'])('by «%s» each finds his own, whoever has searched before him', async (q) => {
  const askers = Object.keys(clients).filter((one) => one !== 'powerless') as (keyof typeof clients)[];
  for (const asker of [...askers, ...askers.toReversed(), ...askers]) {
    const expected = q.length < 3 ? [] : claims[asker].toSorted((one, other) => one - other);
    expect(await claimsFound(clients[asker], q), asker).toEqual(expected);
  }
});

test('a right that a role is given or loses counts from the next question on', async () => {
  const { owner } = world.testApp;
  const { role } = world.home;
  const codes = [search.find, registries.companyEntries].map((operation) => permissionFor(operation, 'employee'));
  const grant = async (code: string | null | undefined) => {
    await owner.query('insert into role_permissions select $1, id from permissions where code = $2', [role, code]);
    await owner.query('update roles set version = version + 1 where id = $1', [role]);
  };
  const revoke = async (code: string | null | undefined) => {
    const which = 'role_id = $1 and permission_id = (select id from permissions where code = $2)';
    await owner.query(`delete from role_permissions where ${which}`, [role, code]);
    await owner.query('update roles set version = version + 1 where id = $1', [role]);
  };
  if (codes[0]) await grant(codes[0]);
  const all = claims.head.toSorted((one, other) => one - other);
  for (let round = 0; round < 2; round++) {
    expect(await claimsFound(clients.powerless, 'кд-900')).toEqual([]);
    await grant(codes[1]);
    expect(await claimsFound(clients.powerless, 'кд-900')).toEqual(all);
    await revoke(codes[1]);
  }
});

test('the statement of people of one company is put together once for all of them', () => {
  const actor = { kind: 'employee', individualId: null, permissions: new Set(), memberships: [] as object[] };
  actor.memberships.push({ legalEntityId: world.home.id, permissions: new Set() });
  const ctx = { db: world.testApp.app.database.db, actor } as unknown as Ctx;
  let written = 0;
  const write = () => {
    written++;
    const question = { actor: ctx.actor!, companies: [world.home.id] };
    return sql<Ids>`select 1 from registry_entries as e where ${partyScopes.member('e', question)}`;
  };
  keptStatement(ctx, 'of one company', write);
  keptStatement(ctx, 'of one company', write);
  expect(written).toBe(1);
});
