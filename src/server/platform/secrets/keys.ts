import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { type DataKeys, type KeySource, makeSecrets, soleKey } from './secrets.ts';

type SecretKeys = Pick<Config, 'secretKey' | 'secretKeyBefore'>;
interface Row {
  id: number;
  wrapped: string | null;
  seals: boolean;
}

/** Any number that nothing else in the database uses for an advisory lock. */
const lock = 3_902_664_815;
/** The number of the key of marks: it does not change, for what is marked must be found again. */
const markNumber = 0;
const firstNumber = 1;
/** A new key begins to seal when every node has had the time to learn of it. */
const learnSeconds = 60;
/** How often a node looks whether there is a new key. */
export const refreshMs = 15_000;

// Not the time of the transaction: it may have waited for the one that has made the keys.
const select = 'select id, wrapped, seals_from <= clock_timestamp() as seals from data_keys order by id';
const insert = 'insert into data_keys (id, wrapped) values ($1, $2)';
const update = 'update data_keys set wrapped = $2 where id = $1';
const insertNew = `
  insert into data_keys (id, wrapped, seals_from) values ($1, $2, now() + make_interval(secs => ${learnSeconds}))`;

const newRoot = (): string => randomBytes(32).toString('base64url');
const wrap = (secretKey: string, id: number, root: string): string =>
  makeSecrets(soleKey(secretKey)).seal(`data_keys.${id}`, root);

/** The keys of data as a running node knows them. */
export class KeyRing {
  readonly #pool: pg.Pool;
  readonly #secrets: SecretKeys;
  #keys: DataKeys;

  constructor(pool: pg.Pool, secrets: SecretKeys, keys: DataKeys) {
    this.#pool = pool;
    this.#secrets = secrets;
    this.#keys = keys;
  }

  readonly now: KeySource = () => this.#keys;

  /** Learns of keys that were added or taken away. @throws when one is wrapped with a SECRET_KEY that this node does not have */
  async look(): Promise<void> {
    const { rows } = await this.#pool.query<Row>(select);
    this.#keys = keysOf(rows, this.#secrets);
  }
}

/**
 * Opens the keys of data, makes them in a new database, and wraps with SECRET_KEY what was wrapped with the one before.
 * @throws Error with one clear line when SECRET_KEY is not that of this database
 */
export async function openKeys(pool: pg.Pool, secrets: SecretKeys): Promise<KeyRing> {
  const keys = await underLock(pool, async (client) => {
    const { rows } = await client.query<Row>(select);
    const missing = rows.length === 0 ? [markNumber, firstNumber] : [];
    for (const id of missing) {
      const wrapped = wrap(secrets.secretKey, id, newRoot());
      await client.query(insert, [id, wrapped]);
      rows.push({ id, wrapped, seals: true });
    }
    for (const row of rows) {
      const { root, current } = unwrap(row, secrets);
      if (!current) await client.query(update, [row.id, wrap(secrets.secretKey, row.id, root)]);
    }
    return keysOf(rows, secrets);
  });
  return new KeyRing(pool, secrets, keys);
}

/** Adds a key that seals from a minute on. @returns its number @throws when another new one still waits */
export function addKey(pool: pg.Pool, { secretKey }: SecretKeys): Promise<number> {
  return underLock(pool, async (client) => {
    const { rows } = await client.query<Row>(select);
    if (rows.some(({ seals }) => !seals)) throw new Error('Новый ключ уже есть: он начнёт действовать через минуту');
    const id = Math.max(...rows.map((row) => row.id)) + 1;
    await client.query(insertNew, [id, wrap(secretKey, id, newRoot())]);
    return id;
  });
}

async function underLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function keysOf(rows: readonly Row[], secrets: SecretKeys): DataKeys {
  const roots = Object.fromEntries(rows.map((row) => [row.id, unwrap(row, secrets).root]));
  const { [markNumber]: marking, ...sealing } = roots;
  const current = Math.max(...rows.filter(({ seals }) => seals).map(({ id }) => id));
  return { roots: sealing, sealing: current, marking: marking! };
}

/** @returns also whether it is wrapped with the current SECRET_KEY */
function unwrap({ id, wrapped }: Row, { secretKey, secretKeyBefore }: SecretKeys): { root: string; current: boolean } {
  if (wrapped === null) return { root: secretKeyBefore ?? secretKey, current: false };
  for (const key of [secretKey, ...(secretKeyBefore === undefined ? [] : [secretKeyBefore])]) {
    try {
      const root = makeSecrets(soleKey(key)).open<string>(`data_keys.${id}`, wrapped);
      return { root, current: key === secretKey };
    } catch {
      // The other key may open it.
    }
  }
  throw new Error('Неверная настройка SECRET_KEY: данные этой базы зашифрованы другим ключом');
}
