import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { self } from '#contract/kernel/access.ts';
import { spreadsheet } from '#contract/kernel/file.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { Counts } from '#contract/kernel/page.ts';
import { makeEmployee } from '#server/demo/factories.ts';
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import type { Booted } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { type Actor, makeWorld, type World } from './helpers/actors.ts';
import { addressOf } from './helpers/addresses.ts';
import { nothing } from './helpers/custom-roles.ts';
import { expected, targetsOf } from './helpers/matrix.ts';
import { bytesFrom } from './helpers/reading.ts';
import { passwordHash } from './helpers/things.ts';

/** Words that stand in everything a company or a person has, and nowhere else. */
const marks = {
  home: 'Домовая',
  other: 'Чужедальняя',
  stranger: 'Странников',
  second: 'Второвский',
  self: 'Самойлов',
  /** Other debtors of the home company, who may not come in. */
  apart: 'Обособленный',
} as const;
type Mark = keyof typeof marks;
/** The same of one account alone: what it is told, where it is signed in, what is made for it. */
const markOf = (accountId: number): string => `лично-${accountId}-`;

/** Somebody, and what he must never read. */
interface Reader {
  actor: Actor;
  name: string;
  hidden: readonly string[];
  /** The marks of all accounts but his own. Operators meet them in the lists of others, never among their own. */
  othersOwn: readonly string[];
}

let world: World;
let readers: Reader[];
beforeAll(async () => {
  world = await makeWorld();
  await markEverything(world);
  const neighbour = await makeNeighbour(world);
  await markAccounts(world);
  const accounts = await column('select id as found from accounts');
  const reader = async (actor: Actor, hidden: readonly Mark[]): Promise<Reader> => ({
    actor,
    name: actor.person.name,
    hidden: [...hidden.map((mark) => marks[mark]), ...(await numbersBeyond(actor, hidden))],
    othersOwn: accounts.filter((id) => Number(id) !== actor.accountId).map((id) => markOf(Number(id))),
  });
  readers = [await reader(neighbour, ['home', 'stranger', 'self', 'apart'])];
  for (const actor of world.actors) if (actor.accountId !== null) readers.push(await reader(actor, hiddenFrom(actor)));
});
afterAll(() => world.testApp.stop());

const column = async (query: string, values: unknown[] = []): Promise<string[]> =>
  (await world.testApp.owner.query<{ found: unknown }>(query, values)).rows.map(({ found }) => String(found));

function hiddenFrom({ person }: Actor): Mark[] {
  if (person.kind === 'operator') return [];
  // At the company that he owes to others owe as well.
  if (person.kind === 'individual') return ['other', 'stranger', 'second', 'apart'];
  return person.out === 'dismissed' ? ['home', 'other', 'stranger', 'second', 'self', 'apart'] : ['other', 'second'];
}

/** The tables of what a company has with somebody, or alone, under a number that people read. */
const numberedTables = async (): Promise<{ table: string; ofPeople: boolean }[]> =>
  (
    await world.testApp.owner.query<{ table: string; ofPeople: boolean }>(
      `select c.table_name as table, bool_or(o.column_name = 'individual_id') as "ofPeople"
       from information_schema.columns c join information_schema.columns o using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'number' and c.data_type = 'text'
       group by 1 having bool_or(o.column_name = 'legal_entity_id') order by 1`,
    )
  ).rows;

/** The numbers of what somebody else asks, pays and has agreed on: a number is no mark, and tells of a row all the same. */
async function numbersBeyond({ individualId }: Actor, hidden: readonly Mark[]): Promise<string[]> {
  const companies = [
    ...(hidden.includes('home') ? [world.home.id] : []),
    ...(hidden.includes('other') ? [world.other.id] : []),
  ];
  const found = await Promise.all(
    (await numberedTables()).map(({ table, ofPeople }) => {
      const beyond =
        individualId === null
          ? `legal_entity_id = any($1::bigint[])`
          : ofPeople
            ? 'individual_id is distinct from $1'
            : '$1::bigint is not null';
      return column(
        `select number as found from ${table} where (${beyond}) is true except select number from ${table} where (${beyond}) is not true`,
        [individualId ?? companies],
      );
    }),
  );
  return found.flat();
}

