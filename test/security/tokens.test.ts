import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '#server/platform/secrets/secrets.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { Client, type Reply } from '../helpers/client.ts';
import { employeeForm, formPassword, individualForm } from '../helpers/forms.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

const freshPassword = 'другой-Пароль-9-слов';
let counter = 0;
const freshEmail = (): string => `letter-${++counter}@test.example`;

interface Kind {
  name: string;
  table: string;
  /** How long its letter works. */
  seconds: number;
  /** Lets the system send one more letter to this address and gives the token in it. */
  ask(email: string): Promise<string>;
  use(token: string): Promise<Reply>;
  isPending(token: string): Promise<boolean>;
  /** Makes somebody to whom such letters go. */
  make(): Promise<string>;
}

const post = (path: string, body: object = {}): Promise<Reply> => new Client(testApp.url).post(path, body);
const pendingAt = (path: string) => async (token: string) => (await post(path, { token })).body.pending as boolean;
const registrationPending = pendingAt('/api/registration-tokens/is-pending');
const askFor = async (path: string, email: string, body: object): Promise<string> => {
  await post(path, body);
  return (await letterTo(testApp, email)).token;
};

const individual: Kind = {
  name: 'of an individual’s registration',
  table: 'registration_tokens',
  seconds: 72 * 60 * 60,
  make: async () => freshEmail(),
  ask: async (email) => askFor('/api/auth/individual/signup', email, await individualForm(testApp, email)),
  use: (token) => post(`/api/auth/individual/signin/${token}`, { password: formPassword }),
  isPending: registrationPending,
};
const employee: Kind = {
  name: 'of an employee’s registration',
  table: 'registration_tokens',
  seconds: 72 * 60 * 60,
  make: async () => freshEmail(),
  ask: async (email) => askFor('/api/auth/employee/signup', email, await employeeForm(testApp, email)),
  use: (token) => post(`/api/auth/employee/signin/${token}`, { password: formPassword }),
  isPending: registrationPending,
};
const restore: Kind = {
  name: 'of a new password',
  table: 'restore_password_tokens',
  seconds: 30 * 60,
  make: async () => (await testApp.individual()).email,
  ask: (email) => askFor('/api/auth/restore-password', email, { email }),
  use: (token) => post(`/api/auth/reset-password/${token}`, { password: freshPassword }),
  isPending: pendingAt('/api/restore-password-tokens/is-pending'),
};
const kinds = [individual, employee, restore];

const succeeded = ({ status }: Reply): boolean => status === 200 || status === 204;
const pendingNowhere = async (token: string): Promise<boolean> =>
  (await Promise.all(kinds.map((kind) => kind.isPending(token)))).every((pending) => !pending);
const flipCase = (token: string): string =>
  token.replace(/[a-z]/gi, (sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()));

