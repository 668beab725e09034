import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { FileRow } from '#server/demo/registry-generator.ts';
import { issueAssignmentNotices } from '#server/modules/documents/assignment/assignment-notices.commands.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { makeDebtorsKnown } from './helpers/known-debtors.ts';
import { countReads, type Reads, readsOf, sendLetters } from './helpers/reads.ts';
import { accept, generateRegistry, type Lender, makeLender, rowsOf } from './helpers/scenario.ts';

/**
 * What the planner believes of a registry that has come a moment ago is wrong: there are no statistics yet, or they are from
 * before it, from a smaller one, or from the moment when the tables of the dry run were empty. No plan may turn quadratic of
 * that. Counted are the rows of each table that the transactions of a registry have read, not seconds.
 */
const rowsOfLarge = 240;
/** What the statistics are taken of: a registry of so few rows. */
const rowsOfSmall = 30;
/**
 * So often a row of a table may be read for each row of a registry: once for every row of it would be as many. Small tables
 * are read whole, once a question, and questions of the same second are counted together.
 */
const mostOfRegistry = 25 * rowsOfLarge;
/** A letter has one debtor, however many others there are. */
const mostOfLetter = 50;

let testApp: Booted;
const run = (sql: string) => testApp.owner.query(sql);
const analyze = () => run('analyze');

/** States of the statistics: whether the small registry knew its debtors, and what happens between it and the large one. */
const states: Record<string, { known: boolean; happens(): Promise<unknown> }> = {
  'never taken': { known: true, happens: async () => undefined },
  'of a smaller registry': { known: true, happens: analyze },
  'of a smaller registry of strangers': { known: false, happens: analyze },
  'of a smaller registry that was taken back': {
    known: true,
    happens: () =>
      run(`update registry_entries set withdrawn_at = now() where withdrawn_at is null;
        update simple_registry_entries set withdrawn_at = now() where withdrawn_at is null;
        update simple_requests set deleted_at = now()`).then(analyze),
  },
  // What a vacuum leaves of a table that was emptied but for its last page: pages enough, and not a row in them.
  'of emptied tables': {
    known: true,
    happens: () =>
      analyze().then(() =>
        run(`update pg_class set reltuples = 0, relpages = 1000, relallvisible = 0
          where relname in ('registry_rows', 'registry_verdicts', 'registry_problems')`),
      ),
  },
};

const cases = (['full', 'simple'] as const).flatMap((kind) =>
  Object.entries(states).map(([name, state]) => ({ kind, name, state })),
);

describe.each(cases)('a $kind registry with the statistics $name', ({ kind, state }) => {
  beforeAll(async () => {
    testApp = await boot();
    await countReads(testApp);
  });
  afterAll(() => testApp.stop());

  test('reads no more than it must', async () => {
    await wholeLife(kind, { seed: 1, count: rowsOfSmall, known: state.known });
    await state.happens();
    const reads = await wholeLife(kind, { seed: 2, count: rowsOfLarge, known: true });
    expect(tooMany(reads)).toEqual([]);
  });
});

/** What has been read more often than it may, as a person reads it. */
const tooMany = (reads: Record<string, Reads>): string[] =>
  Object.entries(reads).flatMap(([step, tables]) =>
    [...tables]
      .filter(([, rows]) => rows > (step === 'letter' ? mostOfLetter : mostOfRegistry))
      .map(([table, rows]) => `${step}: ${rows} rows of ${table}`),
  );

/** The same debtors with another debt: every row changes its entry. */
const changed = (rows: readonly FileRow[]): FileRow[] => rows.map((row) => ({ ...row, comment: 'Новая выгрузка' }));

/** The same debtors, who refuse all contacts: of each the law is asked anew about what is planned with him. */
const closed = (row: FileRow): FileRow => ({ ...row, contactFlag: 'Отказ' });

const idOf = (address: string): string => address.split('/').at(-1)!;

/**
 * A registry is tried, put right and loaded, and its strangers are written to; then come a fresh unloading that changes all
 * of it, one that has lost half of it, and one of another creditor who claims the same of debtors who may not be called, while calls are planned;
 * at last it is withdrawn. What was
 * acquired is told of, and told of no more.
 */
