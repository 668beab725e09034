import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import pg from 'pg';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { databaseConnection } from '#server/platform/database/connections.ts';
import { migrateJobs } from '#server/platform/jobs/jobs.ts';
import { deliverLetter } from '#server/platform/jobs/mail.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { openMailApp } from '../helpers/mail/mail-app.ts';

/** Made for these tests alone: a server's certificate for localhost and 0.0.0.0, whose authority nobody knows by himself. */
const folder = 'test/helpers/certificates';
const own = readFileSync(`${folder}/ca.pem`, 'utf8');
const identity = { key: readFileSync(`${folder}/server.key`), cert: readFileSync(`${folder}/server.pem`) };
const usual = tls.getCACertificates('default');

let database: TestDatabase;
/** A test database has no name of a host: it is behind a socket. */
const address = (): URL => new URL(database.url.replace('@/', '@localhost/'));
beforeAll(async () => {
  database = await freshDatabase();
  await migrateJobs(database.url);
});
afterEach(() => tls.setDefaultCACertificates(usual));
afterAll(() => database.drop());

describe('a letter', () => {
  /** An address of this machine that does not look like it. */
  const elsewhere = '0.0.0.0';

  /** Sends a letter through a mail server and gives what became of it, and whether its text arrived, and how. */
  async function send(how: SMTPServerOptions, { scheme = 'smtp', host = elsewhere, plainConnections = false } = {}) {
    const texts: boolean[] = [];
    const server = new SMTPServer({
      ...identity,
      ...how,
      authOptional: true,
      logger: false,
      onData(stream, { secure }, done) {
        texts.push(secure);
        stream.resume().on('end', () => done());
      },
    });
    server.on('error', () => undefined);
    const listening = server.listen(0, '0.0.0.0');
    await new Promise((resolve) => listening.once('listening', resolve));
    const { port } = listening.address() as AddressInfo;
    const app = openMailApp({ url: database.url, smtpUrl: `${scheme}://${host}:${port}`, plainConnections });
    const letterId = await app.write('ivan@ugovor.test');
    await deliverLetter(app, { letterId }).catch(() => undefined);
    const { rows } = await app.database.pool.query('select status from letters where id = $1', [letterId]);
    await app.close();
    await new Promise<void>((resolve) => server.close(resolve));
    return { status: rows[0].status, texts };
  }

  test('goes by STARTTLS to a server whose authority is trusted', async () => {
    tls.setDefaultCACertificates([...usual, own]);
    expect(await send({})).toEqual({ status: 'sent', texts: [true] });
  });

  test.each([
    ['smtp', {}],
    ['smtps', { secure: true }],
  ])('does not go by %s to one with a certificate of somebody else', async (scheme, how) => {
    expect(await send(how, { scheme })).toEqual({ status: 'queued', texts: [] });
  });

  test('does not go, nor does its envelope, to another machine that offers no TLS, unless that is allowed', async () => {
    const without: SMTPServerOptions = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] };
    expect(await send(without)).toEqual({ status: 'queued', texts: [] });
    expect(await send(without, { plainConnections: true })).toEqual({ status: 'sent', texts: [false] });
    expect(await send(without, { host: '127.0.0.1' })).toEqual({ status: 'sent', texts: [false] });
  });
});

