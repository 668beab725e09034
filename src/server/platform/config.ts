import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { mostRegistryRows } from '#domain/registries/registry-columns.ts';
import {
  checkOperatingCompany,
  OPERATING_FIELDS,
  OPERATING_KINDS,
  type OperatingCompany,
  type OperatingField,
  type OperatingKind,
  operatingVariable,
} from '#domain/settings/operating-company.ts';
import { type ChannelConfig, channelsOf, channelVariables } from './channel-config.ts';
import { databaseConnection, isLoopback, isPlain } from './database/connections.ts';

/** A bucket of an S3-compatible storage. */
export interface S3Config {
  url: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
}

/** A partner: where he is, and the key of the signatures. */
interface PartnerConfig {
  url: string;
  key: string;
  /** The key before it: what is signed with it is taken as well, while the partner changes over. */
  keyBefore?: string | undefined;
}

/** The configuration of one server process. docs/running.md has the same table in words. */
export interface Config extends ChannelConfig {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Services on other machines may be reached without TLS. */
  plainConnections: boolean;
  redisUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where questions of visitors go; without it nobody can ask. */
  supportEmail: string | undefined;
  /** The address people see, without a trailing slash. Links in letters start with it. */
  publicUrl: string;
  /** The origins of our pages, where PUBLIC_URL names them; undefined where people come by whatever address they know. */
  origins: readonly string[] | undefined;
  secretKey: string;
  /** The key before it, while SECRET_KEY is changed. */
  secretKeyBefore: string | undefined;
  /** How many proxies in front may be believed about the client's address. */
  trustProxy: number;
  /** The demo world is filled and the mailbox page is open. */
  demo: boolean;
  /** The demonstration is open to the network, because it was asked for twice. */
  demoOpen: boolean;
  operatorsNeedSecondFactor: boolean;
  /** The same of whoever is the head of a company. */
  headsNeedSecondFactor: boolean;
  databasePool: number;
  /** The payment partner: where he is and the key of the signatures both ways. Without him nobody pays here. */
  payments: PartnerConfig | undefined;
  /** The partner who identifies people and companies; without him nobody is identified here. */
  rnko: PartnerConfig | undefined;
  /** Who completes addresses and companies; without him suggestions are of what we know ourselves. */
  rubricator: { url: string; key: string } | undefined;
  /** The most rows of one registry; it is loaded in one transaction. */
  registryRows: number;
  /** Who runs the platform and the credit organisation, for a database that has not been told yet. */
  operatingCompanies: Readonly<Partial<Record<OperatingKind, OperatingCompany>>>;
  /** Where files are stored; without it in the folder of data. */
  s3: S3Config | undefined;
  /** The scanner that looks for viruses: `tcp://host:port` or `unix:/path`. Without it nobody looks. */
  clamdUrl: string | undefined;
  /** How long a stopping node serves on while it says that it is not ready, for a balancer to hear of it. */
  drainSeconds: number;
  /** How long after that what was asked before may take to end. */
  stopSeconds: number;
}

/** Balancers usually look every second or two; a demonstration has none before it. */
const defaultDrainSeconds = 3;

const url = (...protocols: string[]) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), {
    message: `нужен адрес ${protocols.map((protocol) => `${protocol}//…`).join(' или ')}`,
  });
const flag = z.enum(['0', '1'], { message: 'нужно 0 или 1' }).transform((value) => value === '1');
const count = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'нужно целое число')
    .transform(Number)
    .refine((value) => value <= max, `нужно число до ${max}`);

