import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { FileRow } from '#server/demo/registry-generator.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { accept, type Lender, makeLender, portfolio, rowsOf } from './scenario.ts';

/**
 * What the planner believes of a registry that has come a moment ago is wrong: the statistics are from before it, from a
 * smaller one, or from the moment when the tables of the dry run were empty. No plan may turn quadratic of that. Counted
 * are the rows that the transactions of a registry have read, not seconds.
 */
const small = 100;
const large = 800;
/** What a plan reads once for every registry does not grow; squared, reads grow 64 times. */
const mostGrowth = (large / small) * 1.5;

const staged = ['registry_rows', 'registry_verdicts', 'registry_problems'];
const filled = [
  ...staged,
  'registry_entries',
  'simple_registry_entries',
  'registry_snapshots',
  'registry_entry_versions',
  'entry_notices',
];

let testApp: Booted;
/** The one whose registry the statistics are taken of; then, for each state of them, one with few claims and one with many. */
let known: Lender;
let lenders: [Lender, Lender][];
beforeAll(async () => {
  testApp = await boot();
  await countReads();
  known = await makeLender(testApp);
  lenders = [];
  for (const _ of Object.keys(states)) lenders.push([await makeLender(testApp), await makeLender(testApp)]);
});
afterAll(() => testApp.stop());

/**
 * Every transaction that moves a registry leaves behind how many rows of a registry it has read. A connection counts on
 * until its counts are flushed, which happens once a second unless it is wanted at the end of each transaction.
 */
async function countReads(): Promise<void> {
  await testApp.owner.query(`
    create table reads (at bigint generated always as identity, registry_id bigint, rows bigint);
    create function note_reads() returns trigger language plpgsql security definer as $$
    begin
      insert into reads (registry_id, rows)
        select new.id, sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_xact_user_tables
        where relname in (${filled.map((table) => `'${table}'`).join(', ')});
      perform pg_stat_force_next_flush();
      return null;
    end $$;
    create constraint trigger note_reads after update on registries deferrable initially deferred
      for each row execute function note_reads();`);
  for (const table of filled) await testApp.owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
}

/** The most that one transaction of a registry has read. */
async function readsOf(address: string): Promise<number> {
  const id = Number(address.split('/').at(-1));
  const { rows } = await testApp.owner.query<{ most: string }>(
    'select max(rows) as most from reads where registry_id = $1',
    [id],
  );
  return Number(rows[0]!.most);
}

const analyze = () => testApp.owner.query(`analyze ${filled.join(', ')}`);

/** What a vacuum leaves of a table that was emptied but for its last page: pages enough, and not a row in them. */
const emptied = () =>
  testApp.owner.query(
    'update pg_class set reltuples = 0, relpages = 1000, relallvisible = 0 where relname = any($1) and relkind = $2',
    [staged, 'r'],
  );

/** The same debtors with another debt: every row changes its entry. */
const changed = (rows: readonly FileRow[]): FileRow[] => rows.map((row) => ({ ...row, comment: 'Новая выгрузка' }));

const states: Record<string, () => Promise<unknown>> = {
  'of a smaller registry': analyze,
  'of emptied tables': () => analyze().then(emptied),
};

describe.each(['full', 'simple'] as const)('a %s registry', (kind: RegistryKind) => {
  test.each(Object.keys(states).map((name, at) => [name, at] as const))(
    'reads no more than it must, with the statistics %s',
    async (name, at) => {
      const seed = 10 * at + (kind === 'full' ? 100 : 200);
      await known.load(kind, rowsOf(kind, portfolio(seed), 0, 30));
      await states[name]!();
      const reads: Record<string, number>[] = [];
      for (const [index, count] of [small, large].entries()) {
        reads.push(await wholeLife(lenders[at]![index]!, kind, rowsOf(kind, portfolio(seed + 1 + index), 0, count)));
      }
      const growth = Object.fromEntries(
        Object.entries(reads[1]!).map(([step, rows]) => [step, rows / reads[0]![step]!] as const),
      );
      expect(Math.max(...Object.values(growth)), JSON.stringify({ reads, growth })).toBeLessThan(mostGrowth);
    },
  );
});

/** A registry is tried and loaded; then a fresh unloading that changes all of it, and one that has lost half of it. */
async function wholeLife(lender: Lender, kind: RegistryKind, rows: FileRow[]): Promise<Record<string, number>> {
  const first = await lender.prepare(kind, rows);
  const dryRun = await readsOf(first);
  await accept(lender.client, first);
  const load = await readsOf(first);
  const second = await lender.prepare(kind, changed(rows), { replaces: first.split('/').at(-1)! });
  const dryRunAgain = await readsOf(second);
  await accept(lender.client, second);
  const change = await readsOf(second);
  const third = await lender.prepare(kind, rows.slice(0, rows.length / 2), { replaces: second.split('/').at(-1)! });
  await accept(lender.client, third, rows.length / 2);
  return { dryRun, load, dryRunAgain, change, withdraw: await readsOf(third) };
}
