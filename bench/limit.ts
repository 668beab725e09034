/**
 * The limit: bare `node:http` and `pg` that run given statements, named and so prepared once per connection, and send
 * their rows. It checks nothing and knows nobody; no program on the same runtime and database can do less.
 *
 * Its only argument is the JSON of `Plan`; the same line as the server's own tells that it listens.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

export interface Statement {
  /** Without one it is planned anew for its values each time. */
  name?: string;
  text: string;
  values: unknown[];
}
export interface Plan {
  connection: pg.PoolConfig;
  /** What each path runs, one after another; the answer is the rows of each. */
  paths: Record<string, Statement[]>;
}

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, (text) => text);

const { connection, paths } = JSON.parse(process.argv[2]!, revive) as Plan;
const pool = new pg.Pool({ ...connection, max: 20 });

const server = createServer((request, response) => {
  answer(paths[request.url!]!).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

// The one who started us holds the other end; when he is gone, so are we.
process.stdin.resume().once('end', () => process.exit(0));

server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function answer(statements: Statement[]): Promise<string> {
  const results: unknown[][] = [];
  for (const statement of statements) results.push((await pool.query(statement)).rows);
  return JSON.stringify(results);
}

/** Bytes travel through JSON the way `Buffer` itself writes them. */
function revive(_key: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
  return isBytes ? Buffer.from((value as unknown as { data: number[] }).data) : value;
}