const variables = z.object({
  PORT: count(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().min(3).default('Уговор <no-reply@localhost>'),
  SUPPORT_EMAIL: z.email('нужен адрес почты').optional(),
  PUBLIC_URL: z
    .string()
    .transform((value) => value.split(',').map((one) => one.trim().replace(/\/$/, '')))
    .pipe(z.array(url('http:', 'https:')))
    .optional(),
  SECRET_KEY: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  SECRET_KEY_BEFORE: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  TRUST_PROXY: count(10).default(0),
  DEMO: flag.optional(),
  DEMO_OPEN: flag.optional(),
  OPERATORS_SECOND_FACTOR: flag.optional(),
  HEADS_SECOND_FACTOR: flag.optional(),
  PLAIN_CONNECTIONS: flag.default(false),
  DATABASE_POOL: count(500).default(20),
  PAYMENTS_URL: url('http:', 'https:').optional(),
  PAYMENTS_KEY: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  PAYMENTS_KEY_BEFORE: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  RNKO_URL: url('http:', 'https:').optional(),
  RNKO_KEY: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  RNKO_KEY_BEFORE: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  RUBRICATOR_URL: url('http:', 'https:').default('https://suggestions.dadata.ru'),
  RUBRICATOR_KEY: z.string().min(8, 'нужно не меньше 8 знаков').optional(),
  ...channelVariables,
  S3_URL: url('http:', 'https:').optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'нужно имя корзины: от 3 до 63 строчных латинских букв, цифр и дефисов',
    )
    .optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^/:]+:\d{1,5}|unix:\/.+)$/, 'нужен адрес tcp://узел:порт или unix:/путь')
    .optional(),
  DRAIN_SECONDS: count(300).optional(),
  STOP_SECONDS: count(3_600).default(25),
  REGISTRY_ROWS: count(999_999).default(mostRegistryRows),
});

/**
 * Reads the configuration from the environment.
 * @throws Error with one clear Russian line when a value is wrong.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    // Of a list of values the variable is named, not the place in it.
    throw new Error(`Неверная настройка ${String(issue.path[0])}: ${issue.message}`);
  }
  const value = parsed.data;
  const demonstration = value.DATABASE_URL === undefined && value.DATA_DIR === undefined;
  if (demonstration && value.DEMO === undefined && !isLoopback(value.HOST)) {
    throw new Error(
      'Неверная настройка HOST: демонстрация открыта только на 127.0.0.1; задайте DATA_DIR или DATABASE_URL',
    );
  }
  demandTls(value);
  const dataDir = resolve(value.DATA_DIR ?? 'data');
  const demo = value.DEMO ?? demonstration;
  const demoOpen = demo && demonstrationIsOpen(value);
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir,
    databaseUrl: value.DATABASE_URL,
    plainConnections: value.PLAIN_CONNECTIONS,
    redisUrl: value.REDIS_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    supportEmail: value.SUPPORT_EMAIL ?? (demo ? 'support@demo.test' : undefined),
    publicUrl: value.PUBLIC_URL?.[0] ?? `http://${value.HOST}:${value.PORT}`,
    origins: value.PUBLIC_URL?.map((address) => new URL(address).origin),
    secretKey: value.SECRET_KEY ?? secretFromFile(dataDir, value.DATABASE_URL !== undefined),
    secretKeyBefore: value.SECRET_KEY_BEFORE,
    trustProxy: value.TRUST_PROXY,
    demo,
    demoOpen,
    operatorsNeedSecondFactor: value.OPERATORS_SECOND_FACTOR ?? !demo,
    headsNeedSecondFactor: value.HEADS_SECOND_FACTOR ?? !demo,
    databasePool: value.DATABASE_POOL,
    payments: partnerOf('PAYMENTS', value.PAYMENTS_URL, value.PAYMENTS_KEY, value.PAYMENTS_KEY_BEFORE),
    rnko: partnerOf('RNKO', value.RNKO_URL, value.RNKO_KEY, value.RNKO_KEY_BEFORE),
    rubricator:
      value.RUBRICATOR_KEY === undefined
        ? undefined
        : partnerOf('RUBRICATOR', value.RUBRICATOR_URL, value.RUBRICATOR_KEY),
    ...channelsOf(value),
    registryRows: value.REGISTRY_ROWS,
    operatingCompanies: readOperatingCompanies(given),
    s3: s3Of(value),
    clamdUrl: value.CLAMD_URL,
    drainSeconds: value.DRAIN_SECONDS ?? (demo ? 0 : defaultDrainSeconds),
    stopSeconds: value.STOP_SECONDS,
  };
}

/**
 * Who runs the platform and the credit organisation, as variables set it: one of which something is set is set whole.
 * @throws Error with one clear Russian line
 */
function readOperatingCompanies(given: Record<string, string | undefined>): Config['operatingCompanies'] {
  const fields = Object.keys(OPERATING_FIELDS) as OperatingField[];
  const companies = (Object.keys(OPERATING_KINDS) as OperatingKind[]).flatMap((kind) => {
    const values = Object.fromEntries(fields.map((field) => [field, given[operatingVariable(kind, field)] ?? null]));
    if (Object.values(values).every((value) => value === null)) return [];
    const [problem] = Object.entries(checkOperatingCompany(kind, values)) as [OperatingField, string][];
    if (problem) throw new Error(`Неверная настройка ${operatingVariable(kind, problem[0])}: ${problem[1]}`);
    return [[kind, values as OperatingCompany] as const];
  });
  return Object.fromEntries(companies);
}

