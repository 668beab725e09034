import { randomBytes } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { inject } from 'vitest';
import { runAlone, type TestServer, templateOf, withDatabase } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
    /** The file that keeps every refusal a server of this run has given (see reached.ts). */
    reachedRefusals: string;
  }
}

/** A database that belongs to one test file; `drop` closes what is still connected to it. */
export type TestDatabase = { name: string; url: string; drop: () => Promise<void> };

/** Any number that nothing else on the server uses for an advisory lock. */
const LOCK = 4_817_220_365;

/** A copy of the template: every migration applied, and whatever test/helpers/template.ts has added. */
export function freshDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  return createDatabase(server, templateOf(server));
}

/** A database with nothing in it. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('testServer'), 'template0');
}

/** A copy of a database that nobody is connected to. */
export const copyOf = ({ name }: TestDatabase): Promise<TestDatabase> => createDatabase(inject('testServer'), name);

/**
 * Whether somebody waits for a lock in this database. The server knows of all databases, and other test files run beside:
 * a wait of theirs says nothing.
 */
export async function isLockAwaited(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
  );
  return rows.length > 0;
}

async function createDatabase({ admin, prefix }: TestServer, template: string): Promise<TestDatabase> {
  // The modules of a test may be loaded anew for each file, so a counter would repeat itself.
  const name = `${prefix}${randomBytes(5).toString('hex')}`;
  await copy(admin, name, template);
  return {
    name,
    url: withDatabase(admin, name),
    drop: async () => {
      await runAlone(admin, `drop database if exists ${name} with (force)`);
    },
  };
}

/** One copy at a time: a template may not be in use while it is copied. */
async function copy(admin: string, name: string, template: string): Promise<void> {
  const client = new Client(admin);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
}
