import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Tx } from '../database/db.ts';
import { jsonText } from '../database/json-columns.ts';
import { inSystemTransaction } from '../state/write.ts';

/** Pages of a table that one transaction seals anew: some hundreds of rows, so that nobody waits for them long. */
const portionPages = 16;

/** Columns whose values go from table to table as they are, and so are sealed in the context of the one where they end. */
const contexts: Readonly<Record<string, string>> = {
  'registry_rows.person': 'registry_entries.person',
  'registry_entry_versions.person': 'registry_entries.person',
};

/** A table with sealed columns: all whose names end so. */
export interface Sealed {
  table: string;
  columns: string[];
}
interface Row {
  at: string;
  values: (string | null)[];
}
export interface Counts {
  sealed: number;
  /** What does not open, and so stays. */
  left: number;
}

/** Adds the counts of a part to those of the whole. */
export function add(to: Counts, { sealed, left }: Counts): void {
  to.sealed += sealed;
  to.left += left;
}

/** Seals a table anew, portion by portion. @throws Error when this node stops meanwhile */
export async function resealTable(app: App, sealed: Sealed): Promise<Counts> {
  const { db } = app.database;
  const counts: Counts = { sealed: 0, left: 0 };
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size(${sealed.table}::regclass) / current_setting('block_size')::int)::int as pages`.execute(
    db,
  );
  for (let page = 0; page < rows[0]!.pages; page += portionPages) {
    if (app.jobs.stopping.aborted) throw new Error('This node stops: another one goes on');
    const portion = await inSystemTransaction(db, 'keys.reseal', (tx) => resealPortion(app, tx, sealed, page));
    add(counts, portion);
  }
  if (counts.sealed > 0) {
    await inSystemTransaction(db, 'keys.reseal', (tx) => note(tx, { table: sealed.table, ...counts }));
  }
  return counts;
}

async function resealPortion(app: App, tx: Tx, { table, columns }: Sealed, page: number): Promise<Counts> {
  const current = `${app.keys.now().sealing}.%`;
  const old = sql.join(
    columns.map((column) => sql`${sql.ref(column)} not like ${current}`),
    sql` or `,
  );
  const values = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<Row>`
    select ctid::text as at, array[${values}] as values from ${sql.table(table)}
    where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + portionPages},0)`}::tid and (${old}) for update`.execute(
    tx,
  );
  const done = rows.map((row) => resealedRow(app, table, columns, row)).filter((row) => row !== null);
  if (done.length > 0) await put(tx, table, columns, done);
  return { sealed: done.length, left: rows.length - done.length };
}

/** @returns null for a row that does not open */
function resealedRow({ secrets }: App, table: string, columns: readonly string[], { at, values }: Row): Row | null {
  try {
    const again = values.map((value, index) => {
      const name = `${table}.${columns[index]!.replace(/_sealed$/, '')}`;
      const context = contexts[name] ?? name;
      return value === null ? null : secrets.seal(context, secrets.open(context, value));
    });
    return { at, values: again };
  } catch {
    return null;
  }
}

async function put(tx: Tx, table: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
  const names = columns.map((column) => sql.ref(column));
  const set = sql.join(names.map((name) => sql`${name} = again.${name}`));
  const given = columns.map((_, index) => sql`${rows.map(({ values }) => values[index])}::text[]`);
  await sql`
    update ${sql.table(table)} as kept set ${set}
    from unnest(${rows.map(({ at }) => at)}::tid[], ${sql.join(given)}) as again (place, ${sql.join(names)})
    where kept.ctid = again.place`.execute(tx);
}

/** One line of the audit about many rows: each of them says the same as before. */
export async function note(tx: Tx, { table, ...counts }: Counts & { table: string }): Promise<void> {
  const operation = table === 'data_keys' ? 'keys.retire' : 'keys.reseal';
  await tx
    .insertInto('auditLog')
    .values({ operation, action: 'update', objectType: table, objectId: null, after: jsonText(counts) })
    .execute();
}