describe.each(kinds)('a link $name', (kind) => {
  test('works once', async () => {
    const token = await kind.ask(await kind.make());
    expect(await kind.isPending(token)).toBe(true);
    expect(await kind.use(token)).toSatisfy(succeeded);
    const again = await kind.use(token);
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('token.dead');
    expect(await pendingNowhere(token)).toBe(true);
  });

  test('and a newer one are never both of use', async () => {
    const email = await kind.make();
    const older = await kind.ask(email);
    const newer = await kind.ask(email);
    expect(newer).not.toBe(older);
    // A sign-up with the same address may be a stranger's: it kills nothing. The first that is confirmed ends the others.
    const [first, second] = kind === restore ? [newer, older] : [older, newer];
    if (kind === restore) expect((await kind.use(second)).status).toBe(409);
    expect(await kind.use(first)).toSatisfy(succeeded);
    expect((await kind.use(second)).status).toBe(409);
    expect(await kind.isPending(second)).toBe(false);
  });

  test('dies in its time', async () => {
    const token = await kind.ask(await kind.make());
    const { rows } = await testApp.app.database.pool.query(
      `update ${kind.table} t set expires_at = now() from ${kind.table} before
       where t.id = before.id and t.token_hash = $1
       returning extract(epoch from before.expires_at - before.created_at)::int as seconds`,
      [hashToken(token)],
    );
    expect(rows).toEqual([{ seconds: kind.seconds }]);
    expect(await kind.isPending(token)).toBe(false);
    expect((await kind.use(token)).status).toBe(409);
  });

  test('opens nothing but its own door', async () => {
    const token = await kind.ask(await kind.make());
    for (const other of kinds.filter((one) => one !== kind)) expect((await other.use(token)).status).toBe(409);
    expect(await kind.use(token)).toSatisfy(succeeded);
  });

  test('is refused truncated, prolonged, or in another case', async () => {
    const token = await kind.ask(await kind.make());
    for (const wrong of [token.slice(0, -1), `${token}A`, flipCase(token)]) {
      expect((await kind.use(wrong)).status).toBe(409);
      expect(await kind.isPending(wrong)).toBe(false);
    }
    expect(await kind.use(token)).toSatisfy(succeeded);
  });

  test('works for exactly one of 32 at once', async () => {
    const token = await kind.ask(await kind.make());
    const replies = await Promise.all(Array.from({ length: 32 }, () => kind.use(token)));
    expect(replies.filter(succeeded)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(31);
  });
});

describe('the traces of a token', () => {
  /** All rows of all tables as text, those of the job queue included. */
  async function dump(): Promise<string> {
    const { rows } = await testApp.app.database.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of rows) {
      const table = await testApp.app.database.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.push(...table.rows.map(({ row }) => row));
    }
    return texts.join('\n');
  }
  const readLogs = (): string => {
    const folder = join(testApp.dataDir, 'logs');
    return readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
  };
  /** A secret as it is, and as its bytes would look in a dump. */
  const spellings = (secret: string): string[] => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret, 'base64url').toString('hex'),
    Buffer.from(secret).toString('base64'),
  ];

  /** Somebody who has used every kind of secret there is. */
  async function leaveTraces(): Promise<{ secrets: string[]; hash: string }> {
    const email = freshEmail();
    const registration = await individual.ask(email);
    const browser = new Client(testApp.url);
    await browser.post(`/api/auth/individual/signin/${registration}`, { password: formPassword });
    await browser.get(`/api/registration-tokens/${registration}`);
    const pending = await restore.ask(email);
    await restore.use(`${pending}A`);
    const { secret } = (await browser.post('/api/auth/second-factor', { password: formPassword })).body;
    const sent = { login: email, password: formPassword };
    await browser.post('/api/auth/signin', sent, { 'idempotency-key': 'k'.repeat(20) });
    const cookies = [...browser.cookies.values()];
    return {
      secrets: [registration, pending, secret, formPassword, ...cookies],
      hash: hashToken(pending).toString('hex'),
    };
  }

  test('are not in the database: all its text opens nothing', async () => {
    const { secrets, hash } = await leaveTraces();
    const text = await dump();
    expect(secrets).toHaveLength(6);
    expect(text.includes(hash)).toBe(true);
    expect(secrets.filter((secret) => spellings(secret).some((form) => text.includes(form)))).toEqual([]);
  });

  test('are not in the log, nor is the person', async () => {
    const { secrets } = await leaveTraces();
    await post('/api/auth/signin', { login: 'somebody@test.example', password: 'wrong' });
    await expect.poll(() => readLogs().includes('"status":401')).toBe(true);
    const text = readLogs();
    expect(text.includes('auth.resetPassword')).toBe(true);
    expect(secrets.filter((secret) => spellings(secret).some((form) => text.includes(form)))).toEqual([]);
    const personal = ['@test.example', 'Кузнецова', '9161234567', '123-45-67', '127.0.0.1'];
    expect(personal.filter((word) => text.includes(word))).toEqual([]);
  });

  test('do not leave with the page’s address', async () => {
    const { headers } = await testApp.anonymous().get(`/restore/${'x'.repeat(43)}`);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});
