import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { DEBUG_SETTINGS } from '#domain/settings/debug-settings.ts';
import { defaultsOf } from '#domain/settings/setting.ts';
import type { App, AppDefinition } from '#server/platform/app.ts';
import { Limits } from '#server/platform/auth/limits.ts';
import { SecurityEvents } from '#server/platform/auth/security-events.ts';
import { Sessions } from '#server/platform/auth/sessions.ts';
import type { Config } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { Files } from '#server/platform/files/files.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import { button, defineLetter, queueLetter } from '#server/platform/jobs/letters.ts';
import { closeMail, deliverLetter } from '#server/platform/jobs/mail.ts';
import { Printer } from '#server/platform/pdf/printer.ts';
import { KeyRing } from '#server/platform/secrets/keys.ts';
import { makeSecrets, soleKey } from '#server/platform/secrets/secrets.ts';

export const welcome = defineLetter<{ name: string; link: string }>({
  subject: ({ name }) => `${name}, подтвердите адрес`,
  text: ({ name, link }) => `Здравствуйте, ${name}!\n\n${button('Подтвердить адрес', link)}`,
});

export const publicUrl = 'https://ugovor.test';

export interface MailApp extends App {
  /** Queues the letter «welcome» in a transaction of its own. @returns the letter's id */
  write(to: string, name?: string): Promise<number>;
  close(): Promise<void>;
}

/** What a server process needs to send letters, made of the real parts; jobs are started by the test itself. */
export function openMailApp(options: {
  url: string;
  smtpUrl?: string;
  plainConnections?: boolean;
  tasks?: AppDefinition['tasks'];
  jobs?: ConstructorParameters<typeof Jobs>[0];
}): MailApp {
  const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-mail-'));
  const config = configOf(dataDir, options.smtpUrl, options.plainConnections);
  const database = openDatabase({ connectionString: options.url }, config.databasePool, () => undefined);
  const keys = new KeyRing(database.pool, config, soleKey(config.secretKey)());
  const secrets = makeSecrets(keys.now);
  const log = pino({ level: 'warn' }, pino.destination({ dest: join(dataDir, 'logs', 'app.log'), mkdir: true }));
  const app: App = {
    config,
    appDefinition: {
      modules: [],
      operations: [],
      resources: {},
      tables: {},
      letters: { welcome },
      tasks: { 'deliver-letter': deliverLetter, ...options.tasks },
      approvals: {},
      titles: new Map(),
      reactions: [],
      subJobs: new Map(),
    },
    database,
    keys,
    secrets,
    sessions: new Sessions(database.pool, config),
    securityEvents: new SecurityEvents(database.pool, secrets),
    limits: new Limits(database.pool, secrets, undefined),
    files: new Files({ ...config, keys: keys.now }),
    scanner: undefined,
    jobs: new Jobs(options.jobs),
    printer: new Printer(),
    payments: undefined,
    rnko: undefined,
    debug: defaultsOf(DEBUG_SETTINGS),
    rubricator: undefined,
    sms: undefined,
    push: undefined,
    messenger: undefined,
    stopping: new AbortController(),
    log,
  };
  return Object.assign(app, {
    write: (to: string, name = 'Иван') =>
      database.db
        .transaction()
        .execute((db) => queueLetter({ app, db }, welcome, to, { name, link: `${publicUrl}/confirm/abc` })),
    close: async () => {
      await app.jobs.stop();
      await closeMail(app);
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

const configOf = (dataDir: string, smtpUrl: string | undefined, plainConnections = false): Config => ({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  databaseUrl: undefined,
  plainConnections,
  redisUrl: undefined,
  smtpUrl,
  mailFrom: 'Уговор <no-reply@ugovor.test>',
  publicUrl,
  origins: undefined,
  secretKey: 'a key for tests that is long enough',
  secretKeyBefore: undefined,
  trustProxy: 0,
  demo: false,
  demoOpen: false,
  operatorsNeedSecondFactor: false,
  headsNeedSecondFactor: false,
  databasePool: 5,
  payments: undefined,
  rnko: undefined,
  rubricator: undefined,
  sms: undefined,
  push: undefined,
  messenger: undefined,
  supportEmail: 'support@test.example',
  registryRows: 50_000,
  operatingCompanies: {},
  s3: undefined,
  clamdUrl: undefined,
  drainSeconds: 0,
  stopSeconds: 10,
});
