import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'ugovor-web-'));
mkdirSync(join(webFolder, 'assets'));
copyFileSync('index.html', join(webFolder, 'index.html'));
for (const name of ['app-1.js', 'app-1.css', 'icon-1.svg', 'font-1.woff2', 'map-1.json'])
  writeFileSync(join(webFolder, 'assets', name), '{}');

let plain: Booted;
let secure: Booted;
let person: Client;
let company: number;
beforeAll(async () => {
  [plain, secure] = await Promise.all([
    // Its counters stand in the database, where a test fills them up.
    boot({ redisUrl: undefined }, { webFolder }),
    boot({ publicUrl: 'https://ugovor.test' }, { webFolder }),
  ]);
  ({ client: person } = await plain.individual());
  company = await plain.company();
});
afterAll(async () => {
  await Promise.all([plain.stop(), secure.stop()]);
  rmSync(webFolder, { recursive: true });
});

const json = { 'content-type': 'application/json' };
const intended = (method: string) => ({ 'access-control-request-method': method });
const asset = (name: string, headers: Record<string, string> = {}) => [`GET /assets/${name}`, '', headers] as const;

/** An answer of each kind: what is asked, the body, the headers, the status. */
type Sample = readonly [what: string, body: string, headers: Record<string, string>, status: number];
const samples: readonly Sample[] = [
  ['GET /', '', {}, 200],
  ['GET /signin', '', {}, 200],
  ['GET /no/such/page?x=1', '', {}, 200],
  [...asset('app-1.js'), 200],
  [...asset('app-1.css'), 200],
  [...asset('icon-1.svg'), 200],
  [...asset('font-1.woff2'), 200],
  [...asset('map-1.json'), 200],
  [...asset('app-1.js', { range: 'bytes=0-1' }), 206],
  [...asset('app-1.js', { range: 'bytes=999-' }), 404],
  [...asset('app-1.js', { 'if-match': '"other"' }), 404],
  [...asset('nothing.js'), 404],
  [...asset(''), 404],
  [...asset('%00'), 404],
  ['POST /assets/app-1.js', '{}', json, 404],
  ['GET /api/about', '', {}, 200],
  ['GET /api/openapi.json', '', {}, 200],
  ['GET /api/docs', '', {}, 200],
  ['POST /api/auth/signout', '', {}, 204],
  ['POST /api/auth/restore-password', '{"email":"nobody@test.example"}', json, 202],
  ['POST /api/auth/signin', '{"login":', json, 400],
  ['GET /api/legal-entities?page=x', '', {}, 401],
  ['GET /api/auth/me', '', {}, 401],
  ['POST /api/auth/signin', '{}', { ...json, origin: 'https://evil.example' }, 403],
  ['GET /api/nothing', '', {}, 404],
  ['GET /%', '', {}, 404],
  ['POST /', '{}', json, 404],
  ['HEAD /api/about', '', {}, 405],
  ['DELETE /api/about', '', {}, 405],
  ['POST /api/auth/individual/signin/dead', '', {}, 409],
  ['POST /api/auth/signin', ' '.repeat(2 ** 21), json, 413],
  ['POST /api/auth/signin', '{}', { 'content-type': 'text/plain' }, 415],
  ['OPTIONS /api/about', '', intended('GET'), 204],
  ['OPTIONS /api/auth/me', '', intended('GET'), 401],
  ['OPTIONS /api/about', '', intended('DELETE'), 405],
  ['OPTIONS /api/nothing', '', intended('GET'), 404],
];

/** Files that are no documents: what is said of those would mean nothing there. */
const isPart = (what: string, status: number): boolean => isFound(what, status) && !what.includes('.svg');
const isFound = (what: string, status: number): boolean => what.startsWith('GET /assets/') && status < 400;

/** What an answer has that a browser might show as a page. */
function expectSafeDocument(headers: Headers): void {
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src '(none|self)'/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/unsafe-|\*|https?:/);
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
}

/** What every answer has, whatever it is. */
function expectSafe({ headers, text, body, status }: Reply, what: string): void {
  if (!isPart(what, status)) expectSafeDocument(headers);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cache-control')).toBe(isFound(what, status) ? 'public, max-age=31536000, immutable' : 'no-store');
  const type = headers.get('content-type') ?? '';
  if (text === '') expect([204, 405]).toContain(status);
  else expect(type).toMatch(/; charset=utf-8$|^font\/woff2$/i);
  if (status >= 400 && text !== '') expect(body.incident).toBe(headers.get('x-request-id'));
}

const ask = (client: Client, [what, body, headers]: Sample): Promise<Reply> => {
  const [method = '', path = ''] = what.split(' ');
  return client.send(method, path, body === '' ? undefined : body, headers);
};
const named = samples.map((sample) => [`${sample[0]} → ${sample[3]}`, sample] as const);

describe('an answer is safe to show', () => {
  test.each(named)('%s', async (_name, sample) => {
    const reply = await ask(plain.anonymous(), sample);
    expect(reply.status).toBe(sample[3]);
    expectSafe(reply, sample[0]);
    expect(reply.headers.get('strict-transport-security')).toBeNull();
  });

  test.each(named)('and over TLS stays there for a year: %s', async (_name, sample) => {
    const reply = await ask(secure.anonymous(), sample);
    expect(reply.status).toBe(sample[3]);
    expectSafe(reply, sample[0]);
    expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  test('to a signed-in person too: a list, a refused kind, a foreign object', async () => {
    const answers = await Promise.all(
      ['/api/individuals', '/internal/operators', `/api/individuals/999999`].map((path) => person.get(path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 404]);
    for (const answer of answers) expectSafe(answer, '');
    const probe = await person.probe('GET', `/api/legal-entities/${company}`);
    expect(probe.status).toBe(403);
    expectSafe(probe, '');
  });

  test('when there were too many attempts', async () => {
    await plain.app.database.pool.query('update rate_limits set points = 1000000');
    await plain.anonymous().post('/api/auth/signin', { login: 'x', password: 'x' });
    await plain.app.database.pool.query('update rate_limits set points = 1000000');
    const reply = await plain.anonymous().post('/api/auth/signin', { login: 'x', password: 'x' });
    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    expectSafe(reply, '');
  });
});

describe('a page', () => {
  test('may take scripts and styles from this site alone, and none that stand in it', async () => {
    const { headers } = await plain.anonymous().get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toMatch(/unsafe|nonce/);
  });

  test('brings no script or style of its own', async () => {
    const { text } = await plain.anonymous().get('/');
    expect(text).toContain('<script');
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/i);
  });
});
