import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
let behindProxy: Booted;
beforeAll(async () => {
  testApp = await boot();
  behindProxy = await boot({ trustProxy: 1 });
});
beforeEach(async () => {
  await resetLimits(testApp);
  await resetLimits(behindProxy);
});
afterAll(async () => {
  await testApp.stop();
  await behindProxy.stop();
});

/** Tries allowed in 15 minutes: with one login, and from one network. */
const triesOfLogin = 10;
const triesOfNetwork = 100;
const signIn = '/api/auth/signin';

const byPassword: [string, string, () => Promise<{ email: string; client: Client }>][] = [
  ['an individual', signIn, () => testApp.individual()],
  ['an employee', signIn, async () => testApp.employee({ legalEntityId: await testApp.company(), role: 'observer' })],
  ['an operator', '/internal/auth/operator/signin', () => testApp.operator('observer')],
];

/** Guesses in turn with each login until as many tries are made; gives the statuses. */
async function guess(client: Client, path: string, logins: readonly string[], times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    const login = logins[n % logins.length];
    statuses.push((await client.post(path, { login, password: `wrong guess ${n}` })).status);
  }
  return statuses;
}
const allowedThenRefused = (allowed: number): number[] => [...Array<number>(allowed).fill(401), 429];

describe.each(byPassword)('the password of %s', (_who, path, make) => {
  test('can be guessed ten times in 15 minutes, and then even the right one is refused', async () => {
    const { email } = await make();
    const stranger = new Client(testApp.url);
    expect(await guess(stranger, path, [email], triesOfLogin + 1)).toEqual(allowedThenRefused(triesOfLogin));
    const right = await stranger.post(path, { login: email, password });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('still opens for the owner in a browser where he has been before', async () => {
    const { email, client } = await make();
    await client.post('/api/auth/signout');
    expect((await guess(new Client(testApp.url), path, [email], triesOfLogin + 1)).at(-1)).toBe(429);
    expect((await client.post(path, { login: email, password })).status).toBe(200);
  });

  test('is counted in that browser too, so a stolen one gives no endless guessing', async () => {
    const { email, client } = await make();
    expect(await guess(client, path, [email], triesOfLogin + 1)).toEqual(allowedThenRefused(triesOfLogin));
  });

  test('costs its owner no tries when it is right', async () => {
    const { email } = await make();
    const client = new Client(testApp.url);
    const right = async (): Promise<number> => {
      client.cookies.clear();
      return (await client.post(path, { login: email, password })).status;
    };
    for (let n = 0; n <= triesOfLogin; n++) expect(await right()).toBe(200);
  });
});

describe('one login in many spellings', () => {
  test('is one login: case, spaces and unicode forms of an e-mail', async () => {
    const { email } = await testApp.individual({ email: 'anna.ivanova@test.example' });
    const wide = email.replace('anna', 'ａｎｎａ');
    const spellings = [email, email.toUpperCase(), `  ${email} `, `\u00a0${email}`, wide, 'Anna.Ivanova@TEST.example'];
    const statuses = await guess(new Client(testApp.url), signIn, spellings, triesOfLogin + spellings.length);
    expect(statuses.slice(0, triesOfLogin + 1)).toEqual(allowedThenRefused(triesOfLogin));
    expect(new Set(statuses.slice(triesOfLogin))).toEqual(new Set([429]));
  });

  test('is one login: spellings of a phone', async () => {
    await testApp.individual({ phone: '+79165550101' });
    const spellings = ['+79165550101', '8 (916) 555-01-01', '8-916-555-0101', ' +7 916 555 01 01 '];
    const statuses = await guess(new Client(testApp.url), signIn, spellings, triesOfLogin + spellings.length);
    expect(statuses.slice(0, triesOfLogin + 1)).toEqual(allowedThenRefused(triesOfLogin));
    expect(new Set(statuses.slice(triesOfLogin))).toEqual(new Set([429]));
  });

  test('is one account by its e-mail and its phone, and nothing tells that they belong together', async () => {
    const phone = '+79165550177';
    const { email } = await testApp.individual({ phone });
    const stranger = new Client(testApp.url);
    const tries = await guess(stranger, signIn, [email, phone], 2 * triesOfLogin);
    // Each login is refused when its own tries are over, as one that nobody has.
    expect(tries).toEqual(Array(2 * triesOfLogin).fill(401));
    await resetLimits(testApp);
    expect(await guess(stranger, signIn, [email], triesOfLogin)).toEqual(Array(triesOfLogin).fill(401));
    // The password is right, but ten guesses were made at the account: the eleventh, by the other login, opens nothing.
    const right = await stranger.post(signIn, { login: phone, password });
    expect([right.status, right.body.code]).toEqual([401, 'auth.wrong']);
  });

  test('is one login from many networks', async () => {
    const { email } = await behindProxy.individual();
    const statuses: number[] = [];
    for (let n = 0; n <= triesOfLogin; n++) {
      const stranger = new Client(behindProxy.url);
      const from = { 'x-forwarded-for': `198.51.100.${n + 1}` };
      statuses.push((await stranger.post(signIn, { login: email, password: 'a wrong guess' }, from)).status);
    }
    expect(statuses).toEqual(allowedThenRefused(triesOfLogin));
  });
});

describe('one network', () => {
  /** A form without fields is counted like any try but costs no hashing. */
  async function knock(
    url: string,
    times: number,
    headersOf: (n: number) => Record<string, string>,
  ): Promise<number[]> {
    const client = new Client(url);
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await client.post(signIn, {}, headersOf(n))).status);
    return statuses;
  }
  const passed = (statuses: number[]): number => statuses.filter((status) => status === 400).length;

  test.each([
    ['X-Forwarded-For', (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })],
    ['Forwarded', (n: number) => ({ forwarded: `for=203.0.113.${n};proto=https` })],
    ['X-Real-IP', (n: number) => ({ 'x-real-ip': `203.0.113.${n}` })],
  ])('has 100 tries, and a made-up %s adds none', async (_header, headersOf) => {
    const statuses = await knock(testApp.url, triesOfNetwork + 5, headersOf);
    expect(passed(statuses)).toBe(triesOfNetwork);
    expect(statuses.slice(triesOfNetwork)).toEqual(Array(5).fill(429));
  });

  test('is what the trusted proxy says, and what the client wrote before it adds none', async () => {
    const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7`, forwarded: `for=10.0.0.${n}` });
    expect(passed(await knock(behindProxy.url, triesOfNetwork + 1, from))).toBe(triesOfNetwork);
    const neighbour = { 'x-forwarded-for': '198.51.100.8' };
    expect(passed(await knock(behindProxy.url, 1, () => neighbour))).toBe(1);
  });

  test('is a /64 of IPv6 addresses', async () => {
    const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:1:2:${n.toString(16)}::${(n * 7).toString(16)}` });
    expect(passed(await knock(behindProxy.url, triesOfNetwork + 1, from))).toBe(triesOfNetwork);
    const neighbour = { 'x-forwarded-for': '2001:db8:1:3::1' };
    expect(passed(await knock(behindProxy.url, 1, () => neighbour))).toBe(1);
  });

  test('of more honest people than it has tries lets them all in', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => testApp.individual()));
    const statuses: number[] = [];
    const comeIn = async (email: string): Promise<void> => {
      for (let n = 0; n < (triesOfNetwork + 8) / people.length; n++) {
        statuses.push((await new Client(testApp.url).post(signIn, { login: email, password })).status);
      }
    };
    await Promise.all(people.map(({ email }) => comeIn(email)));
    expect(statuses).toEqual(Array(triesOfNetwork + 8).fill(200));
  });
});

