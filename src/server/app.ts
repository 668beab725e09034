import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { contractRights, operations } from '#contract/index.ts';
import { russianMessages } from '#contract/kernel/messages.ts';
import { moscowDay } from '#domain/days.ts';
import { DEBUG_SETTINGS } from '#domain/debug-settings.ts';
import { usualOf } from '#domain/setting.ts';
import { sweepResults } from './modules/background-tasks/run-export.ts';
import { publishConsents } from './modules/consents/consents.acts.ts';
import { startDeadlines } from './modules/deadlines/watch.ts';
import { sweepDocuments } from './modules/documents/storage.ts';
import { publishTemplates } from './modules/documents/templates.ts';
import { scanHeld } from './modules/files/scan.acts.ts';
import { sweepFiles } from './modules/files/sweep.acts.ts';
import { house } from './modules/index.ts';
import { resumeRegistries } from './modules/registries/upload.ts';
import { syncRoles } from './modules/roles/sync.ts';
import { forgetSecurityEvents, startKeepingEvents } from './modules/security-events/keep.acts.ts';
import { openPaymentPartner } from './partners/payments/http.ts';
import { openRnkoPartner } from './partners/rnko/http.ts';
import { openRubricatorPartner } from './partners/rubricator/http.ts';
import type { App } from './platform/app.ts';
import { startSealing } from './platform/audit-chain.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db.ts';
import { every } from './platform/every.ts';
import { Files } from './platform/files.ts';
import { mountDocs } from './platform/http/docs.ts';
import { mountPages } from './platform/http/pages.ts';
import { mountRoutes } from './platform/http/routes.ts';
import { makeServer, type Patience } from './platform/http/server.ts';
import { Jobs, migrateJobs } from './platform/jobs.ts';
import { lookMs, openKeys } from './platform/keys.ts';
import { Limits, openRedis } from './platform/limits.ts';
import { describeError, openLog } from './platform/log.ts';
import { closeMail, requeueLetters } from './platform/mail.ts';
import { migrate } from './platform/migrate.ts';
import { Printer } from './platform/pdf/printer.ts';
import { makeSecrets } from './platform/secrets.ts';
import { SecurityEvents } from './platform/security-events.ts';
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

/** How often files that no row knows are looked for. */
const sweepMs = 60 * 60_000;
/** How often files are looked at again that were taken while the scanner was away. */
const scanMs = 60_000;

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
      await publishTemplates(tx);
    });
    return connection;
  } finally {
    await database.close();
  }
}

async function sweep(app: App): Promise<void> {
  await sweepFiles(app);
  await sweepDocuments(app);
  await sweepResults(app);
  await forgetSecurityEvents(app, moscowDay(new Date()));
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
  const keys = await openKeys(database.pool, config);
  const secrets = makeSecrets(keys.now);
  const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl, report);
  const app: App = {
    config,
    house,
    database,
    keys,
    secrets,
    sessions: new Sessions(database.pool, config.operatorsNeedSecondFactor),
    securityEvents: new SecurityEvents(database.pool, secrets),
    limits: new Limits(counting.pool, secrets, redis),
    files: new Files({ ...config, keys: keys.now }),
    // Loaded only where it is configured, as everything that most servers do without.
    scanner:
      config.clamdUrl === undefined
        ? undefined
        : (await import('./platform/virus/clamd.ts')).openClamd(config.clamdUrl),
    jobs,
    printer: new Printer(),
    payments: config.payments && openPaymentPartner(config.payments),
    rnko: config.rnko && openRnkoPartner(config.rnko),
    rubricator: config.rubricator && openRubricatorPartner(config.rubricator),
    log,
    debug: usualOf(DEBUG_SETTINGS),
  };
  const server = await makeServer(app, patience);
  mountRoutes(server, app);
  mountDocs(server, app);
  await mountPages(server, app, webFolder);
  await app.jobs.start(app);
  await requeueLetters(app);
  await resumeRegistries(app);
  const sweeping = every(sweepMs, log, 'sweeping', () => sweep(app), { atOnce: true });
  const scanning = app.scanner && every(scanMs, log, 'scanning', () => scanHeld(app));
  const looking = every(lookMs, log, 'keys', () => keys.look());
  const sealing = startSealing(app);
  const deadlines = startDeadlines(app);
  const events = startKeepingEvents(app);
  return {
    app,
    server,
    async close() {
      await server.close();
      await app.jobs.stop();
      await app.printer.close();
      await closeMail(app);
      await deadlines.stop();
      await looking.stop();
      await sweeping.stop();
      await scanning?.stop();
      await sealing.stop();
      await events.stop();
      await app.limits.close();
      await counting.close();
      await database.close();
      await closeLog();
    },
  };
}
