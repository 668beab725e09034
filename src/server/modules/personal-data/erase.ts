import { type RawBuilder, sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { ErasureAct } from '#server/platform/database/json-columns.ts';
import {
  columnsOf,
  type Holding,
  holdingsOf,
  inTable,
  isPersonal,
  type Subject,
  type Tables,
} from '#server/platform/database/tables.ts';
import { blankAudit, erasureDigest, type RowIds } from './erase-audit.ts';

/** Where a file is stored: the folder of its storage, its name there. */
interface StoredFileKey {
  folder: 'files' | 'results';
  key: string;
}

/**
 * Blanks and takes away what is known of a person, in the caller's transaction: what was concluded first, then his rows, last
 * what the audit says of them. The erasure must be waiting.
 * @returns the act, and the digest of the audit rows that say less from now on
 */
export async function erasePerson(
  app: App,
  tx: Tx,
  erasureId: number,
  subject: Subject,
): Promise<{ act: ErasureAct; digest: string }> {
  const { tables } = app.appDefinition;
  const holdings = holdingsOf(tables);
  const rowIds = new Map<Holding, readonly number[]>();
  for (const holding of holdings) rowIds.set(holding, await idsOf(tx, holding, subject));
  const fileKeys = await fileKeysOf(tx, rowIds);
  await sql`select erase_fixed(${erasureId})`.execute(tx);
  const act: ErasureAct = { deleted: {}, blanked: {}, kept: {}, files: fileKeys.length, auditRows: 0 };
  // Rows that stay are blanked first: with that they let go of those that are deleted.
  const goesLast = ({ fate }: Holding): number => (fate === 'delete' ? 1 : 0);
  for (const holding of holdings.toSorted((one, other) => goesLast(one) - goesLast(other))) {
    await settle(tx, tables, holding, rowIds.get(holding)!, subject, act);
  }
  act.auditRows = await blankAudit(tx, tables, erasureId, subject, rowIds);
  await app.jobs.add(tx, removeFiles.name, { places: fileKeys });
  return { act, digest: await erasureDigest(tx, erasureId) };
}

/** Removes files that no row knows any more; one that is gone already is no matter. */
export async function removeFiles({ files }: App, { places }: { places: readonly StoredFileKey[] }): Promise<void> {
  for (const { folder, key } of places) await files.inFolder(folder).remove(key);
}

/** Tables whose rows have no number of their own. */
const unnumbered: ReadonlySet<string> = new Set(['registryEntryVersions', 'registryRows', 'idempotencyRecords']);

async function idsOf(tx: Tx, { table, of }: Holding, subject: Subject): Promise<number[]> {
  if (unnumbered.has(table)) return [];
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where ${of(subject)}`.execute(tx);
  return rows.map(({ id }) => id);
}

const idsIn = (rowIds: RowIds, table: string): readonly number[] =>
  [...rowIds].find(([holding]) => holding.table === table)?.[1] ?? [];

/** The files that nobody else has. */
async function fileKeysOf(tx: Tx, rowIds: RowIds): Promise<StoredFileKey[]> {
  const { rows } = await sql<StoredFileKey>`
    select 'files' as folder, key from stored_files where id = any(${idsIn(rowIds, 'storedFiles')}::bigint[])
    union all select 'results', file_key from background_tasks
      where id = any(${idsIn(rowIds, 'backgroundTasks')}::bigint[]) and file_key is not null`.execute(tx);
  return rows;
}

async function settle(
  tx: Tx,
  tables: Tables,
  holding: Holding,
  ids: readonly number[],
  subject: Subject,
  act: ErasureAct,
): Promise<void> {
  const { table, fate, of } = holding;
  const chosen = unnumbered.has(table) ? of(subject) : sql`id = any(${ids}::bigint[])`;
  if (typeof fate === 'object') {
    act.kept[table] = fate.keep;
    return;
  }
  const change = fate === 'delete' ? sql`delete from ${sql.table(table)}` : await blankingOf(tx, tables, holding);
  if (!change) return;
  const done = await sql`${change} where ${chosen}`.execute(tx);
  const count = Number(done.numAffectedRows ?? 0n);
  if (count > 0) act[fate === 'delete' ? 'deleted' : 'blanked'][table] = count;
}

const emptyOf: Readonly<Record<string, string>> = { text: `''`, date: `'1900-01-01'`, jsonb: `'[]'`, bytea: `''` };

/** Makes each personal or secret column of a table say nothing of anybody; nothing for a table that has none. */
async function blankingOf(
  tx: Tx,
  tables: Tables,
  { table, instead = {} }: Holding,
): Promise<RawBuilder<unknown> | null> {
  const columns = columnsOf(tables, table, (name) => isPersonal(name) || name === 'secret');
  const { rows } = await sql<{ name: string; type: string; nullable: boolean }>`
    select column_name as name, data_type as type, is_nullable = 'YES' as nullable from information_schema.columns
    where table_schema = current_schema() and table_name = ${inTable(table)}
      and column_name = any(${columns})`.execute(tx);
  const blanks = rows.map(({ name, type, nullable }) => [name, nullable ? 'null' : emptyOf[type]!]);
  const looks: Record<string, string> = { ...Object.fromEntries(blanks), ...instead };
  const sets = Object.entries(looks).map(([column, value]) => `${column} = ${value}`);
  if (sets.length === 0) return null;
  return sql`update ${sql.table(table)} set ${sql.raw(sets.join(', '))}`;
}