describe('a phone that several have named', () => {
  /** Nobody has confirmed it. */
  async function holder(phone: string) {
    const made = await testApp.individual();
    await testApp.owner.query('update accounts set phone = $2 where id = $1', [made.accountId, phone]);
    return made;
  }

  test('lets in each of them with his own password, whoever was first', async () => {
    const phone = '+79165550188';
    const { email: strangerMail } = await holder(phone);
    const { email: ownerMail } = await holder(phone);
    const other = 'другой-Пароль-9-слов';
    await testApp.owner.query('update accounts set password_hash = $2 where email = $1', [
      strangerMail,
      await hashPassword(other),
    ]);
    const enter = async (typed: string) =>
      (await new Client(testApp.url).post(signIn, { login: phone, password: typed })).body.email;
    expect([await enter(password), await enter(other)]).toEqual([ownerMail, strangerMail]);
    expect((await new Client(testApp.url).post(signIn, { login: phone, password: 'a wrong guess' })).status).toBe(401);
  });

  test('lets its owner in from his browser however many there are', async () => {
    const phone = '+79165550199';
    for (let n = 0; n < 4; n++) {
      const { accountId } = await holder(phone);
      await testApp.owner.query('update accounts set password_hash = $2 where id = $1', [
        accountId,
        await hashPassword(`чужой-Пароль-${n}`),
      ]);
    }
    const { client, email } = await holder(phone);
    await client.post('/api/auth/signout');
    expect((await client.post(signIn, { login: phone, password })).body.email).toBe(email);
  });
});
