import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { formPassword, individualForm } from '../helpers/forms.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

let counter = 0;
const freshEmail = (): string => `password-${++counter}@test.example`;
const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

describe('a new password', () => {
  /** What the sign-up says of a password: null when it is taken. */
  async function judge(wanted: string, email = freshEmail()): Promise<string | null> {
    const form = { ...(await individualForm(testApp, email)), password: wanted };
    const { status, body } = await testApp.anonymous().post('/api/auth/individual/signup', form);
    return status === 202 ? null : body.fields.password;
  }

  test('is refused below 8 and above 128 characters', async () => {
    expect(await judge('д7-Лес!')).toMatch(/Минимум знаков: 8|короче 8/);
    expect(await judge('д7-Лес!ыZ')).toBe(null);
    expect(await judge('оленьЁ'.repeat(22).slice(0, 128))).toBe(null);
    expect(await judge('оленьЁ'.repeat(22).slice(0, 129))).toMatch(/128/);
  });

  test.each(['синий кит поёт ночью', 'correct horse battery staple', '81 63 27 44 90 15 72', 'ÆØÅ ✓ 漢字 на берегу'])(
    'needs no composition of signs: «%s»',
    async (phrase) => {
      expect(await judge(phrase)).toBe(null);
    },
  );

  test.each(['password', 'password1', 'Qwerty123', '1234567890', 'iloveyou1', 'baseball1', 'qwertyuiop'])(
    'is none of the common ones: «%s»',
    async (common) => {
      expect(await judge(common)).toBeTypeOf('string');
    },
  );

  test('does not hold the person’s name, e-mail or phone', async () => {
    for (const part of ['Кузнецова', 'кузнецова', '9161234567', 'very.own.mail']) {
      expect(await judge(`лес-${part}-поле-ветер`, 'very.own.mail@test.example')).toMatch(
        /ваши имя, почту или телефон/,
      );
    }
  });

  test('is kept exactly as typed, with its spaces and letters', async () => {
    const email = freshEmail();
    const typed = '  лес Ветер  поле é  ';
    expect(await judge(typed, email)).toBe(null);
    await testApp.anonymous().post(`/api/auth/individual/signin/${(await letterTo(testApp, email)).token}`, {
      password: typed,
    });
    const signIn = async (given: string): Promise<number> =>
      (await testApp.anonymous().post('/api/auth/signin', { login: email, password: given })).status;
    expect(await signIn(typed)).toBe(200);
    for (const near of [typed.trim(), typed.toLowerCase(), typed.replace('  поле', ' поле'), typed.replace('é', 'e')]) {
      expect(await signIn(near)).toBe(401);
    }
  });
});

describe('a kept password', () => {
  test('is an argon2id hash of at least 19 MiB and two passes, with a salt of its own', async () => {
    const hashes: string[] = [];
    for (const email of [freshEmail(), freshEmail()]) {
      await testApp.anonymous().post('/api/auth/individual/signup', await individualForm(testApp, email));
      await testApp.anonymous().post(`/api/auth/individual/signin/${(await letterTo(testApp, email)).token}`, {
        password: formPassword,
      });
      const { rows } = await testApp.app.database.pool.query('select password_hash from accounts where email = $1', [
        email,
      ]);
      hashes.push(rows[0].password_hash);
    }
    for (const hash of hashes) {
      const [, m, t, p, salt, bytes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)!;
      expect(Number(m)).toBeGreaterThanOrEqual(19_456);
      expect(Number(t)).toBeGreaterThanOrEqual(2);
      expect(Number(p)).toBeGreaterThanOrEqual(1);
      expect(Buffer.from(salt!, 'base64').length).toBeGreaterThanOrEqual(16);
      expect(Buffer.from(bytes!, 'base64').length).toBeGreaterThanOrEqual(32);
    }
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});

describe('a hundred sign-ins at once', () => {
  const atOnce = 100;
  /** How much slower others may become at the median. */
  const tolerance = 3;
  /** Below this nobody notices anything, and a busy machine makes any ratio of it; a hash counted in the way of others takes more. */
  const noticedMs = 50;

  /** Asks again and again while `going` says so, and tells the median time of an answer. */
  async function medianOf(ask: () => Promise<{ status: number }>, going: (asked: number) => boolean): Promise<number> {
    const times: number[] = [];
    do {
      const start = performance.now();
      expect((await ask()).status).toBe(200);
      times.push(performance.now() - start);
    } while (going(times.length));
    return median(times);
  }

  test.each([
    ['the health check', () => testApp.anonymous(), '/api/health'],
    ['a list', async () => (await testApp.operator('observer')).client, '/api/individuals'],
  ])('do not hold up %s, and those beyond capacity are told to wait', async (_what, make, path) => {
    const client: Client = await make();
    const { email } = await testApp.individual();
    const ask = () => client.get(path);
    const before = await medianOf(ask, (asked) => asked < 50);
    let over = false;
    const signIns = Promise.all(
      Array.from({ length: atOnce }, (_, n) =>
        new Client(testApp.url)
          .post('/api/auth/signin', { login: `crowd-${n}@test.example`, password })
          .then(({ status }) => status),
      ),
    ).finally(() => {
      over = true;
    });
    const meanwhile = await medianOf(ask, () => !over);
    const statuses = await signIns;
    expect(meanwhile).toBeLessThanOrEqual(Math.max(tolerance * before, noticedMs));
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    await resetLimits(testApp);
    expect((await testApp.anonymous().post('/api/auth/signin', { login: email, password })).status).toBe(200);
  });
});
