import type pg from 'pg';
import type { Config } from './config.ts';
import { databaseConnection } from './database/connections.ts';
import { startEmbedded } from './database/embedded-postgres.ts';

/**
 * Does the work of a command on the database as its owner, and stops an embedded one again. The work takes a second or
 * two, so whoever asks the command to stop waits for its end: broken off, it would leave the embedded server running.
 */
export async function withOwner(config: Config, work: (owner: pg.PoolConfig) => Promise<void>): Promise<void> {
  if (config.databaseUrl !== undefined) {
    await work(databaseConnection(config.databaseUrl, config.plainConnections));
    return;
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const embedded = await startEmbedded({ dataDir: config.dataDir });
  try {
    await work(embedded.connection);
  } finally {
    await embedded.stop();
  }
}
