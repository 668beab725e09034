import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { type Interval, startInterval } from '#server/platform/jobs/interval.ts';

/** How often the owner of the lease is heard of, and after what silence it is anybody's. */
const beatMs = 30_000;
const silentSeconds = 120;

/** The owner has been silent for so long that somebody else leads now. */
export class LeaseLost extends Error {}

/** By the database's clock; a touch from the future, as after the clock was set back, says nothing of now. */
const isHeard = sql<boolean>`abs(extract(epoch from clock_timestamp() - close_lease.seen_at)) < ${sql.lit(silentSeconds)}`;

/** Whether somebody leads the close of a day now. */
export async function isLed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ heard: boolean }>`select ${isHeard} as heard from close_lease`.execute(db);
  return rows[0]?.heard ?? false;
}

/** The right to lead the close of a day, of one process at a time (docs/decisions/0160). */
export class Lease {
  readonly #db: Db;
  readonly #holder: string;
  readonly #beating: Interval;

  private constructor({ database: { db }, log }: App, holder: string) {
    this.#db = db;
    this.#holder = holder;
    this.#beating = startInterval(beatMs, log, 'lease of the close', () => this.demand(db));
  }

  /** Takes the lease; undefined while somebody else has it. */
  static async take(app: App): Promise<Lease | undefined> {
    const holder = randomUUID();
    const { rows } = await sql`insert into close_lease (id, holder) values (1, ${holder})
      on conflict (id) do update set holder = excluded.holder, taken_at = clock_timestamp(), seen_at = clock_timestamp()
        where not ${isHeard} returning holder`.execute(app.database.db);
    return rows.length === 0 ? undefined : new Lease(app, holder);
  }

  /** Touches the lease; in a transaction it is locked to its end, so that nobody takes it over meanwhile. @throws LeaseLost */
  async demand(db: Db | Tx): Promise<void> {
    const { rows } = await sql`update close_lease set seen_at = clock_timestamp() where holder = ${this.#holder}
      returning holder`.execute(db);
    if (rows.length === 0) throw new LeaseLost('the lease of the close was taken over');
  }

  /** Leaves it to others at once. */
  async end(): Promise<void> {
    await this.#beating.stop();
    await sql`delete from close_lease where holder = ${this.#holder}`.execute(this.#db);
  }
}