/** What must be encrypted on the way to other machines. @throws Error with one clear Russian line */
function demandTls(value: z.output<typeof variables>): void {
  const isAllowed = value.PLAIN_CONNECTIONS;
  const refuse = (name: string, why: string): never => {
    throw new Error(`Неверная настройка ${name}: ${why}; без TLS только с PLAIN_CONNECTIONS=1`);
  };
  try {
    if (value.DATABASE_URL !== undefined) databaseConnection(value.DATABASE_URL, isAllowed);
  } catch (error) {
    refuse('DATABASE_URL', (error as Error).message);
  }
  // Options in the address would go past what is decided here about TLS.
  if (value.SMTP_URL !== undefined && new URL(value.SMTP_URL).search !== '') {
    throw new Error('Неверная настройка SMTP_URL: параметры после «?» не поддерживаются');
  }
  for (const name of [
    'REDIS_URL',
    'PAYMENTS_URL',
    'RNKO_URL',
    'RUBRICATOR_URL',
    'SMS_URL',
    'MESSENGER_URL',
    'S3_URL',
  ] as const) {
    const address = value[name];
    if (address !== undefined && !isAllowed && isPlain(address)) refuse(name, 'служба на другой машине без шифрования');
  }
  if (!isAllowed && value.PUSH_ORIGINS?.some(isPlain)) refuse('PUSH_ORIGINS', 'служба на другой машине без шифрования');
}

function partnerOf(
  name: string,
  address: string | undefined,
  key: string | undefined,
  keyBefore?: string,
): PartnerConfig | undefined {
  if (address === undefined) return undefined;
  if (key === undefined) throw new Error(`Неверная настройка ${name}_KEY: с ${name}_URL ключ нужно задать`);
  return { url: address.replace(/\/$/, ''), key, ...(keyBefore !== undefined && { keyBefore }) };
}

function s3Of(value: z.output<typeof variables>): S3Config | undefined {
  const { S3_URL: url, S3_REGION: region } = value;
  const needed = (name: 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'): string => {
    const given = value[name];
    if (given === undefined) throw new Error(`Неверная настройка ${name}: с S3_URL её нужно задать`);
    return given;
  };
  if (url !== undefined) {
    const [bucket, accessKey, secretKey] = [needed('S3_BUCKET'), needed('S3_ACCESS_KEY'), needed('S3_SECRET_KEY')];
    return { url: url.replace(/\/$/, ''), bucket, accessKey, secretKey, region };
  }
  if (value.S3_BUCKET !== undefined) throw new Error('Неверная настройка S3_URL: с S3_BUCKET адрес нужно задать');
  return undefined;
}

/**
 * Whether a demonstration is open to the network. Everybody there knows the passwords and reads the
 * letters, so one that would be is refused unless it is asked for twice.
 * @throws Error that names what opens it
 */
function demonstrationIsOpen({ DEMO, DEMO_OPEN, HOST, PUBLIC_URL = [] }: z.output<typeof variables>): boolean {
  const hidden = (address: string): boolean => {
    const { protocol, hostname } = new URL(address);
    return protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, ''));
  };
  const opens = !isLoopback(HOST) ? 'HOST' : PUBLIC_URL.every(hidden) ? undefined : 'PUBLIC_URL';
  if (opens === undefined) return false;
  if (DEMO && DEMO_OPEN) return true;
  throw new Error(
    `Неверная настройка ${opens}: в демонстрации пароли и письма видны каждому, а так она открыта сети; если это и нужно, задайте DEMO=1 и DEMO_OPEN=1`,
  );
}

/**
 * The key beside the embedded database, made on the first start. With a database elsewhere the key must be given:
 * several nodes share it, and a new key on a new machine would make everything sealed unreadable.
 */
function secretFromFile(dataDir: string, external: boolean): string {
  const file = join(dataDir, 'secret.key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (external)
    throw new Error('Неверная настройка SECRET_KEY: с DATABASE_URL ключ нужно задать (не меньше 32 знаков)');
  mkdirSync(dataDir, { recursive: true });
  // Written apart and linked: a start that is killed here leaves no half a key, and of two that start at once one makes it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch {
    if (!existsSync(file)) renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
