import pg from 'pg';
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts';
import { Client } from '#test/helpers/client.ts';
import { type Bar, number } from './report.ts';
import type { BenchServer } from './server.ts';

/** How many work at once. */
export const workers = 16;

export interface Cost {
  perSecond: number;
  cpuMs: number;
}
/** With the time in which 99 of 100 are done, ms. */
export interface Timed extends Cost {
  p99: number;
}
/** The product beside the same writes as bare SQL. */
export interface Compared {
  ours: Timed;
  limit: Timed;
}

/** Letters, papers and messages are made by jobs afterwards and measured by themselves: here their jobs wait. */
export async function holdJobs(benchServer: BenchServer): Promise<void> {
  const client = await connect(benchServer);
  await client.query(`
    create function hold_job() returns trigger language plpgsql as $$
      begin new.run_at := now() + interval '1 day'; return new; end $$;
    create trigger hold before insert on graphile_worker._private_jobs for each row execute function hold_job();`);
  await client.end();
}

/** The browser of somebody whose session is opened without a password. */
export async function enter(benchServer: BenchServer, accountId: number): Promise<Client> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const session = { accountId, tokenHash: hashToken(token), expiresAt, idleExpiresAt: expiresAt };
  await benchServer.write((tx) => tx.insertInto('sessions').values(session).execute());
  const client = new Client(benchServer.server.url);
  client.cookies.set('session', token);
  return client;
}

/** A connection of our own to the database of the program. */
export async function connect({ postgres }: BenchServer): Promise<pg.Client> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  return client;
}

/** Gives a connection to each worker while the work lasts. */
export async function withConnections<T>(
  benchServer: BenchServer,
  work: (clients: readonly pg.Client[]) => Promise<T>,
): Promise<T> {
  const clients = await Promise.all(Array.from({ length: workers }, () => connect(benchServer)));
  const done = await work(clients);
  await Promise.all(clients.map((client) => client.end()));
  return done;
}

/** Works through the things, so many at once: each worker has those that stand at his turn. */
export async function run(ids: readonly number[], work: (id: number, worker: number) => Promise<void>): Promise<void> {
  const worker = async (turn: number) => {
    for (let index = turn; index < ids.length; index += workers) await work(ids[index]!, turn);
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => worker(index)));
}

/** Works through the things and says what each has cost. @param cpu processor seconds that everybody has used up to now */
export async function cost(ids: readonly number[], work: Parameters<typeof run>[1], cpu: () => number): Promise<Timed> {
  const before = cpu();
  const began = performance.now();
  const took: number[] = [];
  await run(ids, async (id, worker) => {
    const from = performance.now();
    await work(id, worker);
    took.push(performance.now() - from);
  });
  const seconds = (performance.now() - began) / 1000;
  const p99 = took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1]!;
  return { perSecond: ids.length / seconds, cpuMs: ((cpu() - before) * 1000) / ids.length, p99 };
}

/** The head of a table of comparisons. */
export const comparedHead = [
  'что',
  'в секунду',
  'p99, мс',
  'ЦП, мс',
  'предел, в секунду',
  'предел, p99, мс',
  'предел, ЦП, мс',
  'к пределу',
] as const;

/** A row of that table. */
export const comparedRow = (name: string, { ours, limit }: Compared): string[] => [
  name,
  number(ours.perSecond, 0),
  number(ours.p99, 0),
  number(ours.cpuMs),
  number(limit.perSecond, 0),
  number(limit.p99, 0),
  number(limit.cpuMs),
  `${number(ours.cpuMs / limit.cpuMs)} ×`,
];

/** The bar of a comparison, by processor time. @param dearest how many times what its writes cost bare it may cost */
export const comparedBar = (id: string, what: string, { ours, limit }: Compared, dearest: number): Bar => ({
  id,
  what,
  figure: ours.cpuMs / limit.cpuMs,
  limit: dearest,
  unit: '×',
});

/**
 * The bar of the slowest answers: what is promised is a share of the limit's throughput, so 99 of 100 may take as many
 * times longer than the limit's. The milliseconds of the plan are its translation on the machine where it was written.
 */
export const slowestBar = (id: string, what: string, { ours, limit }: Compared): Bar => ({
  id,
  what,
  figure: ours.p99 / limit.p99,
  limit: 5,
  unit: '×',
});
