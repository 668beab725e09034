import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const letterTo = async (to: string): Promise<{ subject: string; text: string; link: string }> => {
  const { body } = await testApp.anonymous().get(`/api/mailbox?to=${encodeURIComponent(to)}`);
  const letter = body.items[0];
  return { ...letter, link: /https?:\/\/\S+/.exec(letter.text)?.[0] ?? '' };
};
const tokenOf = (link: string): string => link.split(/[/=]/).pop()!;
const requiredConsents = async (audience: string): Promise<number[]> => {
  const { body } = await testApp.anonymous().get(`/api/consent-documents?audience=${audience}`);
  return body.items.filter((one: { required: boolean }) => one.required).map((one: { id: number }) => one.id);
};
const newPerson = async (email: string) => ({
  lastName: 'Кузнецова',
  firstName: 'Анна',
  birthDate: '1991-02-03',
  email,
  phone: '8 916 123-45-67',
  password: 'лес-Ветер-7-поле',
  consents: await requiredConsents('individual'),
});

describe('an individual signs up', () => {
  test('with a letter, a first sign-in by its token, and later with e-mail or phone', async () => {
    const client = testApp.anonymous();
    const signUp = await client.post('/api/auth/individual/signup', await newPerson('anna@test.example'));
    expect(signUp.status).toBe(202);
    const token = tokenOf((await letterTo('anna@test.example')).link);
    expect((await client.post('/api/registration-tokens/is-pending', { token })).body.pending).toBe(true);
    const confirmed = { password: 'лес-Ветер-7-поле' };
    const first = await client.post(`/api/auth/individual/signin/${token}`, confirmed);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      kind: 'individual',
      fullName: 'Кузнецова Анна',
      verificationStatus: 'unverified',
    });
    expect((await client.get('/api/auth/me')).body.id).toBe(first.body.id);
    const list = await client.get('/api/individuals');
    expect(list.body.items).toHaveLength(1);
    for (const login of ['Anna@Test.example ', '+7 (916) 123-45-67']) {
      expect((await testApp.anonymous().post('/api/auth/signin', { login, password: 'лес-Ветер-7-поле' })).status).toBe(
        200,
      );
    }
    expect((await client.post(`/api/auth/individual/signin/${token}`, confirmed)).status).toBe(409);
  });

  test('and of 32 simultaneous first sign-ins exactly one succeeds', async () => {
    await testApp.anonymous().post('/api/auth/individual/signup', await newPerson('race@test.example'));
    const token = tokenOf((await letterTo('race@test.example')).link);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () =>
        new Client(testApp.url).post(`/api/auth/individual/signin/${token}`, { password: 'лес-Ветер-7-поле' }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
  });

  test('and bad fields are told each at its place, with nothing sent', async () => {
    const answer = await testApp.anonymous().post('/api/auth/individual/signup', {
      ...(await newPerson('bad address@x.ru')),
      lastName: 'Smith',
      birthDate: '2020-01-01',
      phone: '123',
      inn: '123',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({
      lastName: 'Только русские буквы',
      phone: 'Номер телефона введён не до конца',
      inn: 'ИНН физлица: 12 цифр, контрольное число не сходится',
      email: 'В почте не должно быть пробелов',
    });
  });

  test('and a weak password, a child or a missing consent are refused', async () => {
    const good = await newPerson('weak@test.example');
    const refused = async (change: object): Promise<Record<string, string>> =>
      (await testApp.anonymous().post('/api/auth/individual/signup', { ...good, ...change })).body.fields;
    expect(await refused({ password: 'qwerty123' })).toHaveProperty('password');
    expect(await refused({ birthDate: '2012-01-01' })).toEqual({ birthDate: 'Возраст должен быть от 18 лет' });
    expect(await refused({ consents: [] })).toHaveProperty('consents');
  });
});

describe('an employee signs up', () => {
  test('with a new company, whose head he becomes, and then invites a colleague', async () => {
    const head = testApp.anonymous();
    const consents = await requiredConsents('employee');
    const person = {
      lastName: 'Кравцов',
      firstName: 'Алексей',
      phone: '+79161112233',
      password: 'лес-Ветер-7-поле',
      consents,
    };
    const company = { inn: '7728168971', fullName: 'ООО «Гамма»', shortName: 'Гамма' };
    await head.post('/api/auth/employee/signup', { ...person, email: 'head@gamma.example', company });
    const link = `/api/auth/employee/signin/${tokenOf((await letterTo('head@gamma.example')).link)}`;
    const first = await head.post(link, { password: person.password });
    expect(first.body).toMatchObject({ kind: 'employee', roles: ['Руководитель'], legalEntities: [{ name: 'Гамма' }] });
    const legalEntityId = first.body.legalEntities[0].id;
    const roles = await head.get('/api/employee-roles');
    const roleId = roles.body.items.find((role: { code: string }) => role.code === 'observer').id;
    const invited = await head.post(`/api/legal-entities/${legalEntityId}/employees/invite`, {
      email: 'two@gamma.example',
      roleId,
      position: 'Стажёр',
    });
    expect(invited.status).toBe(201);
    const invitation = tokenOf((await letterTo('two@gamma.example')).link);
    const colleague = testApp.anonymous();
    const pending = await colleague.post('/api/registration-tokens/is-pending', { token: invitation });
    // A company that nobody has verified is named by its ИНН.
    expect(pending.body).toEqual({
      pending: true,
      invitation: {
        kind: 'employee',
        email: 'two@gamma.example',
        company: `с ИНН ${company.inn}`,
        role: 'Наблюдатель',
        hasPosition: true,
      },
    });
    const accepted = { ...person, invitation, position: 'Генеральный директор' };
    expect((await colleague.post('/api/auth/employee/signup', accepted)).status).toBe(202);
    const joined = await colleague.post(`/api/auth/employee/signin/${invitation}`);
    expect(joined.body).toMatchObject({ roles: ['Наблюдатель'], legalEntities: [{ id: legalEntityId }] });
    // Who somebody is in the company says the company.
    const positions = 'select position from memberships where legal_entity_id = $1 order by id';
    expect((await testApp.owner.query(positions, [legalEntityId])).rows).toEqual([
      { position: 'Руководитель' },
      { position: 'Стажёр' },
    ]);
  });
});

describe('a password is restored', () => {
  test('by a letter, once, and all sessions end', async () => {
    const person = await testApp.individual();
    await testApp.anonymous().post('/api/auth/restore-password', { email: person.email });
    const token = tokenOf((await letterTo(person.email)).link);
    const fresh = 'другой-Пароль-9-слов';
    expect((await testApp.anonymous().post(`/api/auth/reset-password/${token}`, { password: 'short' })).status).toBe(
      400,
    );
    expect((await testApp.anonymous().post(`/api/auth/reset-password/${token}`, { password: fresh })).status).toBe(204);
    expect((await testApp.anonymous().post(`/api/auth/reset-password/${token}`, { password: fresh })).status).toBe(409);
    expect((await person.client.get('/api/auth/me')).status).toBe(401);
    expect((await testApp.anonymous().post('/api/auth/signin', { login: person.email, password })).status).toBe(401);
    expect((await testApp.anonymous().post('/api/auth/signin', { login: person.email, password: fresh })).status).toBe(
      200,
    );
  });
});
