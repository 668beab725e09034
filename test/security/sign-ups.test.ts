import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import { employeeForm, formPassword, individualForm } from '../helpers/forms.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

const strangers = 'чужой-Пароль-5-слов';
let counter = 0;

describe.each([
  ['an individual', 'individual', individualForm],
  ['an employee', 'employee', employeeForm],
] as const)('the sign-up of %s', (_who, kind, form) => {
  const signUp = async (email: string, password: string): Promise<string> => {
    const sent = { ...(await form(testApp, email)), password };
    expect((await testApp.anonymous().post(`/api/auth/${kind}/signup`, sent)).status).toBe(202);
    return (await letterTo(testApp, email)).token;
  };
  const confirm = (token: string, body: object) => testApp.anonymous().post(`/api/auth/${kind}/signin/${token}`, body);
  const signIn = async (login: string, password: string): Promise<number> =>
    (await testApp.anonymous().post('/api/auth/signin', { login, password })).status;

  test('by a stranger with the address of somebody else confirms no password of his', async () => {
    const email = `victim-${++counter}@test.example`;
    const own = await signUp(email, formPassword);
    const newer = await signUp(email, strangers);
    for (const body of [{}, { password: '' }, { password: formPassword }]) {
      const refused = await confirm(newer, body);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['password']]);
    }
    expect(await signIn(email, strangers)).toBe(401);
    expect((await confirm(own, { password: formPassword })).status).toBe(200);
    expect([await signIn(email, formPassword), await signIn(email, strangers)]).toEqual([200, 401]);
    expect((await confirm(newer, { password: strangers })).body.code).toBe('token.dead');
  });

  test('sent again is confirmed by the newer letter and the same password', async () => {
    const email = `again-${++counter}@test.example`;
    const first = await signUp(email, formPassword);
    const administrator = (await testApp.operator('administrator')).client;
    const { items } = (await administrator.get('/api/registration-tokens?limit=100')).body;
    const { id } = items.find((one: { email: string }) => one.email === email);
    expect((await administrator.post(`/api/registration-tokens/${id}/resend`)).status).toBe(201);
    const { token } = await letterTo(testApp, email);
    expect((await confirm(first, { password: formPassword })).body.code).toBe('token.dead');
    expect((await confirm(token, { password: formPassword })).status).toBe(200);
  });
});
