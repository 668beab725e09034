import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { lettersTo, letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot({ trustProxy: 1 });
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

/** A browser in a network of its own. */
function from(network: string, client = new Client(testApp.url)): Client {
  client.headers['x-forwarded-for'] = network;
  return client;
}

async function required(): Promise<number[]> {
  const { body } = await testApp.anonymous().get('/api/consent-documents?audience=individual');
  return body.items.filter((one: { required: boolean }) => one.required).map(({ id }: { id: number }) => id);
}

let next = 0;
const address = (): string => `guest-${++next}@test.example`;

async function head(
  options: { shortName?: string; inn?: string; verificationStatus?: 'verified' | 'unverified' } = {},
) {
  const company = await testApp.company(options);
  const { client } = await testApp.employee({ legalEntityId: company, role: 'head' });
  const { body } = await client.get('/api/employee-roles');
  const roleId = body.items.find((role: { code: string }) => role.code === 'observer').id;
  const path = `/api/legal-entities/${company}`;
  const invite = async (email: string) => (await client.post(`${path}/employees/invite`, { email, roleId })).status;
  return { client, company, path, roleId, invite };
}

describe('an invitation to a company', () => {
  test('is sent to one address a few times an hour, whoever invites', async () => {
    const [one, other] = [await head(), await head()];
    const email = address();
    const answers: number[] = [];
    for (let n = 0; n < 4; n++) answers.push(await one.invite(email), await other.invite(email));
    expect(answers).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    expect(await lettersTo(testApp, email)).toHaveLength(5);
  });

  test('is one of twenty a day while the company is not verified, however often it is sent again', async () => {
    const { client, invite, company } = await head();
    for (let n = 0; n < 19; n++) expect(await invite(address())).toBe(201);
    const { body } = await client.get(`/api/registration-tokens?limit=1`);
    expect((await client.post(`/api/registration-tokens/${body.items[0].id}/resend`)).status).toBe(201);
    expect(await invite(address())).toBe(429);
    await testApp.owner.query(`update legal_entities set verification_status = 'verified' where id = $1`, [company]);
    expect(await invite(address())).toBe(201);
  });

  test('names a company that is not verified by its ИНН, in the letter and on the page behind the link', async () => {
    const shortName = 'Получите 50 000 рублей';
    const { invite, company } = await head({ shortName, inn: '7710140679' });
    const nameIn = async (email: string) => {
      expect(await invite(email)).toBe(201);
      const { text, token } = await letterTo(testApp, email);
      const page = await testApp.anonymous().post('/api/registration-tokens/is-pending', { token });
      return { text, name: page.body.invitation.company };
    };
    const before = await nameIn(address());
    expect(before.text).toContain('от имени компании с ИНН 7710140679.');
    expect(before.text).not.toContain('рублей');
    expect(before.name).toBe('с ИНН 7710140679');
    await testApp.owner.query(`update legal_entities set verification_status = 'verified' where id = $1`, [company]);
    const after = await nameIn(address());
    expect(after.text).toContain(`от имени компании ${shortName}.`);
    expect(after.name).toBe(shortName);
  });
});

describe('the page behind an invitation', () => {
  const own = 'Получите 50 000 рублей: evil.example';
  const pageOf = async (email: string) => {
    const { token } = await letterTo(testApp, email);
    return (await testApp.anonymous().post('/api/registration-tokens/is-pending', { token })).body.invitation;
  };

  test('shows no words of a company that is not verified: not the name of its own role, not a position', async () => {
    const { client, path, company, roleId } = await head({ inn: '7736050003' });
    const made = await client.post('/api/employee-roles', { name: own, copyOf: roleId });
    expect(made.status, made.text).toBe(201);
    const pageFor = async (role: number) => {
      const email = address();
      const sent = await client.post(`${path}/employees/invite`, { email, roleId: role, position: own });
      expect(sent.status, sent.text).toBe(201);
      return pageOf(email);
    };
    const before = await pageFor(made.body.id);
    expect(before.role).toBeNull();
    expect(JSON.stringify(before)).not.toContain('evil');
    // The platform's own role is in the platform's own words.
    expect((await pageFor(roleId)).role).toBe('Наблюдатель');
    await testApp.owner.query(`update legal_entities set verification_status = 'verified' where id = $1`, [company]);
    expect((await pageFor(made.body.id)).role).toBe(own);
  });

  test('of an operator names his role, whoever has made it', async () => {
    const { client } = await testApp.operator('administrator');
    const { body } = await client.get('/internal/operator-roles');
    const name = 'Разбор обращений';
    const observer = body.items.find((role: { code: string }) => role.code === 'observer').id;
    const made = await client.post('/internal/operator-roles', { name, copyOf: observer });
    expect(made.status, made.text).toBe(201);
    const email = address();
    const sent = await client.post('/internal/operators/invitations', { email, roleId: made.body.id });
    expect(sent.status, sent.text).toBe(201);
    expect((await pageOf(email)).role).toBe(name);
  });
});

describe('the name of a company', () => {
  const told = 'Выигрыш: https://evil.example/win';

  test('holds no address, neither at registration nor later; one that is there already stays', async () => {
    const { client, path, company } = await head();
    await testApp.owner.query('update legal_entities set short_name = $2 where id = $1', [company, told]);
    const change = async (fields: object) => {
      const { version } = (await client.get(path)).body;
      return client.patch(path, { ...fields, version });
    };
    expect((await change({ shortName: told })).body.fields.shortName).toMatch(/^В названии/);
    expect((await change({ fullName: 'ООО «www.evil»' })).body.fields.fullName).toMatch(/^В названии/);
    expect((await change({ site: 'https://own.example' })).status).toBe(200);
    expect((await client.get(path)).body.shortName).toBe(told);
    const asked = await testApp.anonymous().post('/api/auth/employee/signup', {
      company: { inn: '7710140679', fullName: told, shortName: 'evil.example' },
    });
    expect(Object.keys(asked.body.fields)).toEqual(expect.arrayContaining(['company.fullName', 'company.shortName']));
  });
});

describe('letters that strangers ask for', () => {
  const ask = (client: Client, email: string) => client.post('/api/auth/restore-password', { email });
  const count = async (email: string) => (await lettersTo(testApp, email)).length;

  test('are few from one network, and leave the owner his own', async () => {
    const owner = await testApp.individual();
    const stranger = from('203.0.113.7');
    for (let n = 0; n < 8; n++) expect((await ask(stranger, owner.email)).status).toBe(202);
    expect(await count(owner.email)).toBe(5);
    await ask(from('198.51.100.1'), owner.email);
    expect(await count(owner.email)).toBe(6);
  });

  test('from very many networks are bounded too, and leave those of the owner in his own browser', async () => {
    const owner = await testApp.individual();
    for (let n = 0; n < 23; n++) await ask(from(`203.0.113.${n}`), owner.email);
    expect(await count(owner.email)).toBe(20);
    await owner.client.post('/api/auth/signout');
    for (let n = 0; n < 6; n++) await ask(from('203.0.113.5', owner.client), owner.email);
    expect(await count(owner.email)).toBe(25);
  });

  test('do not use up what the owner asks for when he is signed in', async () => {
    const owner = await testApp.individual();
    for (let n = 0; n < 23; n++) await ask(from(`203.0.113.${n}`), owner.email);
    const asked = await owner.client.post('/api/auth/phone', { phone: '+7 900 123-45-67', password });
    expect(asked.status).toBeLessThan(300);
    expect(await count(owner.email)).toBe(21);
  });

  test('do not use up the link that an operator sends; when he has sent many he is told so', async () => {
    const [owner, operator] = [await testApp.individual(), await testApp.operator('administrator')];
    for (let n = 0; n < 23; n++) await ask(from(`203.0.113.${n}`), owner.email);
    const send = async () => (await operator.client.post(`/api/accounts/${owner.accountId}/restore-password`)).status;
    for (let n = 0; n < 10; n++) expect(await send()).toBe(204);
    expect(await count(owner.email)).toBe(30);
    expect(await send()).toBe(429);
    expect(await count(owner.email)).toBe(30);
  });

  test('to new addresses are few of one person, whatever he names', async () => {
    const person = await testApp.individual();
    const answers: number[] = [];
    for (let n = 0; n < 7; n++) {
      answers.push((await person.client.post('/api/auth/email', { email: address(), password })).status);
    }
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  });

  test('a registration is written to an address a few times an hour', async () => {
    const email = address();
    const form = {
      lastName: 'Иванов',
      firstName: 'Иван',
      birthDate: '1990-01-01',
      email,
      phone: '+7 900 123-45-67',
      password,
      consents: await required(),
    };
    const answers: number[] = [];
    for (let n = 0; n < 7; n++) {
      answers.push((await from('203.0.113.9').post('/api/auth/individual/signup', form)).status);
    }
    expect(new Set(answers).size).toBe(1);
    expect(await count(email)).toBeLessThanOrEqual(5);
  });
});

test('each operation that strangers may ask for and that writes letters has a limit of its network', () => {
  const writing = operations.filter(
    ({ path, method, def }) =>
      def.access === 'anyone' &&
      method === 'POST' &&
      !def.signed &&
      /signup|restore-password$|feedback-form/.test(path),
  );
  expect(writing.length).toBeGreaterThanOrEqual(4);
  expect(writing.filter(({ def }) => def.limit === undefined).map(({ route }) => route)).toEqual([]);
});
