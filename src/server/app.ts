import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { DemoEntrance } from '#contract/kernel/demo-entrance.ts';
import { russianMessages } from '#contract/kernel/messages.ts';
import { DEBUG_SETTINGS } from '#domain/settings/debug-settings.ts';
import { defaultsOf } from '#domain/settings/setting.ts';
import { mountChatSockets } from './modules/chats/sockets/sockets.ts';
import { publishConsents } from './modules/consents/consents.commands.ts';
import { appDefinition } from './modules/index.ts';
import {
  type NamedCompanies,
  nameOperatingCompanies,
} from './modules/operating-companies/operating-companies.commands.ts';
import { openMessengerBot } from './partners/messenger.ts';
import { openPaymentPartner } from './partners/payments.ts';
import { openPushServices } from './partners/push.ts';
import { openRnkoPartner } from './partners/rnko.ts';
import { openRubricatorPartner } from './partners/rubricator.ts';
import { openSmsGateway } from './partners/sms.ts';
import type { App } from './platform/app.ts';
import { Limits, openRedis } from './platform/auth/limits.ts';
import { SecurityEvents } from './platform/auth/security-events.ts';
import { Sessions } from './platform/auth/sessions.ts';
import type { Config } from './platform/config.ts';
import { openDatabase, startTimeouts } from './platform/database/db.ts';
import { migrate } from './platform/database/migrate.ts';
import { withServerRole } from './platform/database/server-role.ts';
import { Files } from './platform/files/files.ts';
import { mountDocs } from './platform/http/docs.ts';
import { gracefulClose } from './platform/http/finish.ts';
import { mountPages } from './platform/http/pages.ts';
import { mountRoutes } from './platform/http/routes.ts';
import { makeServer, type Patience } from './platform/http/server.ts';
import type { Interval } from './platform/jobs/interval.ts';
import { Jobs, migrateJobs } from './platform/jobs/jobs.ts';
import { closeMail } from './platform/jobs/mail.ts';
import { describeNode } from './platform/jobs/nodes.ts';
import { describeError, openLog } from './platform/log/log.ts';
import { Printer } from './platform/pdf/printer.ts';
import { openKeys } from './platform/secrets/keys.ts';
import { makeSecrets } from './platform/secrets/secrets.ts';
import { inSystemTransaction } from './platform/state/write.ts';

/** A server that is ready to listen, with everything behind it. */
export interface Running {
  app: App;
  server: FastifyInstance;
  /**
   * Says that the node is not ready and serves on until a balancer has heard it, finishes requests and running steps of
   * jobs, then closes everything.
   */
  close(): Promise<void>;
}

interface AppOptions {
  webFolder: string;
  jobs?: Jobs;
  patience?: Patience;
  works?: boolean;
  byClock?: boolean;
  demoEntrance?: DemoEntrance | undefined;
  redisSilentMs?: number | undefined;
}

/** Attempts are counted inside open transactions; from the same pool a crowd of those would wait for itself. */
const countingPool = 2;

const migrations = new URL('./migrations/', import.meta.url);

/**
 * Brings a database up to date: our tables, the job queue's, then what the modules say of themselves: roles, texts of
 * consents, forms of documents.
 * @param named who runs the platform, for a database that has not been told yet
 * @returns the connection in which the server works, with fewer rights than the owner of the tables
 */
