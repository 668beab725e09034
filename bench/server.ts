import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makeOperator } from '#server/demo/factories.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase, sessionSettings, type Tx } from '#server/platform/database/db.ts';
import { startEmbedded } from '#server/platform/database/embedded-postgres.ts';
import { openKeys } from '#server/platform/secrets/keys.ts';
import type { KeySource } from '#server/platform/secrets/secrets.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { Client } from '#test/helpers/client.ts';
import { type Child, socketUrl, startServer } from '#test/helpers/processes/child.ts';
import { makeApart, type Postgres } from './apart.ts';
import type { Plan } from './limit.ts';

/** What every benchmark of the running program stands on: a database of its own and the server as in production. */
export interface BenchServer {
  dataDir: string;
  postgres: Postgres;
  server: Child;
  /** The browser of an administrator who has signed in. */
  operator: Client;
  /** Signs in at the door of people and of employees: whoever has the password that `passwordHash` is of. */
  signIn(login: string): Promise<Client>;
  passwordHash: string;
  /** Writes through one transaction as the system does. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The keys of its data. */
  keys: KeySource;
  stop(): Promise<void>;
}

const limitFile = fileURLToPath(new URL('limit.ts', import.meta.url));
const password = 'correct-Horse-7-battery';
/** Of a server whose database stands apart, which has no file with a key of its own. */
const secretKey = 'bench-'.repeat(8);

/** The environment of a configured server whose operators need no second factor. */
export const environmentOf = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  OPERATORS_SECOND_FACTOR: '0',
});

/** The same with the database as a server apart: what starts then is the program alone. */
export const environmentApart = (benchServer: Pick<BenchServer, 'dataDir' | 'postgres'>): Record<string, string> => ({
  ...environmentOf(benchServer.dataDir),
  DATABASE_URL: socketUrl(benchServer.postgres.connection),
});

/** Builds the program and its database in a temporary folder. @param env more settings of its server */
export async function startBenchServer(env: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-bench-'));
  const apart = await makeApart();
  const settings = {
    ...environmentOf(dataDir),
    ...(apart && { DATABASE_URL: apart.url, SECRET_KEY: secretKey }),
  };
  const server = await startServer({ ...settings, ...env });
  // The embedded server is running by now; this joins it, so that its processes can be watched.
  const postgres = apart ?? (await startEmbedded({ dataDir }));
  const database = openDatabase(postgres.connection, 1, () => undefined);
  const write: BenchServer['write'] = (work) => inSystemTransaction(database.db, 'system.bench', work);
  const passwordHash = await hashPassword(password);
  const email = 'bench@operator.test';
  await write((tx) => makeOperator(tx, { email, passwordHash, role: 'administrator' }));
  return {
    dataDir,
    postgres,
    server,
    operator: await signIn(server, '/internal/auth/operator/signin', email),
    signIn: (login) => signIn(server, '/api/auth/signin', login),
    passwordHash,
    write,
    keys: (await openKeys(database.pool, readConfig(settings))).now,
    async stop() {
      await server.stop();
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function signIn(server: Child, door: string, login: string): Promise<Client> {
  const client = new Client(server.url);
  const { status } = await client.post(door, { login, password });
  if (status !== 200) throw new Error(`Sign-in answered ${status}`);
  return client;
}

/** Starts the limit for a plan. */
export async function startLimit(plan: Plan): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const told: Plan = { ...plan, connection: { ...plan.connection, options: sessionSettings } };
  const child = spawn(process.execPath, [limitFile, JSON.stringify(told)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as string[];
  return {
    url: line!.replace('listening on ', ''),
    pid: child.pid!,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
