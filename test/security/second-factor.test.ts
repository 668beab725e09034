import { setTimeout } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { codeTo, lettersTo, letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
beforeEach(async () => {
  await resetLimits(testApp);
  await stayInStep();
});
afterAll(() => testApp.stop());

const path = '/api/auth/second-factor';
const signInPath = '/internal/auth/operator/signin';
const stepSeconds = 30;
/** No test takes longer than this. */
const enoughMs = 3_000;

/** A step that ends in the middle of a test would shift the codes that the test has made. */
async function stayInStep(): Promise<void> {
  const leftMs = stepSeconds * 1_000 - (Date.now() % (stepSeconds * 1_000));
  if (leftMs < enoughMs) await setTimeout(leftMs + 10);
}

/** The code that an app shows now, or some steps away from now. */
const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * stepSeconds });
/** A code that no step near to now has. */
function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
}

async function start(client: Client): Promise<{ secret: string; enrolment: string; uri: string }> {
  const { status, body } = await client.post(path, { password });
  expect(status).toBe(200);
  return body;
}

/** An operator with the second factor on; the code that confirmed it is of the step before now. */
async function enrolled(here = testApp): Promise<Signed & { secret: string; recoveryCodes: string[] }> {
  const operator = await here.operator('administrator');
  const { secret, enrolment } = await start(operator.client);
  const confirmed = await operator.client.put(path, { enrolment, code: codeOf(secret, -1) });
  expect(confirmed.status).toBe(200);
  return { ...operator, secret, recoveryCodes: confirmed.body.recoveryCodes };
}

const signIn = (login: string, code?: string, here = testApp): Promise<Reply> =>
  here.anonymous().post(signInPath, { login, password, ...(code !== undefined && { code }) });

describe('turning the second factor on', () => {
  test('takes the password and a first code of the app, and gives recovery codes once', async () => {
    const { client, email } = await testApp.operator('manager');
    expect((await client.post(path, { password: 'not this one' })).status).toBe(401);
    const { secret, uri, enrolment } = await start(client);
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    expect(uri).toContain(secret);
    expect((await client.get('/api/auth/me')).body.secondFactor).toBe(false);
    expect((await client.put(path, { enrolment, code: wrongCode(secret) })).body.code).toBe('auth.code_wrong');
    const confirmed = await client.put(path, { enrolment, code: codeOf(secret) });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await client.get('/api/auth/me')).body.secondFactor).toBe(true);
    expect((await client.post(path, { password })).body.code).toBe('second_factor.on');
    expect((await lettersTo(testApp, email)).map(({ text }) => text).join()).toMatch(/Второй фактор .* включён/);
  });

  test('belongs to the one who started it, and is not remade by another’s seal', async () => {
    const owner = await testApp.operator('manager');
    const thief = await testApp.operator('manager');
    const { secret, enrolment } = await start(owner.client);
    const stolen = await thief.client.put(path, { enrolment, code: codeOf(secret) });
    expect(stolen.body.code).toBe('token.dead');
    const forged = await thief.client.put(path, { enrolment: `${enrolment.slice(0, -2)}AA`, code: codeOf(secret) });
    expect(forged.body.code).toBe('token.dead');
  });
});

test('recovery codes are hashed before the account is held for anybody', async () => {
  const { client, email } = await testApp.operator('manager');
  const { secret, enrolment } = await start(client);
  // Hashes have their turn one after another: those of the codes come when these are done.
  const others = { done: false };
  const hashed = Promise.all(Array.from({ length: 20 }, () => hashPassword(password))).finally(() => {
    others.done = true;
  });
  const confirmed = client.put(path, { enrolment, code: codeOf(secret) });
  let held = 0;
  while (!others.done) {
    const free = await testApp.owner.query('select 1 from accounts where email = $1 for update skip locked', [email]);
    if (free.rows.length === 0 && !others.done) held++;
  }
  await hashed;
  expect(held).toBe(0);
  expect((await confirmed).status).toBe(200);
});

test('turning the second factor on and off ends the other sessions, and the letter says so', async () => {
  const { client, email } = await testApp.operator('manager');
  const elsewhere = testApp.anonymous();
  const enter = async (code?: string): Promise<void> => {
    const form = { login: email, password, ...(code !== undefined && { code }) };
    expect((await elsewhere.post(signInPath, form)).status).toBe(200);
  };
  await enter();
  const { secret, enrolment } = await start(client);
  expect((await client.put(path, { enrolment, code: codeOf(secret, -1) })).status).toBe(200);
  expect((await elsewhere.get('/api/auth/me')).status).toBe(401);
  expect((await letterTo(testApp, email)).text).toContain('включён, остальные сеансы завершены');
  await enter(codeOf(secret));
  expect((await client.post(`${path}/off`, { password, code: codeOf(secret, 1) })).status).toBe(204);
  expect((await elsewhere.get('/api/auth/me')).status).toBe(401);
  expect((await client.get('/api/auth/me')).status).toBe(200);
  expect((await letterTo(testApp, email)).text).toContain('выключен, остальные сеансы завершены');
});