async function wholeLife(
  kind: RegistryKind,
  { seed, count, known }: { seed: number; count: number; known: boolean },
): Promise<Record<string, Reads>> {
  const lender = await makeLender(testApp, { verificationStatus: 'verified', phone: '+78001234567' });
  // Claims that were acquired: their known debtors are told of it by documents.
  const acquired = generateRegistry(seed, 'collector');
  const rows = rowsOf(kind, acquired, 0, count);
  if (known) await makeDebtorsKnown(testApp, lender, rows);
  if (known && kind === 'full') await lender.load('simple', rowsOf('simple', acquired, 0, count));
  const reads: Record<string, Reads> = {};
  const step = async <T>(name: string, work: () => Promise<T>, of = lender): Promise<T> => {
    await readsOf(testApp, of.id);
    const done = await work();
    reads[name] = await readsOf(testApp, of.id);
    return done;
  };
  const spoilt = rows.map((row, at) => (at === 0 ? { ...row, phone: '+7916' } : row));
  const first = await step('dry run', () => lender.prepare(kind, spoilt));
  await step('correction', () => correctPhone(lender, first));
  await step('load', () => accept(lender.client, first));
  // The queue may have begun by itself: what its transactions have read is counted with the load or here.
  const tell = () => issueAssignmentNotices(testApp.app, { legalEntityId: lender.id });
  await step('notices of assignment', tell);
  if (known && kind === 'full') expect(await noticesOf(lender)).toEqual({ issued: count / 2, outdated: 0 });
  await step('order of letters', () => orderLetters(lender, first));
  reads['letter'] = await sendLetters(testApp, lender.id);
  const second = await step('dry run of the change', () =>
    lender.prepare(kind, changed(rows), { replaces: idOf(first) }),
  );
  await step('change', () => accept(lender.client, second));
  const half = rows.slice(0, count / 2);
  const third = await step('dry run of the half', () => lender.prepare(kind, half, { replaces: idOf(second) }));
  const { absent } = (await lender.client.get(third)).body;
  await step('half', () => accept(lender.client, third, absent));
  const rival = await makeLender(testApp);
  await planCalls(kind, lender);
  await step('the same claims', () => rival.load(kind, rows.map(closed)), rival);
  await step('withdrawal', () => withdraw(lender, third));
  await step('revocation of notices', tell);
  // About claims of those whose request is with the creditor there is one, and they stay; one about a claim whose limitation may be over
  // waits for its author (docs/decisions/0127).
  if (known && kind === 'full') {
    const pending = `select count(*)::int as asked from requests where legal_entity_id = $1 and status = 'pending'`;
    const { asked } = (await testApp.owner.query(pending, [lender.id])).rows[0];
    expect(asked).toBeGreaterThan(count / 32);
    expect(await noticesOf(lender)).toEqual({ issued: asked, outdated: 0 });
  }
  return reads;
}

/** How many notices of its claims a company has in force, and how many of them tell of claims that are withdrawn. */
const noticesOf = async ({ id }: Lender): Promise<unknown> => {
  const { rows } = await run(`
    select count(*)::int as issued, count(*) filter (where e.withdrawn_at is not null)::int as outdated
    from issued_documents d join registry_entries e on e.id = d.registry_entry_id
    where d.legal_entity_id = ${id} and d.status = 'issued'`);
  return rows[0];
};

/** A call is to come about each claim of a company. */
const planCalls = (kind: RegistryKind, { id }: Lender) =>
  run(`insert into contact_records (legal_entity_id, ${kind === 'full' ? 'registry' : 'simple'}_entry_id, kind, source, status, at, asked_at)
    select legal_entity_id, id, 'call', 'hand', 'planned', now() + interval '1 day', now()
    from ${kind === 'full' ? 'registry_entries' : 'simple_registry_entries'} where legal_entity_id = ${id}`);

async function correctPhone({ client }: Lender, address: string): Promise<void> {
  const { version } = (await client.get(address)).body;
  const [row] = (await client.get(`${address}/rows?filter[verdict]=error`)).body.items;
  const mend = { rowNo: row.rowNo, column: 'phone', value: '8 (916) 123-45-67', version };
  const reply = await client.post(`${address}/corrections`, mend);
  expect(reply.body.counts, reply.text).toMatchObject({ error: 0 });
}

async function orderLetters({ client }: Lender, address: string): Promise<void> {
  const reply = await client.post(`${address}/invitations`);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.planned).toBeGreaterThan(0);
}

async function withdraw({ client }: Lender, address: string): Promise<void> {
  const { version } = (await client.get(address)).body;
  const reply = await client.post(`${address}/withdraw`, { version, reason: 'Загружен по ошибке' });
  expect(reply.status, reply.text).toBe(200);
}
