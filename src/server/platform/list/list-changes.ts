import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

/** How many statements had written into some tables at one moment, and whose writes could not be seen yet. */
export interface Mark {
  counts: string;
  /** Transactions that had been counted already and were committed only later, if at all. */
  underWay: readonly string[];
}

/** Tables whose changes are counted (`changes_noted` of the migrations) and all others, per database. */
const known = new WeakMap<object, Promise<{ counted: ReadonlySet<string>; others: ReadonlySet<string> }>>();

/**
 * The tables that a query names, or null when it may answer differently though none of them has changed: when the changes
 * of one of them are not counted, or when it asks what time it is. A column that is called like a table counts as one.
 */
export async function tablesOf(db: Db, text: string): Promise<string[] | null> {
  if (/\b(now\(|current_|clock_timestamp)/i.test(text)) return null;
  if (!known.has(db)) known.set(db, tablesRead(db));
  const { counted, others } = await known.get(db)!.catch((error: unknown) => {
    known.delete(db);
    throw error;
  });
  const words = [...new Set(text.match(/[a-z_]+/g) ?? [])];
  return words.some((word) => others.has(word)) ? null : words.filter((word) => counted.has(word)).sort();
}

async function tablesRead(db: Db) {
  const { rows } = await sql<{ name: string; counted: boolean }>`
    select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'note_change') as counted
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`.execute(
    db,
  );
  const namesOf = (counted: boolean) => new Set(rows.filter((row) => row.counted === counted).map(({ name }) => name));
  return { counted: namesOf(true), others: namesOf(false) };
}

/**
 * How many statements have written into these tables by now, and whether one of the transactions that were under way at
 * an earlier moment has been committed since.
 */
export async function lookAgain(db: Db, tables: readonly string[], { underWay }: Pick<Mark, 'underWay'>) {
  const counts = tables.map((table) => sql`(select last_value from ${sql.table(`${table}_changes`)})`);
  const { rows } = await sql<{ counts: string; arrived: boolean }>`
    select array[${sql.join(counts)}]::text as counts, exists (
      select from unnest(${underWay}::text[]) as id
      where coalesce(pg_xact_status(id::xid8), 'committed') = 'committed') as arrived`.execute(db);
  return rows[0]!;
}

/**
 * The transactions that write into these tables and are not committed yet: each holds a lock on what it has written into.
 * To be asked after the counts: whoever writes later is counted later.
 */
export async function writersOf(db: Db, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with locks as materialized (
      select virtualtransaction, relation, transactionid, mode, database from pg_locks where granted
    ), writers as (
      select own.transactionid::text::bigint as id from locks own join locks written using (virtualtransaction)
      where own.transactionid is not null and own.mode = 'ExclusiveLock'
        and written.relation = any(${tables}::text[]::regclass[]) and written.mode like '%Exclusive%'
        and written.database = (select oid from pg_database where datname = current_database())
    )
    select id::text from pg_snapshot_xip(pg_current_snapshot()) as id
    where id::text::bigint % 4294967296 in (select id from writers)`.execute(db);
  return rows.map(({ id }) => id);
}
