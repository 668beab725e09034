import type { Logger } from 'pino';
import type { DemoEntrance } from '#contract/kernel/demo-entrance.ts';
import type { SubJobCode } from '#domain/money/close-day.ts';
import type { DebugValues } from '#domain/settings/debug-settings.ts';
import type { ApprovalRules } from './approvals.ts';
import type { ResourceRules } from './auth/access.ts';
import type { Limits } from './auth/limits.ts';
import type { SecurityEvents } from './auth/security-events.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import type { Implemented } from './ctx.ts';
import type { Database } from './database/db.ts';
import type { Tables } from './database/tables.ts';
import type { Reaction } from './events.ts';
import type { Files } from './files/files.ts';
import type { Scanner } from './files/virus/port.ts';
import type { Jobs, Task } from './jobs/jobs.ts';
import type { LetterTemplates } from './jobs/letters.ts';
import type { ServerModule } from './module.ts';
import type { Printer } from './pdf/printer.ts';
import type { MessengerBot } from './ports/messenger.ts';
import type { PaymentPartner } from './ports/payments.ts';
import type { PushServices } from './ports/push.ts';
import type { RnkoPartner } from './ports/rnko.ts';
import type { RubricatorPartner } from './ports/rubricator.ts';
import type { SmsGateway } from './ports/sms.ts';
import type { KeyRing } from './secrets/keys.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { SubJobPart } from './state/sub-jobs.ts';

/** What the modules bring into the application, put together by `assembleApp`. */
export interface AppDefinition {
  modules: readonly ServerModule[];
  operations: readonly Implemented[];
  resources: ResourceRules;
  tables: Tables;
  letters: LetterTemplates;
  /** What operations are called, by their codes, and what the system does by itself. */
  titles: ReadonlyMap<string, string>;
  tasks: Readonly<Record<string, Task>>;
  approvals: ApprovalRules;
  reactions: readonly Reaction[];
  /** What the modules do of each sub-job of the close of a day, in its order. */
  subJobs: ReadonlyMap<SubJobCode, readonly SubJobPart[]>;
}

/** The services of one running server process. */
export interface App {
  config: Config;
  appDefinition: AppDefinition;
  database: Database;
  keys: KeyRing;
  secrets: Secrets;
  sessions: Sessions;
  limits: Limits;
  securityEvents: SecurityEvents;
  files: Files;
  /** Undefined where nobody looks for viruses. */
  scanner: Scanner | undefined;
  jobs: Jobs;
  printer: Printer;
  /** Undefined where no payment partner is configured. */
  payments: PaymentPartner | undefined;
  /** Undefined where nobody identifies. */
  rnko: RnkoPartner | undefined;
  /** Undefined where nobody completes what people type: then suggestions are of what we know ourselves. */
  rubricator: RubricatorPartner | undefined;
  /** Undefined where no SMS are sent, browsers are not told, no messenger has our bot: then nobody is offered that. */
  sms: SmsGateway | undefined;
  push: PushServices | undefined;
  messenger: MessengerBot | undefined;
  log: Logger;
  /** Set off when this node begins to stop: it is not ready any more, and its answers close their connections. */
  stopping: AbortController;
  /** What an administrator has turned on this node. */
  debug: DebugValues;
  /** Undefined everywhere but in the demonstration. */
  demoEntrance?: DemoEntrance | undefined;
}
