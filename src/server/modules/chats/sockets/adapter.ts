import type { Redis as RedisClient } from 'ioredis';
import type pg from 'pg';
import type { Server } from 'socket.io';
import type { App } from '#server/platform/app.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { describeError } from '#server/platform/log/log.ts';

/** One connection listens, the other one tells. */
const connections = 2;
/** Nothing that we send is large enough to be put aside in a table, so there is nothing to clean in one. */
const never = 2 ** 31 - 1;

type Adapter = Parameters<Server['adapter']>[0];

interface Between {
  adapter: Adapter;
  close(): Promise<void>;
}

/**
 * How the nodes tell one another what no commit tells, as that somebody is typing: through Redis where there is one, else through
 * PostgreSQL. What is stored is announced by the database itself.
 */
export async function openAdapter(app: App, connection: pg.PoolConfig): Promise<Between> {
  const warn = (error: Error): void => app.log.warn({ error: describeError(error) }, 'chats between nodes');
  const { redisUrl } = app.config;
  if (redisUrl !== undefined) {
    const [{ Redis }, { createAdapter }] = await Promise.all([
      import('ioredis'),
      import('@socket.io/redis-streams-adapter'),
    ]);
    const redis = new Redis(redisUrl);
    redis.on('error', warn);
    const own: RedisClient[] = [redis];
    // The adapter waits for no answer to what it subscribes to, and ends its connections only once they have been answered: of a Redis that is silent
    // neither comes.
    const duplicate = redis.duplicate.bind(redis);
    redis.duplicate = (options) => {
      const another = duplicate(options);
      const subscribe = another.subscribe.bind(another);
      own.push(Object.assign(another, { subscribe: (channels: string[]) => subscribe(...channels).catch(warn) }));
      return another;
    };
    return {
      adapter: createAdapter(redis, { streamName: 'ugovor:chats', channelPrefix: 'ugovor:chats' }) as Adapter,
      async close() {
        for (const one of own) one.disconnect();
      },
    };
  }
  const { createAdapter } = await import('@socket.io/postgres-adapter');
  const database: Database = openDatabase(connection, connections, warn);
  return {
    adapter: createAdapter(database.pool, {
      channelPrefix: 'ugovor_sockets',
      cleanupInterval: never,
      errorHandler: warn,
    }) as Adapter,
    close: () => database.close(),
  };
}
