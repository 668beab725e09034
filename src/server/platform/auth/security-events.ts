import type pg from 'pg';
import type { SecurityEventKind } from '#domain/settings/security-event.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** Something that was refused, with what is known of who wanted it. */
interface SecurityEvent {
  kind: SecurityEventKind;
  /** The code of the operation, where it was one. */
  operation: string | null;
  /** As `networkOf` says; null where it does not matter any more. */
  network: string | null;
  accountId: number | null;
  /** The login that was tried, in its one spelling. It is marked at once and kept nowhere. */
  login: string | null;
}

/** So many sources a minute are kept apart on one node; what more of them do is counted by kind alone. */
const defaultMost = 200;
const minuteMs = 60_000;

/** Two nodes, or two writings of one minute, add to the same rows. */
const write = `
  insert into security_events (minute, kind, operation, network, account_id, login_mark, times)
  select to_timestamp(minute * 60), kind, operation, network, "accountId", "loginMark", times
  from jsonb_to_recordset($1) as e (minute bigint, kind text, operation text, network text, "accountId" bigint, "loginMark" text, times int)
  on conflict (minute, kind, operation, network, account_id, login_mark)
    do update set times = security_events.times + excluded.times, last_at = now()`;

interface Row extends Omit<SecurityEvent, 'login'> {
  minute: number;
  loginMark: string | null;
  times: number;
}

/**
 * Collects events of security and writes them together, past the transactions that they end. A flood of them costs a
 * counter in memory each and so many rows a minute, however many there are.
 */
export class SecurityEvents {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #secrets: Pick<Secrets, 'mark'>;
  readonly #mostRows: number;
  #minute = 0;
  /** Sources of this minute that are kept apart, those already written among them. */
  #known = new Set<string>();
  #waiting = new Map<string, Row>();

  constructor(pool: Pick<pg.Pool, 'query'>, secrets: Pick<Secrets, 'mark'>, { mostRows = defaultMost } = {}) {
    this.#pool = pool;
    this.#secrets = secrets;
    this.#mostRows = mostRows;
  }

  /** Notes an event. It is written a few seconds later. */
  note({ login, ...event }: SecurityEvent): void {
    const minute = Math.floor(Date.now() / minuteMs);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#known.clear();
    }
    this.#count({ ...event, minute, loginMark: login === null ? null : this.markOf(login), times: 1 });
  }

  /** By what a login is found again. */
  markOf(login: string): string {
    return this.#secrets.mark('security_events.login', login);
  }

  #count(row: Row): void {
    const source = keyOf(row);
    if (!this.#known.has(source)) {
      if (this.#known.size >= this.#mostRows) return this.#add({ ...row, ...nobody });
      this.#known.add(source);
    }
    this.#add(row);
  }

  #add(row: Row): void {
    const key = keyOf(row);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.times += row.times;
    else this.#waiting.set(key, row);
  }

  /**
   * Writes what waits.
   * @returns whether there was anything
   * @throws when the database does not take it: it is kept for the next time, by kind alone where it has become too much
   */
  async flush(): Promise<boolean> {
    const rows = [...this.#waiting.values()];
    if (rows.length === 0) return false;
    this.#waiting = new Map();
    try {
      await this.#pool.query(write, [JSON.stringify(rows)]);
    } catch (error) {
      for (const row of rows) this.#add(this.#waiting.size < this.#mostRows ? row : { ...row, ...nobody });
      throw error;
    }
    return true;
  }
}

const nobody = { operation: null, network: null, accountId: null, loginMark: null } as const;

const keyOf = ({ minute, kind, operation, network, accountId, loginMark }: Row): string =>
  JSON.stringify([minute, kind, operation, network, accountId, loginMark]);
