import type pg from 'pg';
import { readConfig } from '#server/platform/config.ts';
import { openKeys } from '#server/platform/secrets/keys.ts';
import type { KeySource } from '#server/platform/secrets/secrets.ts';

/** The keys of data of a server whose folder this is. */
export const keysOf = async (pool: pg.Pool, dataDir: string): Promise<KeySource> =>
  (await openKeys(pool, readConfig({ DATA_DIR: dataDir }))).now;
