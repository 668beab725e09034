import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { contractRights, operations } from '#contract/index.ts';
import { russianMessages } from '#contract/kernel/messages.ts';
import { usualDebugValues } from '#domain/debug-settings.ts';
import { publishConsents } from './modules/consents/consents.acts.ts';
import { startDeadlines } from './modules/deadlines/watch.ts';
import { sweepDocuments } from './modules/documents/storage.ts';
import { house } from './modules/index.ts';
import { resumeRegistries } from './modules/registries/upload.ts';
import { syncRoles } from './modules/roles/sync.ts';
import { openPaymentPartner } from './partners/payments/http.ts';
import { openRnkoPartner } from './partners/rnko/http.ts';
import { openRubricatorPartner } from './partners/rubricator/http.ts';
import type { App } from './platform/app.ts';
import { startSealing } from './platform/audit-chain.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db.ts';
import { Files } from './platform/files.ts';
import { mountDocs } from './platform/http/docs.ts';
import { mountPages } from './platform/http/pages.ts';
import { mountRoutes } from './platform/http/routes.ts';
import { makeServer, type Patience } from './platform/http/server.ts';
import { Jobs, migrateJobs } from './platform/jobs.ts';
import { Limits, openRedis } from './platform/limits.ts';
import { describeError, openLog } from './platform/log.ts';
import { closeMail, requeueLetters } from './platform/mail.ts';
import { migrate } from './platform/migrate.ts';
import { Printer } from './platform/pdf/printer.ts';
import { makeSecrets } from './platform/secrets.ts';
import { withServerRole } from './platform/server-role.ts';
import { Sessions } from './platform/sessions.ts';
import { inSystemTransaction } from './platform/write.ts';

/** A server that is ready to listen, with everything behind it. */
export interface Running {
  app: App;
  server: FastifyInstance;
  /** Finishes requests and running steps of jobs, then closes everything. */
  close(): Promise<void>;
}

/** Attempts are counted inside open transactions; from the same pool a crowd of those would wait for itself. */
const countingPool = 2;

const migrations = new URL('./migrations/', import.meta.url);

/**
 * Brings a database up to date: our tables, the job queue's, then what the contract says about roles and consents.
 * @returns the connection in which the server works, with fewer rights than the owner of the tables
 */
export async function prepareDatabase(owner: pg.PoolConfig): Promise<pg.PoolConfig> {
  await migrate(owner, migrations);
  await migrateJobs(owner);
  const connection = await withServerRole(owner);
  const database = openDatabase(connection, 1, () => undefined);
  try {
    await inSystemTransaction(database.db, 'system.start', async (tx) => {
      await syncRoles(tx, [...operations, ...contractRights]);
      await publishConsents(tx);
    });
    return connection;
  } finally {
    await database.close();
  }
}

/** Puts the services together and mounts the contract; nothing listens yet. */
export async function createApp(
  config: Config,
  connection: pg.PoolConfig,
  { webFolder, jobs = new Jobs(), patience }: { webFolder: string; jobs?: Jobs; patience?: Patience },
): Promise<Running> {
  russianMessages();
  const { log, close: closeLog } = openLog(config.dataDir, 'info');
  const report = (error: Error): void => log.warn({ error: describeError(error) }, 'connection');
  const database = openDatabase(connection, config.databasePool, report);
  const counting = openDatabase(connection, countingPool, report);
  const secrets = makeSecrets(config.secretKey);
  const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl, report);
  const app: App = {
    config,
    house,
    database,
    secrets,
    sessions: new Sessions(database.pool, config.operatorsNeedSecondFactor),
    limits: new Limits(counting.pool, secrets, redis),
    files: new Files(config),
    jobs,
    printer: new Printer(),
    payments: config.payments && openPaymentPartner(config.payments),
    rnko: config.rnko && openRnkoPartner(config.rnko),
    rubricator: config.rubricator && openRubricatorPartner(config.rubricator),
    log,
    debug: usualDebugValues(),
  };
  const server = await makeServer(app, patience);
  mountRoutes(server, app);
  mountDocs(server, app);
  await mountPages(server, app, webFolder);
  await app.jobs.start(app);
  await requeueLetters(app);
  await resumeRegistries(app);
  await sweepDocuments(app);
  const sealing = startSealing(app);
  const deadlines = startDeadlines(app);
  return {
    app,
    server,
    async close() {
      await server.close();
      await app.jobs.stop();
      await app.printer.close();
      await closeMail(app);
      await deadlines.stop();
      await sealing.stop();
      await app.limits.close();
      await counting.close();
      await database.close();
      await closeLog();
    },
  };
}
