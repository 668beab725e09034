import { argon2Sync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { createApp, type Running } from '#server/app.ts';
import { makeCompany, makeEmployee, makeIndividual, makeOperator } from '#server/demo/factories.ts';
import type { Config } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { withServerRole } from '#server/platform/database/server-role.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { Client } from './client.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { bucket } from './files/storage.ts';
import { leaveLedger, watchLedger } from './ledger/ledger-watch.ts';
import { sealedPapers } from './papers.ts';
import { folderPrefix } from './run/leftovers.ts';
import { saveReached, watchRefusals } from './run/reached.ts';
import { watchAnswers } from './watch.ts';

export const password = 'correct-Horse-7-battery';
let hashed: string | undefined;
/**
 * One hash serves all test accounts. It names the least work that the server reads, because hashing is slow on purpose and
 * tests sign in thousands of times; what the server hashes by itself is `passwords.test.ts`'s to say.
 */
export const passwordHash = (): string => (hashed ??= cheapHash());

function cheapHash(): string {
  const [memory, passes, parallelism] = [1024, 1, 1];
  const nonce = Buffer.alloc(16, 'salt');
  const hash = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: 32 });
  const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}

/** It is stopped whole: a server that is only closed would leave its ledger watched and its database behind. */
export interface Booted extends Omit<Running, 'close'> {
  url: string;
  dataDir: string;
  databaseUrl: string;
  /** Connections of the owner of the tables, for what the server itself has no right to. */
  owner: pg.Pool;
  /** Answers that the contract does not know. `stop` fails on them, unless a test expects them and empties the list. */
  undeclared: string[];
  /** A browser that nobody has signed in with yet. */
  anonymous(): Client;
  /** Makes somebody, opens his session by the real sign-in and gives his browser. */
  individual(options?: Partial<Parameters<typeof makeIndividual>[1]>): Promise<Signed & { individualId: number }>;
  employee(
    options: Omit<Parameters<typeof makeEmployee>[1], 'passwordHash'>,
  ): Promise<Signed & { employeeId: number; membershipId: number; powerId: number | null }>;
  operator(role: Parameters<typeof makeOperator>[1]['role']): Promise<Signed & { operatorId: number }>;
  company(options?: Parameters<typeof makeCompany>[1]): Promise<number>;
  stop(): Promise<void>;
}
export interface Signed {
  accountId: number;
  email: string;
  client: Client;
}

/** Files that run at the same time have each a database of Redis: one may empty its own. */
function redisUrl(): string | undefined {
  const { TEST_REDIS_URL: url, VITEST_POOL_ID: worker } = process.env;
  return url && `${url}/${worker}`;
}

let counter = 0;

/**
 * The real server on a real socket over a database of its own.
 * @param ready what is done to the database before anybody connects to it
 */
export async function boot(
  overrides: Partial<Config> = {},
  options: Partial<Parameters<typeof createApp>[2]> = {},
  ready: (database: TestDatabase) => Promise<unknown> = async () => undefined,
): Promise<Booted> {
  const database = await freshDatabase();
  await ready(database);
  const dataDir = mkdtempSync(join(tmpdir(), folderPrefix('test')));
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    dataDir,
    databaseUrl: database.url,
    plainConnections: false,
    redisUrl: redisUrl(),
    smtpUrl: undefined,
    mailFrom: 'Уговор <no-reply@ugovor.test>',
    publicUrl: 'http://127.0.0.1',
    origins: undefined,
    // Keys of counters are made with it: one Redis serves all test files, and they must not count for one another.
    secretKey: `test-secret-key-of-${randomUUID()}`,
    secretKeyBefore: undefined,
    trustProxy: 0,
    demo: true,
    demoOpen: false,
    operatorsNeedSecondFactor: false,
    headsNeedSecondFactor: false,
    databasePool: 10,
    payments: undefined,
    rnko: undefined,
    rubricator: undefined,
    sms: undefined,
    push: undefined,
    messenger: undefined,
    supportEmail: 'support@test.example',
    registryRows: 50_000,
    // The template of databases has been told.
    operatingCompanies: {},
    s3: await bucket(),
    clamdUrl: undefined,
    drainSeconds: 0,
    stopSeconds: 10,
    ...overrides,
  };
  const owner = openDatabase({ connectionString: database.url }, config.databasePool, () => undefined);
  const running = await createApp(config, await withServerRole({ connectionString: database.url }), {
    webFolder: resolve('dist/web'),
    // On a busy machine Redis may be silent for longer than a server waits; then PostgreSQL would count anew from nothing.
    redisSilentMs: 30_000,
    ...options,
  });
  watchLedger(running.app.database.db);
  const undeclared = watchAnswers(running.server);
  const reached = watchRefusals(running.server);
  await running.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = running.server.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const anonymous = (): Client => new Client(url);
  const write = <T>(work: Parameters<typeof inSystemTransaction<T>>[2]): Promise<T> =>
    inSystemTransaction(running.app.database.db, 'system.test', work);
  const fresh = async (kind: string) => ({
    email: `${kind}-${process.pid}-${++counter}@test.example`,
    passwordHash: passwordHash(),
  });
  const enter = async (path: string, email: string): Promise<Client> => {
    const client = anonymous();
    const answer = await client.post(path, { login: email, password });
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return client;
  };
  return {
    ...running,
    url,
    dataDir,
    databaseUrl: database.url,
    owner: owner.pool,
    undeclared,
    anonymous,
    async individual(options = {}) {
      // Whoever waits for a verifier has sent all that an application needs.
      const sent = options.verificationStatus === 'pending' && { papers: sealedPapers(running.app) };
      const person = { ...(await fresh('individual')), ...sent, ...options };
      const made = await write((tx) => makeIndividual(tx, person));
      return { ...made, email: person.email, client: await enter('/api/auth/signin', person.email) };
    },
    async employee(options) {
      const person = { ...(await fresh('employee')), ...options };
      const made = await write((tx) => makeEmployee(tx, person));
      return { ...made, email: person.email, client: await enter('/api/auth/signin', person.email) };
    },
    async operator(role) {
      const person = { ...(await fresh('operator')), role };
      const made = await write((tx) => makeOperator(tx, person));
      return { ...made, email: person.email, client: await enter('/internal/auth/operator/signin', person.email) };
    },
    company: (options = {}) => write((tx) => makeCompany(tx, options)),
    async stop() {
      leaveLedger(running.app.database.db);
      await running.close();
      await owner.close();
      saveReached(inject('reachedRefusals'), reached);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (undeclared.length > 0) throw new Error(`The contract does not know these answers:\n${undeclared.join('\n')}`);
    },
  };
}