export async function prepareDatabase(owner: pg.PoolConfig, named: NamedCompanies): Promise<pg.PoolConfig> {
  await migrate(owner, migrations);
  await migrateJobs(owner);
  const connection = await withServerRole(owner);
  const database = openDatabase(connection, 1, () => undefined, startTimeouts);
  try {
    await inSystemTransaction(database.db, 'system.start', async (tx) => {
      // Nodes that start at once bring it one after another.
      await sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`.execute(tx);
      for (const { seed } of appDefinition.modules) await seed?.(tx);
      await nameOperatingCompanies(tx, named);
      await publishConsents(tx);
    });
    return connection;
  } finally {
    await database.close();
  }
}

/**
 * Puts the services together and mounts the contract; nothing listens yet. What is open already is closed again when the
 * rest does not open.
 * @param works whether the node also does jobs and what comes with the clock; a command that only writes does not
 * @param byClock whether it does what comes with the clock, where it works
 * @param demoEntrance what the sign-in page of a demonstration offers
 * @param redisSilentMs for so long an answer of Redis is waited for before PostgreSQL counts instead
 */
export async function createApp(
  config: Config,
  connection: pg.PoolConfig,
  { webFolder, jobs = new Jobs(), patience, works = true, byClock = true, demoEntrance, redisSilentMs }: AppOptions,
): Promise<Running> {
  russianMessages();
  // Closed from the last to the first.
  await using open = new AsyncDisposableStack();
  const { log, close: closeLog } = openLog(config.dataDir, 'info');
  open.defer(async () => {
    log.info('the node has stopped');
    await closeLog();
  });
  const report = (error: Error): void => log.warn({ error: describeError(error) }, 'connection');
  const database = openDatabase(connection, config.databasePool, report);
  open.defer(() => database.close());
  const counting = openDatabase(connection, countingPool, report);
  open.defer(() => counting.close());
  const keys = await openKeys(database.pool, config);
  const secrets = makeSecrets(keys.now);
  const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl, report, redisSilentMs);
  const stopping = new AbortController();
  const app: App = {
    config,
    appDefinition,
    database,
    keys,
    secrets,
    sessions: new Sessions(database.pool, config),
    securityEvents: new SecurityEvents(database.pool, secrets),
    limits: new Limits(counting.pool, secrets, redis),
    files: new Files({ ...config, keys: keys.now }),
    // Loaded only where it is configured, as everything that most servers do without.
    scanner:
      config.clamdUrl === undefined
        ? undefined
        : (await import('./platform/files/virus/clamd.ts')).openClamd(config.clamdUrl),
    jobs,
    printer: new Printer(),
    payments: config.payments && openPaymentPartner(config.payments),
    rnko: config.rnko && openRnkoPartner(config.rnko),
    rubricator: config.rubricator && openRubricatorPartner(config.rubricator),
    sms: config.sms && openSmsGateway(config.sms),
    push: config.push && openPushServices(config.push),
    messenger: config.messenger && openMessengerBot(config.messenger),
    log,
    stopping,
    debug: defaultsOf(DEBUG_SETTINGS),
    demoEntrance,
  };
  open.defer(() => app.limits.close());
  const server = await makeServer(app, patience);
  mountRoutes(server, app);
  mountDocs(server, app);
  await mountPages(server, app, webFolder);
  const sockets = mountChatSockets(server, app, connection);
  open.defer(() => sockets.close());
  const finish = gracefulClose(server);
  const work = works ? await startWork(app, byClock) : undefined;
  open.defer(async () => work?.disposeAsync());
  const all = open.move();
  return {
    app,
    server,
    async close() {
      stopping.abort();
      if (server.server.listening) await setTimeout(config.drainSeconds * 1_000);
      try {
        await sockets.close();
        await Promise.all([finish(config.stopSeconds * 1_000), app.jobs.stop()]);
      } finally {
        await all.disposeAsync();
      }
    },
  };
}

/** Begins what a node does without being asked. @returns how to end it @throws when the node is not let in */
async function startWork(app: App, byClock: boolean): Promise<AsyncDisposableStack> {
  await using begun = new AsyncDisposableStack();
  begun.defer(async () => {
    await app.jobs.stop();
    await app.printer.close();
    await closeMail(app);
  });
  await app.jobs.start(app, await describeNode(app.config));
  for (const { resume } of appDefinition.modules) await resume?.(app);
  for (const { background = [] } of byClock ? appDefinition.modules : []) {
    for (const begin of background) begun.use(stoppable(begin(app)));
  }
  return begun.move();
}

const stoppable = (interval: Interval | undefined): AsyncDisposable | undefined =>
  interval && { [Symbol.asyncDispose]: () => interval.stop() };
