import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Any number that nothing else in the database uses for an advisory lock. */
const lock = 6_037_715_248;
const waitMs = 100;

/** The right to fill the demonstration, which one process has at a time; it goes with the process that holds it. */
interface Turn {
  end(): Promise<void>;
}

/** Waits for the turn to fill the demonstration. @throws when `stopping` is set off meanwhile */
export async function takeTurn(connection: pg.PoolConfig, stopping: AbortSignal): Promise<Turn> {
  const client = new pg.Client(connection);
  // A lost connection fails the query under way; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => (ended ??= client.end());
  try {
    while (!(await isFree(client))) await sleep(waitMs, undefined, { signal: stopping });
    return { end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function isFree(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock]);
  return rows[0]!.free;
}
