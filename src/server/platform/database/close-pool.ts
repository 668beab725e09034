import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How long work under way may still hold its connection, and then how long its cancelled statement may take to end. */
const graceMs = 1_000;

const open = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Keeps the list of a pool's connections, which `closePool` goes through. @returns the pool */
export function watchClients(pool: pg.Pool): pg.Pool {
  const clients = new Set<pg.PoolClient>();
  open.set(pool, clients);
  return pool.on('connect', (client) => clients.add(client)).on('remove', (client) => clients.delete(client));
}

/**
 * Closes a pool of connections. What still holds one when its time is over has its statement cancelled, and in the end its
 * connection taken away: a server that nobody uses any more may then be stopped.
 */
export async function closePool(pool: pg.Pool): Promise<void> {
  const ended = pool.end();
  ended.catch(() => undefined);
  if (await within(ended)) return;
  const left = [...(open.get(pool) ?? [])];
  await cancelAll(pool, left).catch(() => undefined);
  if (await within(ended)) return;
  for (const client of left) void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
}

const within = (done: Promise<unknown>): Promise<boolean> =>
  Promise.race([done.then(() => true), sleep(graceMs, false, { ref: false })]);

/** Breaks off what these connections are busy with, over another one. */
async function cancelAll({ options }: pg.Pool, clients: readonly pg.PoolClient[]): Promise<void> {
  // The pool hides the password from copying, so it is named.
  const other = new pg.Client({ ...options, password: options.password });
  other.on('error', () => undefined);
  await other.connect();
  try {
    const processes = clients.map((client) => (client as pg.PoolClient & { processID: number }).processID);
    await other.query('select cancel_statement(process) from unnest($1::int[]) as process', [processes]);
  } finally {
    await other.end();
  }
}