/** Writes the marks into what the two companies and the people of this world have. */
async function markEverything({ testApp, home, other, stranger, second, actors }: World): Promise<void> {
  const { owner: pool } = testApp;
  const debtor = actors.find(
    ({ person, individualId }) => person.kind === 'individual' && !person.out && individualId,
  )!;
  const known = [stranger.individual, second, debtor.individualId];
  await pool.query('update individuals set last_name = $1 where id <> all($2::bigint[])', [marks.apart, known]);
  for (const [mark, id] of [
    [marks.stranger, stranger.individual],
    [marks.second, second],
    [marks.self, debtor.individualId],
  ]) {
    await pool.query('update individuals set last_name = $1 where id = $2', [mark, id]);
  }
  for (const [mark, { id }] of [
    [marks.home, home],
    [marks.other, other],
  ] as const) {
    await pool.query('update legal_entities set short_name = $1, full_name = $1 where id = $2', [mark, id]);
    await pool.query('update registries set name = $1 where legal_entity_id = $2', [mark, id]);
    // What a creditor has with somebody has the marks of both: to another debtor of the same creditor it is foreign.
    const both = `$1 || '-' || i.last_name || '-' || t.id`;
    const ofDebtor = `from individuals i where i.id = t.individual_id and t.legal_entity_id = $2`;
    for (const table of ['registry_entries', 'simple_registry_entries']) {
      await pool.query(`update ${table} t set last_name = i.last_name, contract_number = ${both} ${ofDebtor}`, [
        mark,
        id,
      ]);
    }
    for (const table of ['requests', 'simple_requests']) {
      await pool.query(`update ${table} t set creditor_name = ${both} ${ofDebtor}`, [mark, id]);
    }
    await pool.query(
      `update settlements t set search = lower($1 || ' ' || i.last_name || ' ' || t.number || ' 7') ${ofDebtor}`,
      [mark, id],
    );
    await pastTriggers(pool, `update issued_documents t set number = ${both} ${ofDebtor}`, [mark, id]);
    await pastTriggers(
      pool,
      `update invoices set facts = jsonb_set(facts, '{payer,name}', to_jsonb($1::text)) where legal_entity_id = $2`,
      [mark, id],
    );
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

/** Changes what the database itself keeps as it was. */
async function pastTriggers(pool: Booted['owner'], query: string, values: readonly unknown[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(query, [...values]);
  } finally {
    client.release(true);
  }
}

/** Writes the mark of each account into its notifications, sessions, tasks and views. */
async function markAccounts({ testApp: { owner }, home }: World): Promise<void> {
  const mark = (of: string): string => `'лично-' || ${of} || '-'`;
  await owner.query(`insert into notifications (account_id, title) select id, ${mark('id')} from accounts`);
  await owner.query(`update sessions set user_agent = ${mark('account_id')}`);
  await owner.query(`update background_tasks set title = ${mark('account_id')}`);
  await owner.query(`update saved_views set name = ${mark('account_id')}`);
  // Only who takes part in a talk complains of what is said there.
  await owner.query(
    `insert into complaints (account_id, message_id, kind)
     select a.id, m.id, 'insult' from chat_messages m join chats c on c.id = m.chat_id join accounts a
       on a.id = (select account_id from individuals where id = c.individual_id)
       or exists (select from employees e join memberships p on p.employee_id = e.id and p.active
         where e.account_id = a.id and p.legal_entity_id = c.legal_entity_id)
     where m.id = $1 on conflict do nothing`,
    [home.settlement.answer],
  );
  await owner.query(`update complaints set words = ${mark('account_id')}`);
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
  return {
    ...nothing,
    sessionId: null,
    person: { name: 'руководитель другой компании', kind: 'employee', role: 'head' },
    client,
    accountId: made.accountId,
    employeeId: made.employeeId,
  };
}

/** Whatever gives the rows of a list as a file, of any type, and reports. */
const isRows = ({ def }: Operation): boolean =>
  def.file === spreadsheet || (def.file !== undefined && (def.lists?.length ?? 0) > 0);
/** Whatever gives rows: what is read, and reports, whose wishes are long and come in a body. */
const reads = operations.filter(
  (one) => one.def.access !== 'anyone' && (isRows(one) || (one.method === 'GET' && one.def.out !== undefined)),
);

/** A query or a body, and the mark that is searched for. */
interface Question {
  query: string;
  sought?: string;
}

/** How an operation is asked: as it is, with each foreign company or person asked for, and each mark searched for. */
function askedOf({ method, def }: Operation): Question[] {
  if (method !== 'GET') return bodiesOf(def).map((body) => ({ query: JSON.stringify(body) }));
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
    ? Object.values(marks).map((mark) => ({ query: `q=${encodeURIComponent(mark)}`, sought: mark }))
    : [];
  const needed = def.query === undefined || def.query.safeParse({}).success ? [''] : [];
  const more = shape?.q ? ['q=7777'] : [];
  return [...[...needed, ...filters, ...more].map((query) => ({ query })), ...searches];
}

/** The same of a report, which is asked in a body. */
function bodiesOf({ body }: Operation['def']): object[] {
  const names = Object.keys((body as unknown as { shape: object }).shape);
  return [
    {},
    ...(names.includes('legalEntityId') ? [world.home.id, world.other.id] : []).map((id) => ({ legalEntityId: id })),
  ];
}

/** Everything that an answer says, a spreadsheet unpacked. @param body of a question that is not in its address */
async function textOf({ client }: Actor, path: string, body?: string): Promise<{ status: number; text: string }> {
  const { status, bytes } = await bytesFrom(client, path, body);
  return {
    status,
    text: bytes.subarray(0, 2).toString('latin1') === 'PK' ? unpacked(bytes) : bytes.toString(),
  };
}

/** How many rows an answer says that there are, where it says so. */
function countIn(text: string): number | undefined {
  if (!text.startsWith('{')) return undefined;
  const { total, counts } = JSON.parse(text) as { total?: unknown; counts?: { all?: number } };
  return typeof total === 'number' ? total : counts?.all;
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

/** The address of an operation for somebody, or null where it lets him in nowhere. */
function pathFor({ actor, name }: Reader, operation: Operation): string | null {
  const [target] = targetsOf(operation);
  if (expected(operation, actor.person, target!) !== '✓' && actor.person.out !== 'dismissed') return null;
  // What is foreign to everybody else is the neighbour's own.
  const whose = name.includes('другой') && target === 'own' ? 'foreign' : target!;
  return addressOf(world, actor, operation, whose);
}

const isExport = (one: Operation): boolean =>
  isRows(one) && (one.def.query !== undefined || one.def.body !== undefined);
const isCount = ({ def }: Operation): boolean => def.out === Counts;
/** What operators alone read holds nothing back from them. */
const isOfParties = ({ def: { access } }: Operation): boolean =>
  access !== 'anyone' && (access.individual ?? access.employee) !== undefined;
const isList = ({ def }: Operation): boolean => 'items' in ((def.out as { shape?: object } | undefined)?.shape ?? {});

describe('the rows of every list, export and count', () => {
  test('are those of whoever reads them', { timeout: 600_000 }, async () => {
    const wrong: string[] = [];
    const seen = new Map<Operation, Set<string>>();
    for (const operation of reads) {
      const said = seen.set(operation, new Set()).get(operation)!;
      await Promise.all(
        readers.map(async (reader) => {
          const { actor, name, hidden, othersOwn } = reader;
          const path = pathFor(reader, operation);
          if (path === null) return;
          const isMine = operation.def.access === self || actor.person.kind !== 'operator';
          const unseen = isMine ? [...hidden, ...othersOwn] : hidden;
          for (const { query, sought } of askedOf(operation)) {
            const { status, text } = await (operation.method === 'GET'
              ? textOf(actor, `${path}?${query}`)
              : textOf(actor, path, query));
            const isRefused = status >= 500 || (isExport(operation) && status !== 200 && !actor.person.out);
            if (isRefused) wrong.push(`${operation.code} × ${name}: ${status} to ${query}`);
            if (status !== 200) continue;
            const leaked = unseen.filter((mark) => text.includes(mark));
            if (leaked.length > 0) wrong.push(`${operation.code} × ${name}: ${leaked.join()} by ${query}`);
            // What is not shown is not counted either.
            const count = countIn(text);
            if (sought && count && unseen.includes(sought)) {
              wrong.push(`${operation.code} × ${name}: ${count} of ${sought}`);
            }
            if (sought && count) said.add(sought);
            for (const mark of Object.values(marks)) if (text.includes(mark)) said.add(mark);
            if (text.includes(markOf(actor.accountId!))) said.add('лично');
          }
        }),
      );
    }
    expect(wrong).toEqual([]);
    // The marks stand where there is something to hide: whoever may see everything reads those of both companies.
    const blind = reads.filter(
      (one) =>
        ((isList(one) && one.def.lists?.length) || (isExport(one) && isOfParties(one))) && seen.get(one)!.size === 0,
    );
    expect(blind.map(({ code }) => code).sort()).toEqual([
      'employee-permissions.list',
      'operator-permissions.list',
      'operator-roles.list',
      // What moves of a company's money names nobody.
      'payouts.exportMovements',
    ]);
  });

  test('are as many as their tabs say, to whomever they are counted', { timeout: 600_000 }, async () => {
    const wrong: string[] = [];
    let compared = 0;
    for (const counts of reads.filter(isCount)) {
      const list = reads.find(({ path }) => `${path}/counts` === counts.path);
      for (const reader of readers.filter(({ actor }) => list && actor.person.kind !== 'operator')) {
        const [from, to] = [pathFor(reader, counts), pathFor(reader, list!)];
        if (from === null || to === null) continue;
        const [told, there] = [await textOf(reader.actor, from), await textOf(reader.actor, `${to}?limit=1`)];
        if (told.status !== 200 || there.status !== 200) continue;
        compared++;
        if (countIn(told.text) !== countIn(there.text)) {
          wrong.push(`${counts.code} × ${reader.name}: ${countIn(told.text)} of ${countIn(there.text)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(5);
  });
});
