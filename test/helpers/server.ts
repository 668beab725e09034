import { Client, type QueryResult } from 'pg';

/** How tests reach the server of the run. */
export type TestServer = {
  /** Connection string of a user that may create databases, to a database that always exists. */
  admin: string;
  /** Every database of this run begins with this. */
  prefix: string;
};

/** The name of this run's template database. */
export const templateOf = ({ prefix }: TestServer): string => `${prefix}template`;

/** The same connection string with another database in it. */
export const withDatabase = (url: string, database: string): string => url.replace(/\/[^/?]*(?=\?|$)/, `/${database}`);

/** Runs one statement over a connection of its own. */
export async function runAlone(url: string, sql: string): Promise<QueryResult> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