describe('the database', () => {
  const fronts: Server[] = [];
  let port: number;
  let oldPort: number;
  /** Ways that are no longer safe, which a server of today speaks only when it is made to. */
  const old: tls.SecureContextOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
  beforeAll(async () => {
    port = await openFront();
    oldPort = await openFront(old);
  });
  afterAll(() => fronts.map((front) => front.close()));

  /** PostgreSQL behind TLS: what is said to it is decrypted here and handed on. @returns the port */
  async function openFront(how: tls.SecureContextOptions = {}): Promise<number> {
    const url = address();
    const socket = url.searchParams.get('host');
    const place = socket
      ? { path: `${socket}/.s.PGSQL.${url.searchParams.get('port') || 5432}` }
      : { host: url.hostname, port: Number(url.port) };
    const secureContext = tls.createSecureContext({ ...identity, ...how });
    const hush = (one: Socket) => one.on('error', () => undefined);
    const front = createServer((raw) => {
      hush(raw).once('data', () => {
        raw.write('S');
        const secure = hush(new tls.TLSSocket(raw, { isServer: true, secureContext }));
        const behind = hush(connect(place as never));
        secure.pipe(behind).pipe(secure);
        secure.on('close', () => behind.destroy());
      });
    });
    await new Promise<void>((resolve) => front.listen(0, '0.0.0.0', resolve));
    fronts.push(front);
    return (front.address() as AddressInfo).port;
  }

  async function ask(
    query: string,
    { host = 'localhost', at = port, ssl = {} }: { host?: string; at?: number; ssl?: tls.ConnectionOptions } = {},
  ): Promise<unknown> {
    const { username, password, pathname } = address();
    const url = `postgres://${username}:${password}@${host}:${at}${pathname}?${query}`;
    const connection = databaseConnection(url, false);
    const client = new pg.Client({ ...connection, ssl: { ...(connection.ssl as tls.ConnectionOptions), ...ssl } });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query('select 1 as one')).rows[0].one;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  const trusted = `sslrootcert=${folder}/ca.pem`;

  test.each(['require', 'verify-ca', 'verify-full'])(
    'answers under sslmode=%s with its own authority',
    async (mode) => {
      expect(await ask(`sslmode=${mode}&${trusted}`)).toBe(1);
    },
  );

  test.each(['require', 'verify-ca', 'verify-full'])(
    'is not spoken to under sslmode=%s with another authority',
    async (mode) => {
      await expect(ask(`sslmode=${mode}&sslrootcert=${folder}/other-ca.pem`)).rejects.toThrow(/certificate/);
      await expect(ask(`sslmode=${mode}`)).rejects.toThrow(/certificate/);
      await expect(ask(`sslmode=${mode}&uselibpqcompat=true&sslrootcert=${folder}/other-ca.pem`)).rejects.toThrow(
        /certificate/,
      );
    },
  );

  test('is not spoken to under a name that its certificate does not have', async () => {
    await expect(ask(`sslmode=verify-full&${trusted}`, { host: '127.0.0.2' })).rejects.toThrow(/altnames/);
  });

  test('is not spoken to by TLS 1.1, as whoever allows it would', async () => {
    const full = `sslmode=verify-full&${trusted}`;
    expect(await ask(full, { at: oldPort, ssl: old })).toBe(1);
    await expect(ask(full, { at: oldPort })).rejects.toThrow(/protocol/);
  });
});

describe('the configuration', () => {
  const given = (env: Record<string, string>) => readConfig({ DATA_DIR: '.', SECRET_KEY: 'k'.repeat(32), ...env });
  const key = 'k'.repeat(32);

  test.each<[string, Record<string, string>]>([
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u@db.test/x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u@localhost/x?host=db.test' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u@db.test/x?sslmode=prefer' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u@db.test/x?sslmode=no-verify' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u@db.test/x?sslmode=verify-full&sslrootcert=absent.pem' }],
    ['REDIS_URL', { REDIS_URL: 'redis://cache.test' }],
    ['PAYMENTS_URL', { PAYMENTS_URL: 'http://bank.test', PAYMENTS_KEY: key }],
    ['RNKO_URL', { RNKO_URL: 'http://rnko.test', RNKO_KEY: key }],
    ['S3_URL', { S3_URL: 'http://s3.test', S3_BUCKET: 'files', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.test/?tls.rejectUnauthorized=false' }],
  ])('refuses an unproved way: %s %o', (name, env) => {
    expect(() => given(env)).toThrow(new RegExp(`^Неверная настройка ${name}: [^\n]+$`));
  });

  test.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://u@127.0.0.1/x' },
    { DATABASE_URL: 'postgres://u@localhost/x?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://u@db.test/x?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://u@db.test/x', PLAIN_CONNECTIONS: '1' },
    { REDIS_URL: 'rediss://cache.test' },
    { REDIS_URL: 'redis://cache.test', PLAIN_CONNECTIONS: '1' },
    { PAYMENTS_URL: 'https://bank.test', PAYMENTS_KEY: key },
    { SMTP_URL: 'smtp://mail.test:587' },
  ])('takes %o', (env) => {
    expect(given(env).demo).toBe(false);
  });
});
