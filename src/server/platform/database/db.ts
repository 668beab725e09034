import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { closePool, watchClients } from './close-pool.ts';
import { columnNames } from './column-names.ts';
import { PreparingClient } from './prepared.ts';
import type { DB } from './schema.ts';

/** A connection of a request: the pool for reading, the open transaction for writing. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

const int8 = 20;
// The driver's types name only single values; lists of ids have their own number.
const int8Array: number = 1016;
const date = 1082;
// Identity ids, counts and kopecks stay below 2^53 (a safe-integer check guards money on its way in), days are texts.
pg.types.setTypeParser(int8, Number);
pg.types.setTypeParser(int8Array, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));
pg.types.setTypeParser(date, (text) => text);

const instant = 1184;
const anyInstant = pg.types.getTypeParser(instant) as (text: string) => Date;
// Connections speak of instants in UTC, so nearly all of them are read in one way, some times quicker than any.
pg.types.setTypeParser(instant, (text) =>
  /^\d{4}-.*\+00$/.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : anyInstant(text),
);

/** How long somebody waits for a connection and for a statement. */
interface Timeouts {
  connectionTimeoutMillis: number;
  statement_timeout: number;
}
/** Nothing of a request may take longer; jobs and exports set their own. */
const requestTimeouts: Timeouts = { connectionTimeoutMillis: 5_000, statement_timeout: 5_000 };
/** A start has nobody who would try again: it waits for a slow machine. */
export const startTimeouts: Timeouts = { connectionTimeoutMillis: 60_000, statement_timeout: 120_000 };

/**
 * What every session is told. Instants become text in one way only; the audit's seals are taken over that text. And a row
 * that an index names costs hardly more than the next one, on disks without heads: told otherwise, the planner looks for
 * the claims of a large creditor by going back through those of all others. Nothing is compiled before it is executed: the
 * questions of a person are done sooner than that, and what is compiled is not kept with a plan.
 */
export const sessionSettings = '-c timezone=UTC -c random_page_cost=1.1 -c jit=off';

export interface Database {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
}

/** Opens the pool. Column names are snake_case in SQL and camelCase here. */
export function openDatabase(
  connection: pg.PoolConfig,
  size: number,
  onError: (error: Error) => void,
  timeouts = requestTimeouts,
): Database {
  const pool = watchClients(
    new pg.Pool({
      ...connection,
      Client: PreparingClient,
      max: size,
      application_name: 'ugovor',
      options: [sessionSettings, connection.options].join(' '),
      ...timeouts,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
    }),
  );
  // A server that stops tells its idle clients; without a listener that would end the process.
  pool.on('error', onError);
  // The same for a connection in use that dies between two statements of a transaction.
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [columnNames],
  });
  return { pool, db, close: () => closePool(pool) };
}

/** SQLSTATE of a database error, or undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The constraint or unique index that a statement broke, or undefined for anything else. */
export function brokenConstraint(error: unknown): string | undefined {
  return sqlState(error) === undefined ? undefined : (error as { constraint?: string }).constraint;
}
