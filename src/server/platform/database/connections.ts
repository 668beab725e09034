import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type pg from 'pg';

export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));

/** What the driver of PostgreSQL would take out of the address; here TLS is decided before it. */
const tlsParameters = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'];
/** Ways of TLS that prove whom we talk to. `require` and `verify-ca` of libpq prove less; here they are taken for the whole. */
const verified = ['require', 'verify-ca', 'verify-full'];

/**
 * How the database is reached by its address. With TLS its certificate is verified, name and all, against `sslrootcert`
 * or the authorities that the system trusts; without TLS only what is on this machine is reached, unless that is allowed.
 * @throws Error with the second half of a Russian line about DATABASE_URL
 */
export function databaseConnection(databaseUrl: string, isPlainAllowed: boolean): pg.PoolConfig {
  const url = new URL(databaseUrl);
  const given = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const [mode, ca, cert, key] = [given('sslmode'), given('sslrootcert'), given('sslcert'), given('sslkey')];
  const isLocal = isLoopback(url.hostname) && (given('host')?.startsWith('/') ?? true);
  for (const name of tlsParameters) url.searchParams.delete(name);
  const connectionString = url.toString();
  if (mode === undefined || ['disable', 'allow', 'prefer'].includes(mode)) {
    if (isLocal || isPlainAllowed) return { connectionString, ssl: false };
    throw new Error('база на другой машине: добавьте sslmode=verify-full и, если нужно, sslrootcert');
  }
  if (!verified.includes(mode)) throw new Error(`sslmode=${mode} не проверяет сертификат: нужно verify-full`);
  const ssl: ConnectionOptions = { rejectUnauthorized: true, minVersion: 'TLSv1.2' };
  if (ca !== undefined) ssl.ca = readCertificate('sslrootcert', ca);
  if (cert !== undefined) ssl.cert = readCertificate('sslcert', cert);
  if (key !== undefined) ssl.key = readCertificate('sslkey', key);
  return { connectionString, ssl };
}

function readCertificate(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`файл ${name} не читается`);
  }
}

/** What the mail library is told about TLS: with any of it the certificate of the server is verified. */
export function mailSecurity(smtpUrl: string, isPlainAllowed: boolean) {
  const isPlain = isPlainAllowed || isLoopback(new URL(smtpUrl).hostname);
  return { requireTLS: !isPlain, tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' } } as const;
}

/** Whether an address of a neighbouring service says that nothing is encrypted on the way to another machine. */
export function isPlain(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return ['http:', 'redis:'].includes(protocol) && !isLoopback(hostname);
}
