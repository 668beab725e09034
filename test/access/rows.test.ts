import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { spreadsheet } from '#contract/kernel/file.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { makeEmployee } from '#server/demo/factories.ts';
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { Client } from '../helpers/client.ts';
import { cookiesOf } from '../lists/exports/downloads.ts';
import { type Actor, addressOf, fromNowhere, makeWorld, type World } from './actors.ts';
import { expected, targetsOf } from './matrix.ts';
import { passwordHash } from './things.ts';

/** Words that stand in everything a company or a person has, and nowhere else. */
const marks = {
  home: 'Домовая',
  other: 'Чужедальняя',
  stranger: 'Странников',
  second: 'Второвский',
  self: 'Самойлов',
} as const;
type Mark = keyof typeof marks;

/** Somebody, and the marks that he must never read. */
interface Reader {
  actor: Actor;
  name: string;
  hidden: readonly Mark[];
}

let world: World;
let readers: Reader[];
beforeAll(async () => {
  world = await makeWorld();
  await markEverything(world);
  const neighbour = await makeNeighbour(world);
  readers = world.actors
    .filter(({ accountId }) => accountId !== null)
    .map((actor) => ({ actor, name: actor.person.name, hidden: hiddenFrom(actor) }));
  readers.push({ actor: neighbour, name: 'руководитель другой компании', hidden: ['home', 'stranger', 'self'] });
});
afterAll(() => world.testApp.stop());

function hiddenFrom({ person }: Actor): Mark[] {
  if (person.kind === 'operator') return [];
  if (person.kind === 'individual') return ['other', 'stranger', 'second'];
  return person.out === 'dismissed' ? ['home', 'other', 'stranger', 'second', 'self'] : ['other', 'second'];
}

/** Writes the marks into what the two companies and the people of this world have. */
async function markEverything({ testApp, home, other, stranger, second, actors }: World): Promise<void> {
  const { owner: pool } = testApp;
  const debtor = actors.find(
    ({ person, individualId }) => person.kind === 'individual' && !person.out && individualId,
  )!;
  for (const [mark, id] of [
    [marks.stranger, stranger.individual],
    [marks.second, second],
    [marks.self, debtor.individualId],
  ]) {
    await pool.query('update individuals set last_name = $1 where id = $2', [mark, id]);
  }
  for (const [mark, company] of [
    [marks.home, home],
    [marks.other, other],
  ] as const) {
    const { id } = company;
    await pool.query('update legal_entities set short_name = $1, full_name = $1 where id = $2', [mark, id]);
    await pool.query('update registries set name = $1 where legal_entity_id = $2', [mark, id]);
    for (const table of ['registry_entries', 'simple_registry_entries']) {
      await pool.query(
        `update ${table} set last_name = $1, contract_number = $1 || '-' || id where legal_entity_id = $2`,
        [mark, id],
      );
    }
    await pool.query('update requests set creditor_name = $1 where legal_entity_id = $2', [mark, id]);
    await pool.query('update simple_requests set creditor_name = $1 where legal_entity_id = $2', [mark, id]);
    await pool.query(`update settlements set search = lower($1) || ' 7' where legal_entity_id = $2`, [mark, id]);
    await pool.query('update roles set name = $1 where legal_entity_id = $2', [mark, id]);
    await pool.query('update tariffs set name = $1 where legal_entity_id = $2', [mark, id]);
    await pool.query(
      'update employees set last_name = $1 where id in (select employee_id from memberships where legal_entity_id = $2)',
      [mark, id],
    );
    await pool.query(
      `insert into approvals (kind, object_type, object_id, details, reason, status, maker_id, expires_at)
      select 'settlement.accept', 'settlements', min(s.id), '{"amount": 100, "rows": [], "termsHash": "hash"}', $1, 'rejected', (select min(account_id) from operators), now() + interval '1 day'
      from settlements s where s.legal_entity_id = $2`,
      [mark, id],
    );
    await pool.query(
      `insert into registry_problems (registry_id, row_no, found_in, severity, code, message, value)
      select id, 1, 'file', 'warning', 'FORMAT', $1, $1 from registries where legal_entity_id = $2`,
      [mark, id],
    );
    await pool.query(
      `insert into registry_rows (registry_id, row_no, broken, warned, last_name)
      select id, 1, false, false, $1 from registries where legal_entity_id = $2`,
      [mark, id],
    );
    await pool.query(
      `insert into registry_verdicts (registry_id, row_no, verdict)
      select id, 1, 'new' from registries where legal_entity_id = $1`,
      [id],
    );
  }
  // Those who work at the first company have its mark by their place, not by their name.
  await pool.query(`update employees set last_name = 'Сотрудников' where id = any($1::bigint[])`, [
    actors.flatMap(({ employeeId }) => employeeId ?? []),
  ]);
}

