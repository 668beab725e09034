import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { runAlone, withDatabase } from '#test/helpers/server.ts';

/** The server of the database under a benchmark: how its superuser connects to it, and its main process. */
export interface Postgres {
  readonly connection: { host: string; port: number; user: string; database: string };
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * `BENCH_DATABASE_URL=postgres://superuser@…` measures on that server of this machine instead of the embedded one, each
 * program in a new database there.
 */
const given = process.env['BENCH_DATABASE_URL'];

/** What stands behind the title of a report: figures of another server stand beside those of the embedded one. */
export async function titleOfServer(): Promise<string> {
  if (given === undefined) return '';
  const { rows } = await runAlone(given, 'show server_version_num');
  return `, PostgreSQL ${Math.floor(rows[0].server_version_num / 10_000)}`;
}

/** Makes a database on the given server. @returns undefined where none is given */
export async function makeApart(): Promise<(Postgres & { url: string }) | undefined> {
  if (given === undefined) return undefined;
  const name = `ugovor_bench_${randomBytes(4).toString('hex')}`;
  await runAlone(given, `create database ${name} template template0`);
  const url = withDatabase(given, name);
  const { host, port, user } = new pg.Client(url);
  const { rows } = await runAlone(url, `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid`);
  return {
    url,
    connection: { host, port, user: user!, database: name },
    pid: Number(rows[0].pid),
    stop: async () => void (await runAlone(given, `drop database ${name} with (force)`)),
  };
}
