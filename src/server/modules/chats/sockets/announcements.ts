import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sessionSettings } from '#server/platform/database/db.ts';

/** A lost connection is opened anew after so long; whoever waits for a right to be looked at waits no longer than two seconds. */
const retryMs = 300;
/** So often a silent connection is asked whether it is still there, and so long it may take to say so. */
const askMs = 5_000;
const answerMs = 1_000;

/** What the database has told. */
interface Heard {
  /** Something was written in a chat, changed there, or read. */
  onChat: (payload: string) => void;
  /** Somebody may have lost a right: of an account, or of any where it is ''. */
  onRights: (account: string) => void;
  /** Something may have been told while nobody listened. */
  onGap: () => void;
}

interface Announcements {
  close(): Promise<void>;
}

/**
 * Listens to what each commit announces (migration 0155), for as long as the node serves chats. The connection is its own: it lives long
 * and holds none of those that requests wait for.
 */
export function listenToDatabase(connection: pg.PoolConfig, heard: Heard): Announcements {
  const closing = new AbortController();
  let current: pg.Client | undefined;

  const listen = async (): Promise<void> => {
    const client = new pg.Client({
      ...connection,
      application_name: 'ugovor chats',
      options: [sessionSettings, connection.options].join(' '),
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: answerMs,
    });
    current = client;
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'ugovor_rights') heard.onRights(payload);
      else heard.onChat(payload);
    });
    try {
      await client.connect();
      await client.query('listen ugovor_chats; listen ugovor_rights');
      heard.onGap();
      await askedUntil(client, ended, closing.signal);
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  const forever = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await listen().catch(() => undefined);
      if (!closing.signal.aborted) await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const going = forever();
  return {
    async close() {
      closing.abort();
      await current?.end().catch(() => undefined);
      await going;
    },
  };
}

/** Asks a connection again and again whether it is there. @returns when it has ended @throws when it does not answer */
async function askedUntil(client: pg.Client, ended: Promise<void>, closing: AbortSignal): Promise<void> {
  for (;;) {
    const over = await Promise.race([
      ended.then(() => true),
      sleep(askMs, false, { signal: closing }).catch(() => true),
    ]);
    if (over) return;
    await client.query('select 1');
  }
}
