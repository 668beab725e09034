import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import { codeTo, lettersTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

type Person = Pick<Signed, 'client' | 'email'>;
const own = '/api/auth';

/** Turns the second factor on and gives a recovery code. */
async function secondFactor({ client }: Person): Promise<string> {
  const { body } = await client.post(`${own}/second-factor`, { password });
  const code = generateSync({ secret: body.secret });
  return (await client.put(`${own}/second-factor`, { enrolment: body.enrolment, code })).body.recoveryCodes[0];
}
const newEmail = (): string => `moved-${Math.random().toString(36).slice(2)}@test.example`;

/** Each act after which whoever has copied the token is out; `before` is what must be done first. */
const acts: [string, (person: Person) => Promise<(() => Promise<{ status: number }>) | undefined>][] = [
  [
    'a new password',
    async ({ client }) =>
      () =>
        client.post(`${own}/password`, { current: password, password: 'другой-Пароль-9-слов' }),
  ],
  [
    'the password before a second factor',
    async ({ client }) =>
      () =>
        client.post(`${own}/second-factor`, { password }),
  ],
  [
    'a second factor turned on',
    async ({ client }) => {
      const { body } = await client.post(`${own}/second-factor`, { password });
      const code = generateSync({ secret: body.secret });
      return () => client.put(`${own}/second-factor`, { enrolment: body.enrolment, code });
    },
  ],
  [
    'a second factor turned off',
    async (person) => {
      const code = await secondFactor(person);
      return () => person.client.post(`${own}/second-factor/off`, { password, code });
    },
  ],
  [
    'the password before a new e-mail',
    async ({ client }) =>
      () =>
        client.post(`${own}/email`, { password, email: newEmail() }),
  ],
  [
    'a new e-mail',
    async ({ client, email: former }) => {
      const email = newEmail();
      await client.post(`${own}/email`, { password, email });
      const codes = { code: await codeTo(testApp, email), formerCode: await codeTo(testApp, former) };
      return () => client.put(`${own}/email`, codes);
    },
  ],
  [
    'the password before a new phone',
    async ({ client }) =>
      () =>
        client.post(`${own}/phone`, { password, phone: '+79165550177' }),
  ],
  [
    'a new phone',
    async ({ client, email }) => {
      await client.post(`${own}/phone`, { password, phone: '+79165550178' });
      const code = await codeTo(testApp, email);
      return () => client.put(`${own}/phone`, { code });
    },
  ],
];

describe('the token of a session is a new one after', () => {
  test.each(acts)('%s; the session itself goes on', async (_act, prepare) => {
    const person = await testApp.individual();
    const act = (await prepare(person))!;
    const { client } = person;
    const ofSession = async () =>
      (await client.get(`${own}/sessions`)).body.items.find(({ current }: { current: boolean }) => current).id;
    const [before, session] = [client.cookies.get('session')!, await ofSession()];
    expect((await act()).status).toBeLessThan(300);
    expect(client.cookies.get('session')).not.toBe(before);
    expect(await ofSession()).toBe(session);
    const thief = testApp.anonymous();
    thief.cookies.set('session', before);
    expect((await thief.get('/api/auth/me')).status).toBe(401);
  });

  test('none of these when it is refused', async () => {
    const { client } = await testApp.individual();
    const before = client.cookies.get('session');
    expect((await client.post(`${own}/second-factor`, { password: 'a wrong guess' })).status).toBe(401);
    expect(client.cookies.get('session')).toBe(before);
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('a letter about a sign-in', () => {
  const signIn = (email: string, client = testApp.anonymous()) =>
    client.post(`${own}/signin`, { login: email, password }, { 'user-agent': 'Mozilla/5.0 <b>hello</b> Chrome/120' });
  const subjects = async (email: string) => (await lettersTo(testApp, email)).map(({ subject }) => subject);

  test('comes when it was from a browser where the owner has never been, and names when and whence', async () => {
    const { email } = await testApp.individual();
    expect(await subjects(email)).toEqual([]);
    expect((await signIn(email)).status).toBe(200);
    const [letter, ...others] = await lettersTo(testApp, email);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      subject: 'Вход с нового устройства',
      link: expect.stringMatching(/\/signin\?step=restore$/),
    });
    expect(letter!.text).toContain('127.0.0.1');
    expect(letter!.text).not.toContain('hello');
  });

  test('is in the cabinet too, where the time stands once', async () => {
    const { email, client } = await testApp.individual();
    expect((await signIn(email)).status).toBe(200);
    const [told] = (await client.get('/api/notifications')).body.items;
    expect(told).toMatchObject({ title: 'Вход с нового устройства', createdAt: expect.any(String) });
    expect(told.detail).not.toMatch(/\d/);
  });

  test('does not come from a browser that is known, nor after a wrong password', async () => {
    const { email, client } = await testApp.individual();
    await client.post(`${own}/signout`);
    expect((await signIn(email, client)).status).toBe(200);
    await testApp.anonymous().post(`${own}/signin`, { login: email, password: 'a wrong guess' });
    expect(await subjects(email)).toEqual([]);
  });

  test('comes to operators too', async () => {
    const { email } = await testApp.operator('observer');
    await testApp.anonymous().post('/internal/auth/operator/signin', { login: email, password });
    expect(await subjects(email)).toEqual(['Вход с нового устройства']);
  });
});

test('signing out tells the browser to forget the pages it has seen', async () => {
  const { client } = await testApp.individual();
  const { headers } = await client.post(`${own}/signout`);
  expect(headers.get('clear-site-data')).toBe('"cache"');
  expect((await client.get('/api/auth/me')).headers.get('clear-site-data')).toBeNull();
});