describe('a code', () => {
  test('is asked for after the right password only', async () => {
    const { email } = await enrolled();
    expect((await signIn(email)).body.code).toBe('session.code_required');
    const wrong = await testApp
      .anonymous()
      .post(signInPath, { login: email, password: 'not this one', code: '123456' });
    expect(wrong.body.code).toBe('auth.wrong');
  });

  test('opens once: neither it nor an earlier one opens again', async () => {
    const { email, secret } = await enrolled();
    const code = codeOf(secret);
    const earlier = codeOf(secret, -1);
    expect((await signIn(email, code)).status).toBe(200);
    expect((await signIn(email, code)).body.code).toBe('auth.code_wrong');
    expect((await signIn(email, earlier)).body.code).toBe('auth.code_wrong');
  });

  test('opens for one of many at once', async () => {
    const { email, secret } = await enrolled();
    const code = codeOf(secret);
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => signIn(email, code)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  });

  test.each([
    { steps: 1, status: 200 },
    { steps: 3, status: 401 },
  ])('of a clock that is $steps steps ahead answers $status', async ({ steps, status }) => {
    const { email, secret } = await enrolled();
    expect((await signIn(email, codeOf(secret, steps))).status).toBe(status);
  });

  test.each([
    { steps: -1, status: 200 },
    { steps: -3, status: 401 },
  ])('of a clock that is $steps steps away confirms the factor: $status', async ({ steps, status }) => {
    const { client } = await testApp.operator('manager');
    const { secret, enrolment } = await start(client);
    expect((await client.put(path, { enrolment, code: codeOf(secret, steps) })).status).toBe(status);
  });

  test('can be guessed five times in 15 minutes, and then even the right one is refused', async () => {
    const { email, secret } = await enrolled();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await signIn(email, wrongCode(secret))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(email, codeOf(secret))).status).toBe(429);
  });
});

test('a new password by a letter leaves the second factor on', async () => {
  const { email, secret } = await enrolled();
  const fresh = 'другой-Пароль-9-слов';
  await testApp.anonymous().post('/api/auth/restore-password', { email });
  const { token } = await letterTo(testApp, email);
  const reset = await testApp.anonymous().post(`/api/auth/reset-password/${token}`, { password: fresh });
  expect([reset.status, reset.headers.getSetCookie()]).toEqual([204, []]);
  const enter = (more: object = {}) => testApp.anonymous().post(signInPath, { login: email, password: fresh, ...more });
  expect((await enter()).body.code).toBe('session.code_required');
  expect((await enter({ code: codeOf(secret) })).status).toBe(200);
});

