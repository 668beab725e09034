import type pg from 'pg';
import type { Client } from '#test/helpers/client.ts';
import { readWorkbook, valuesOf } from '#test/helpers/files/workbook.ts';

/** The cookies of a browser as a header. */
export const cookiesOf = (client: Client): string =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The rows of a report that is asked for by a body, without their header. @throws when it is no spreadsheet */
export async function reportRows(client: Client, path: string, body: object): Promise<(string | null)[][]> {
  const headers = { cookie: cookiesOf(client), 'content-type': 'application/json' };
  const response = await fetch(client.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return valuesOf(readWorkbook(Buffer.from(await response.arrayBuffer()))[0]!).slice(1);
}

/** Asks for an export of people; the body waits to be read. */
export const download = (
  client: Client,
  { query = '', signal }: { query?: string; signal?: AbortSignal } = {},
): Promise<Response> =>
  fetch(`${client.url}/api/individuals/exports/excel?${query}`, {
    headers: { cookie: cookiesOf(client) },
    ...(signal && { signal }),
  });

/** Puts this many people with contacts into the database, past triggers and the indexes of the search, which would take
 * most of the time: what is looked at here is the way out. */
export async function crowd(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`
      set statement_timeout = 0;
      set session_replication_role = replica;
      drop index accounts_search, individuals_search;
      insert into accounts (kind, email, phone, password_hash)
        select 'individual', 'person-' || n || '@crowd.test', '+7' || (9160000000 + n), 'x' from generate_series(1, ${count}) n;
      insert into individuals (account_id, last_name, first_name, middle_name, inn, verification_status, created_at)
        select a.id, 'Крылова-' || md5(a.id::text), 'Екатерина', 'Александровна', lpad(a.id::text, 12, '0'),
          (array['unverified', 'pending', 'verified', 'blocked'])[1 + a.id % 4], now() - a.id * interval '1 minute'
        from accounts a where a.email like '%@crowd.test';
      analyze individuals; analyze accounts`);
  } finally {
    client.release(true);
  }
}

const ofExport = `datname = current_database() and (query like 'declare exported%' or query like 'fetch % from exported')`;

/** How many connections an export holds now. */
export async function exporting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*) from pg_stat_activity where ${ofExport}`);
  return rows[0]!.count;
}

const gateLock = 4_817_220_366;

/**
 * Puts a gate before the people, at which their readers can be made to wait: no lock on the table would do, because
 * the look for the session reads it too. The gate is in a column that only lists and exports read.
 */
export async function putGate(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'individuals' and column_name <> 'created_at'`,
  );
  await pool.query(`
    create function gate(at timestamptz) returns timestamptz language plpgsql stable as $$
      begin perform pg_advisory_xact_lock_shared(${gateLock}); return at; end $$;
    alter table individuals rename to gated;
    create view individuals as select ${rows.map(({ name }) => name).join(', ')}, gate(created_at) as created_at from gated;
    grant select on individuals to public`);
}

/** Keeps the gate shut until the given work is done. */
export async function whileShut<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${gateLock})`);
    return await work();
  } finally {
    client.release(true);
  }
}

/** Ends the connections of all exports, as a failing database would. */
export const killExports = (pool: pg.Pool) =>
  pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofExport}`);
