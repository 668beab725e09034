import { CamelCasePlugin, type CompiledQuery } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import type { Database } from './db.ts';

/** Enough to make the way to the database cheap, and few enough to be forgotten by the quick collections of memory. */
const batchRows = 500;
/** A sort of a million rows takes its time, but no single step more than this. */
const statementTimeoutMs = 60_000;
/** Longer than the floor of HTTP waits for a client who has stopped reading. */
const idleTimeoutMs = 90_000;

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/**
 * Reads all rows of a query in batches as they stand at one moment: by a cursor in a read-only transaction on a
 * connection of its own. The connection is closed at the end, because a cancel still on its way must not strike
 * whoever would be given it next.
 * @param signal cancels the statement that is running and ends the reading
 */
export async function* readAll<Row>(
  database: Database,
  query: CompiledQuery<Row>,
  signal: AbortSignal,
): AsyncGenerator<Row[], void, undefined> {
  const client = await database.pool.connect();
  const cancel = (): void => cancelStatement(database, client);
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    await declare(client, query);
    for (;;) {
      signal.throwIfAborted();
      const result = await fetchBatch(client);
      if (result.rows.length === 0) return;
      const { rows } = await camelCase.transformResult({ queryId: query.queryId, result });
      yield rows as Row[];
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    client.release(true);
  }
}

async function declare(client: PoolClient, query: CompiledQuery): Promise<void> {
  await client.query(`begin isolation level repeatable read read only;
    set local statement_timeout = ${statementTimeoutMs};
    set local idle_in_transaction_session_timeout = ${idleTimeoutMs}`);
  await client.query({
    text: `declare exported no scroll cursor for ${query.sql}`,
    values: [...query.parameters],
  });
}

/** By a callback: promises of the driver keep batches from the quick collections, and memory climbs by 100 MB. */
const fetchBatch = (client: PoolClient): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(`fetch ${batchRows} from exported`, (error, result) => (error ? reject(error) : resolve(result)));
  });

function cancelStatement({ pool }: Database, client: PoolClient): void {
  const { processID } = client as PoolClient & { processID: number };
  // When the database is out of reach there is nothing left to cancel.
  pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
}