describe('a recovery code', () => {
  /** What of the codes of an account stands in the database. */
  async function keptOf(email: string): Promise<string[]> {
    const { rows } = await testApp.app.database.pool.query<{ code_hash: string }>(
      'select code_hash from recovery_codes where account_id = (select id from accounts where email = $1)',
      [email],
    );
    return rows.map(({ code_hash: kept }) => kept);
  }

  test('opens once, however it is typed', async () => {
    const { email, recoveryCodes } = await enrolled();
    const [first, second] = recoveryCodes as [string, string];
    expect((await signIn(email, first)).status).toBe(200);
    expect((await signIn(email, first)).body.code).toBe('auth.code_wrong');
    expect((await signIn(email, ` ${second.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
  });

  test('has 60 random bits, and is kept as a slow hash with a salt', async () => {
    const { email, recoveryCodes } = await enrolled();
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/);
    const salts = new Set<string>();
    for (const kept of await keptOf(email)) {
      const [, m, t, salt] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]{22})\$[^$]{43}$/.exec(kept)!;
      expect([Number(m) >= 19_456, Number(t) >= 2]).toEqual([true, true]);
      salts.add(salt!);
    }
    const other = await keptOf((await enrolled()).email);
    expect([salts.size, other.filter((kept) => kept.includes([...salts][0]!))]).toEqual([1, []]);
  });

  test('given out before they were hashed slowly opens still, once', async () => {
    const { email, recoveryCodes } = await enrolled();
    const mark = testApp.app.secrets.mark('recovery_codes.code', '01234abcde');
    await testApp.app.database.pool.query(
      'insert into recovery_codes (account_id, code_hash) select id, $2 from accounts where email = $1',
      [email, mark],
    );
    expect((await signIn(email, '01234-ABCDE')).status).toBe(200);
    expect((await signIn(email, '01234-ABCDE')).body.code).toBe('auth.code_wrong');
    expect((await signIn(email, recoveryCodes[0])).status).toBe(200);
  });

  test('is nobody else’s', async () => {
    const owner = await enrolled();
    const other = await enrolled();
    expect((await signIn(other.email, owner.recoveryCodes[0])).body.code).toBe('auth.code_wrong');
  });
});

describe('where the second factor is on, a change of', () => {
  const fresh = 'другой-Пароль-9-слов';
  /** The answers to no code of the factor, to a wrong one and to the right one. */
  const answersOf = async (send: (more: object) => Promise<Reply>, secret: string) => {
    const without = await send({});
    expect(without.body.fields).toEqual({ factorCode: 'Введите код второго фактора' });
    const wrong = await send({ factorCode: wrongCode(secret) });
    const right = await send({ factorCode: codeOf(secret) });
    return [without.body.code, wrong.body.code, right.status];
  };
  const expected = ['code.needed', 'auth.code_wrong', 204];

  test('the password is made by its code too', async () => {
    const { client, secret } = await enrolled();
    const send = (more: object) => client.post('/api/auth/password', { current: password, password: fresh, ...more });
    expect(await answersOf(send, secret)).toEqual(expected);
  });

  test.each(['email', 'phone'] as const)('the %s is made by its code too', async (what) => {
    const { client, secret, email } = await enrolled();
    const value = { email: `new-${email}`, phone: '+79165550177' }[what];
    const asked = await client.post(`/api/auth/${what}`, { [what]: value, password });
    expect(asked.status, asked.text).toBe(202);
    const codes =
      what === 'email'
        ? { code: await codeTo(testApp, value), formerCode: await codeTo(testApp, email) }
        : { code: await codeTo(testApp, email) };
    const send = (more: object) => client.put(`/api/auth/${what}`, { ...codes, ...more });
    expect(await answersOf(send, secret)).toEqual(expected);
  });
});

describe('turning the second factor off', () => {
  test('takes the password and a code, tells the owner, and kills the recovery codes', async () => {
    const { email, client, secret, recoveryCodes } = await enrolled();
    const off = (form: object): Promise<Reply> => client.post(`${path}/off`, form);
    expect((await off({ password: 'not this one', code: codeOf(secret) })).body.code).toBe('auth.wrong');
    expect((await off({ password, code: wrongCode(secret) })).body.code).toBe('auth.code_wrong');
    expect((await off({ password, code: codeOf(secret) })).status).toBe(204);
    expect((await off({ password, code: codeOf(secret, 1) })).body.code).toBe('second_factor.off');
    expect((await signIn(email)).status).toBe(200);
    expect((await lettersTo(testApp, email)).map(({ text }) => text).join()).toMatch(/Второй фактор .* выключен/);
    const { rows } = await testApp.app.database.pool.query(
      'select 1 from recovery_codes where account_id = (select id from accounts where email = $1)',
      [email],
    );
    expect(recoveryCodes).toHaveLength(10);
    expect(rows).toEqual([]);
  });
});

describe('where operators must have a second factor', () => {
  let strict: Booted;
  beforeAll(async () => {
    strict = await boot({ operatorsNeedSecondFactor: true });
  });
  afterAll(() => strict.stop());

  test('one without it may only look after his own account until he has set it up', async () => {
    const { client } = await strict.operator('administrator');
    expect((await client.get('/api/auth/me')).body).toMatchObject({ secondFactor: false, secondFactorNeeded: true });
    expect((await client.get('/api/auth/sessions')).status).toBe(200);
    const closed = ['/internal/operators', '/api/individuals', '/api/legal-entities', '/internal/operator-roles'];
    const answers = async () => Promise.all(closed.map((address) => client.get(address)));
    for (const answer of await answers()) expect(answer.body.code).toBe('access.second_factor_needed');
    const { secret, enrolment } = await start(client);
    expect((await client.put(path, { enrolment, code: codeOf(secret) })).status).toBe(200);
    for (const answer of await answers()) expect(answer.status).toBe(200);
    expect((await client.get('/api/auth/me')).body).toMatchObject({ secondFactor: true, secondFactorNeeded: false });
  });

  test('nobody else must have it', async () => {
    const head = await strict.employee({ legalEntityId: await strict.company(), role: 'head' });
    expect((await head.client.get('/api/auth/me')).body.secondFactorNeeded).toBe(false);
    const { client } = await strict.individual();
    expect((await client.get('/api/individuals')).status).toBe(200);
    expect((await client.get('/api/auth/me')).body.secondFactorNeeded).toBe(false);
  });
});

describe('where heads of companies must have a second factor', () => {
  let strict: Booted;
  let company: number;
  beforeAll(async () => {
    strict = await boot({ headsNeedSecondFactor: true });
    company = await strict.company();
  });
  afterAll(() => strict.stop());

  test('a head without it may only look after his own account until he has set it up', async () => {
    const { client } = await strict.employee({ legalEntityId: company, role: 'head' });
    const open = () => client.get(`/api/legal-entities/${company}`);
    expect((await client.get('/api/auth/me')).body).toMatchObject({ secondFactor: false, secondFactorNeeded: true });
    expect((await open()).body.code).toBe('access.second_factor_needed');
    const { secret, enrolment } = await start(client);
    expect((await client.put(path, { enrolment, code: codeOf(secret) })).status).toBe(200);
    expect((await open()).status).toBe(200);
  });

  test('his colleagues, operators and individuals need none', async () => {
    const people = [
      await strict.employee({ legalEntityId: company, role: 'manager' }),
      await strict.operator('observer'),
      await strict.individual(),
    ];
    for (const { client } of people) {
      expect((await client.get('/api/auth/me')).body.secondFactorNeeded).toBe(false);
    }
  });
});
