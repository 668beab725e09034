import { Redis } from 'ioredis';
import type { Booted } from '../../helpers/boot.ts';

/** Forgets all counted attempts, so that one test does not use up the next one's. */
export async function resetLimits({ app: { database, config } }: Booted): Promise<void> {
  await database.pool.query('delete from rate_limits');
  if (config.redisUrl === undefined) return;
  const redis = new Redis(config.redisUrl);
  await redis.flushdb();
  redis.disconnect();
}
