import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { PoolClient, QueryArrayResult } from 'pg';
import { columnNames } from '../database/column-names.ts';
import type { Database } from '../database/db.ts';

/**
 * Enough to make the way to the database cheap, and few enough to be forgotten by the quick collections of memory: five
 * hundred claims at a time cost half as much again.
 */
const batchRows = 128;
/** A sort of a million rows takes its time, but no single step more than this. */
const statementTimeoutMs = 60_000;
/** Longer than the floor of HTTP waits for a client who has stopped reading. */
const idleTimeoutMs = 90_000;
const cancelEveryMs = 100;

/**
 * Reads all rows of a query in batches as they are at one moment: by a cursor in a read-only transaction on a
 * connection of its own. The connection is closed at the end, because a cancel still on its way must not strike
 * whoever would be given it next.
 * @param take what is wanted of a row; the row is one object that is filled anew for each, so it must not be kept
 * @param signal cancels the statement that is running and ends the reading
 */
export async function* readAll<Row, Taken>(
  database: Database,
  query: CompiledQuery<Row>,
  take: (row: Row) => Taken,
  signal: AbortSignal,
): AsyncGenerator<Taken[], void, undefined> {
  const client = await database.pool.connect();
  const ended = new AbortController();
  const cancel = (): void => void cancelUntil(ended.signal, database, client);
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    await declare(client, query);
    let names: string[] | undefined;
    const row: Record<string, unknown> = {};
    for (;;) {
      signal.throwIfAborted();
      const { rows, fields } = await fetchBatch(client);
      if (rows.length === 0) return;
      names ??= fields.map(({ name }) => columnNames.of(name));
      yield rows.map((values) => take(filled(row, names!, values) as Row));
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    ended.abort();
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

function filled(row: Record<string, unknown>, names: readonly string[], values: readonly unknown[]): object {
  for (let index = 0; index < names.length; index++) row[names[index]!] = values[index];
  return row;
}

/** By a callback: promises of the driver keep batches from the quick collections, and memory climbs by 100 MB. */
const fetchBatch = (client: PoolClient): Promise<QueryArrayResult> =>
  new Promise((resolve, reject) => {
    // The driver's types know this form with a promise only.
    const fetch = client.query.bind(client) as unknown as (
      query: { text: string; rowMode: 'array' },
      done: (error: Error | null, result: QueryArrayResult) => void,
    ) => void;
    fetch({ text: `fetch ${batchRows} from exported`, rowMode: 'array' }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });

/** A cancel that comes between two statements strikes nothing, so it is sent until the reading has ended. */
async function cancelUntil(ended: AbortSignal, { pool }: Database, client: PoolClient): Promise<void> {
  const { processID } = client as PoolClient & { processID: number };
  while (!ended.aborted) {
    // When the database is out of reach there is nothing left to cancel.
    await pool.query('select cancel_statement($1)', [processID]).catch(() => undefined);
    await sleep(cancelEveryMs, undefined, { ref: false });
  }
}
