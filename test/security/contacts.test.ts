import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { lettersTo, letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot({ redisUrl: undefined });
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

const ask = (client: Client, what: 'email' | 'phone', value: string, secret = password) =>
  client.post(`/api/auth/${what}`, { [what]: value, password: secret });
/** @param formerCode what came to the former address, where the mail is changed */
const confirm = (client: Client, what: 'email' | 'phone', code: string, formerCode?: string) =>
  client.put(`/api/auth/${what}`, { code, ...(formerCode && { formerCode }) });
const codeFor = async (address: string): Promise<string> =>
  /: (\d{6})\./.exec((await letterTo(testApp, address)).text)![1]!;
const signIn = (login: string) => testApp.anonymous().post('/api/auth/signin', { login, password });

test('a new e-mail needs the password and a code from the new address and from the old one, which is told', async () => {
  const { client, email } = await testApp.individual();
  const other = (await signIn(email)).headers.getSetCookie();
  expect(other.length).toBeGreaterThan(0);
  const fresh = 'fresh@test.example';
  expect((await ask(client, 'email', fresh, 'wrong-Password-1')).body.code).toBe('auth.wrong');
  expect((await ask(client, 'email', fresh)).status).toBe(202);
  expect((await signIn(fresh)).status).toBe(401);
  expect((await confirm(client, 'email', await codeFor(fresh))).body.code).toBe('code.needed');
  expect((await confirm(client, 'email', await codeFor(fresh), await codeFor(email))).status).toBe(204);
  expect((await client.get('/api/auth/me')).body.email).toBe(fresh);
  expect([(await signIn(fresh)).status, (await signIn(email)).status]).toEqual([200, 401]);
  const told = await letterTo(testApp, email);
  expect(told.text).toContain('изменена почта');
  // No link for a new password comes to the former address: it names who helps.
  expect(told.text).toContain('support@test.example');
  expect(told.text).not.toContain('/signin');
  const sessions = (await client.get('/api/auth/sessions')).body.items;
  expect(sessions.filter(({ current }: { current: boolean }) => !current)).toHaveLength(1);
});

test('a code works once, only the last one, only for its owner, its purpose and its time', async () => {
  const one = await testApp.individual();
  const two = await testApp.individual();
  const first = 'first@test.example';
  const second = 'second@test.example';
  await ask(one.client, 'email', first);
  const early = await codeFor(first);
  await ask(one.client, 'email', second);
  const code = await codeFor(second);
  const former = await codeFor(one.email);
  const wrong = async (client: Client, what: 'email' | 'phone', digits: string) =>
    (await confirm(client, what, digits, what === 'email' ? former : undefined)).body.code;
  if (early !== code) expect(await wrong(one.client, 'email', early)).toBe('code.wrong');
  expect(await wrong(two.client, 'email', code)).toBe('code.wrong');
  expect(await wrong(one.client, 'phone', code)).toBe('code.wrong');
  const replies = await Promise.all([1, 2, 3].map(() => confirm(one.client, 'email', code, former)));
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
  await resetLimits(testApp);
  await ask(two.client, 'email', 'late@test.example');
  const { rows } = await testApp.app.database.pool.query(
    `select max(expires_at - created_at) <= interval '10 minutes' as "isShort" from one_time_codes`,
  );
  expect(rows).toEqual([{ isShort: true }]);
  await testApp.app.database.pool.query(`update one_time_codes set expires_at = now() - interval '1 second'`);
  expect(await wrong(two.client, 'email', await codeFor('late@test.example'))).toBe('code.wrong');
});

test.each([
  ['POST', 'email', { email: 'asked@test.example', password: 'not mine' }],
  ['POST', 'phone', { phone: '+79165550009', password: 'not mine' }],
  ['POST', 'password', { current: 'not mine', password: 'Утренний-Лес-47-озёр' }],
  ['POST', 'second-factor', { password: 'not mine' }],
  ['POST', 'second-factor/off', { password: 'not mine', code: '000000' }],
])(
  '%s %s says of a wrong own password that the password is wrong, and speaks of no login',
  async (method, path, body) => {
    const { client } = await testApp.individual();
    const reply = await client.send(method, `/api/auth/${path}`, body);
    expect(reply.body).toMatchObject({ code: 'auth.wrong', message: 'Неверный пароль' });
  },
);

test('guessing is over after five wrong codes', async () => {
  const { client } = await testApp.individual();
  await ask(client, 'email', 'guessed@test.example');
  const code = await codeFor('guessed@test.example');
  const guess = code === '000000' ? '000001' : '000000';
  for (let attempt = 0; attempt < 5; attempt++) expect((await confirm(client, 'email', guess, guess)).status).toBe(409);
  const closed = await confirm(client, 'email', code, guess);
  expect(closed.status).toBe(429);
  expect(closed.body.message).toMatch(/^Слишком много попыток\. Попробуйте снова через 1[45] минут$/);
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(13 * 60);
});

test('whether an address is somebody’s is not told, and its owner keeps it', async () => {
  const { client, email } = await testApp.individual();
  const owner = await testApp.individual();
  const free = await ask(client, 'email', 'free@test.example');
  const taken = await ask(client, 'email', owner.email);
  expect([taken.status, taken.body.message]).toEqual([free.status, free.body.message]);
  const letters = await lettersTo(testApp, owner.email);
  expect(letters.map(({ subject }) => subject)).toEqual(['Вы уже зарегистрированы']);
  expect((await signIn(email)).status).toBe(200);
});

test('a new phone needs the password and a code from the present address', async () => {
  const { client, email, accountId } = await testApp.individual({ phone: '+79165550001' });
  expect((await ask(client, 'phone', '+7 916 555-00-02', 'wrong-Password-1')).body.code).toBe('auth.wrong');
  expect((await ask(client, 'phone', '+7 916 555-00-02')).status).toBe(202);
  expect((await confirm(client, 'phone', await codeFor(email))).status).toBe(204);
  const told = await letterTo(testApp, email);
  expect(told.text).toContain('изменён телефон');
  expect(told.link).toMatch(/\/signin\?step=restore$/);
  const { rows } = await testApp.app.database.pool.query(
    'select phone, phone_confirmed_at from accounts where id = $1',
    [accountId],
  );
  expect(rows).toEqual([{ phone: '+79165550002', phone_confirmed_at: null }]);
});

test.each([
  [
    'a new password by a link',
    async ({ email }: Signed) => {
      await testApp.anonymous().post('/api/auth/restore-password', { email });
      const { text } = await letterTo(testApp, email);
      const token = /restore\/([\w-]+)/.exec(text)![1]!;
      const reset = await testApp
        .anonymous()
        .post(`/api/auth/reset-password/${token}`, { password: 'Тёплый-Ветер-91' });
      expect(reset.status, reset.text).toBeLessThan(300);
      return 'Тёплый-Ветер-91';
    },
  ],
  [
    'the end of all sessions by an operator',
    async ({ accountId }: Signed) => {
      const { client } = await testApp.operator('administrator');
      expect((await client.post(`/api/accounts/${accountId}/sessions/end`)).status).toBeLessThan(300);
      return password;
    },
  ],
])('a change that waits for its code does not outlive %s', async (_, end) => {
  const person = await testApp.individual();
  await ask(person.client, 'phone', '+7 916 555-00-09');
  const code = await codeFor(person.email);
  const secret = await end(person);
  const entered = testApp.anonymous();
  expect((await entered.post('/api/auth/signin', { login: person.email, password: secret })).status).toBe(200);
  expect((await confirm(entered, 'phone', code)).body.code).toBe('code.wrong');
});

test('codes and what they confirm stand in the database only sealed or hashed', async () => {
  const { client } = await testApp.individual();
  await ask(client, 'email', 'sealed@test.example');
  const code = await codeFor('sealed@test.example');
  const { rows } = await testApp.app.database.pool.query(
    `select to_jsonb(c)::text as text from one_time_codes c union all select after::text from audit_log where object_type = 'one_time_codes'`,
  );
  const all = rows.map(({ text }: { text: string }) => text).join();
  expect(all).not.toContain(`"${code}"`);
  expect(all).not.toContain('sealed@test.example');
});

test.each(['email', 'phone', 'password'] as const)('a new %s ends the links for a new password', async (what) => {
  const { client, email } = await testApp.individual();
  await testApp.anonymous().post('/api/auth/restore-password', { email });
  const { token } = await letterTo(testApp, email);
  if (what === 'password') {
    const changed = { current: password, password: 'Утренний-Лес-47-озёр' };
    expect((await client.post('/api/auth/password', changed)).status).toBe(204);
  } else {
    const value = what === 'email' ? 'moved@test.example' : '+79165550055';
    await ask(client, what, value);
    const own = await codeFor(email);
    const sent = what === 'email' ? confirm(client, what, await codeFor(value), own) : confirm(client, what, own);
    expect((await sent).status).toBe(204);
  }
  const taken = await testApp
    .anonymous()
    .post(`/api/auth/reset-password/${token}`, { password: 'Taйный-Kлюч-77-море' });
  expect(taken.body.code).toBe('token.dead');
  const pending = await testApp.anonymous().post('/api/restore-password-tokens/is-pending', { token });
  expect(pending.body.pending).toBe(false);
});