/** The head of the other company, with a session of his own. */
async function makeNeighbour({ testApp, other }: World): Promise<Actor> {
  const token = newToken();
  const made = await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    const person = await makeEmployee(tx, { passwordHash, legalEntityId: other.id, role: 'head' });
    const end = new Date(Date.now() + 3_600_000);
    await tx
      .insertInto('sessions')
      .values({ accountId: person.accountId, tokenHash: hashToken(token), expiresAt: end, idleExpiresAt: end })
      .execute();
    return person;
  });
  const client = new Client(testApp.url);
  client.cookies.set('session', token);
  const nobody = {
    sessionId: null,
    individualId: null,
    operatorId: null,
    savedView: null,
    consent: null,
    detail: null,
    backgroundTask: null,
    entry: null,
    simpleEntry: null,
    settlement: null,
  };
  return {
    ...nobody,
    person: { name: 'руководитель другой компании', kind: 'employee', role: 'head' },
    client,
    accountId: made.accountId,
    employeeId: made.employeeId,
  };
}

const reads = operations.filter(
  ({ method, def }) =>
    method === 'GET' && def.access !== 'anyone' && (def.out !== undefined || def.file === spreadsheet),
);

/** The addresses of an operation: as it is, with each foreign company or person asked for, and each mark searched for. */
function askedOf(path: string, { def }: Operation): string[] {
  const shape = def.query?.shape as
    | { filter?: { unwrap(): { unwrap?: () => { shape: object }; shape?: object } }; q?: unknown; screen?: unknown }
    | undefined;
  const filter = shape?.filter?.unwrap();
  const names = Object.keys(filter?.shape ?? {});
  const filters = [
    ...(names.includes('legalEntityId')
      ? [world.home.id, world.other.id].map((id) => `filter[legalEntityId]=${id}`)
      : []),
    ...(names.includes('individualId')
      ? [world.second, world.stranger.individual].map((id) => `filter[individualId]=${id}`)
      : []),
  ];
  const searches = shape?.q
    ? [...Object.values(marks).map((mark) => `q=${encodeURIComponent(mark)}`), 'q=7'.padEnd(4, '7')]
    : [];
  const needed = def.query === undefined || def.query.safeParse({}).success ? [''] : [];
  return [...needed, ...filters, ...searches].map((query) => `${path}?${query}`);
}

/** Everything that an answer says, a spreadsheet unpacked. */
async function textOf({ client }: Actor, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(client.url + path, { headers: { cookie: cookiesOf(client), ...fromNowhere() } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    text: bytes.subarray(0, 2).toString('latin1') === 'PK' ? unpacked(bytes) : bytes.toString(),
  };
}

/** The parts of an archive one after the other, as its directory lists them. */
function unpacked(zip: Buffer): string {
  const parts: string[] = [];
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const start = zip.readUInt32LE(at + 42);
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const data = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    parts.push((zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data).toString());
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts.join('\n');
}

describe('the rows of every list and export', () => {
  test('are those of whoever reads them', { timeout: 600_000 }, async () => {
    const wrong: string[] = [];
    const seen = new Map<Operation, Set<string>>();
    for (const operation of reads) {
      const said = seen.set(operation, new Set()).get(operation)!;
      await Promise.all(
        readers.map(async ({ actor, name, hidden }) => {
          const [target] = targetsOf(operation);
          const isNeighbour = name.includes('другой');
          if (expected(operation, actor.person, target!) !== '✓' && actor.person.out !== 'dismissed') return;
          const path = isNeighbour
            ? addressOf(world, actor, operation, target === 'own' ? 'foreign' : target!)
            : addressOf(world, actor, operation, target!);
          for (const address of path === null ? [] : askedOf(path, operation)) {
            const { status, text } = await textOf(actor, address);
            if (status >= 500) wrong.push(`${operation.code} × ${name}: ${status} to ${address}`);
            if (status !== 200) continue;
            for (const mark of Object.values(marks)) if (text.includes(mark)) said.add(mark);
            const leaked = hidden.filter((mark) => text.includes(marks[mark]));
            if (leaked.length > 0)
              wrong.push(`${operation.code} × ${name}: ${leaked.join()} by ${address.slice(path!.length)}`);
          }
        }),
      );
    }
    expect(wrong).toEqual([]);
    // The marks stand where there is something to hide: whoever may see everything reads those of both companies.
    const blind = operations
      .filter(({ def }) => def.lists?.length)
      .filter(
        (one) =>
          reads.includes(one) &&
          one.def.out &&
          'items' in ((one.def.out as { shape?: object }).shape ?? {}) &&
          seen.get(one)!.size === 0,
      );
    expect(blind.map(({ code }) => code).sort()).toEqual([
      'accounts.sessions',
      'background-tasks.list',
      'documents.list',
      'employee-permissions.list',
      'notifications.list',
      'operator-permissions.list',
      'operator-roles.list',
    ]);
  });
});
