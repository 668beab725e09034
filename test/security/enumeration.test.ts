import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { Client, type Reply } from '../helpers/client.ts';
import { employeeForm, individualForm } from '../helpers/forms.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './limits.ts';

let testApp: Booted;
let person: string;
let operator: string;
/** A token that was right once and is used up. */
let used: string;
beforeAll(async () => {
  testApp = await boot();
  person = (await testApp.individual({ phone: '+79165550102' })).email;
  operator = (await testApp.operator('observer')).email;
  // The quick hash of test accounts would tell them by its time.
  await testApp.owner.query('update accounts set password_hash = $1', [await hashPassword(password)]);
  await testApp.company({ inn: '7707083893', verificationStatus: 'verified' });
  await testApp.anonymous().post('/api/auth/individual/signup', await individualForm(testApp, 'used@test.example'));
  used = (await letterTo(testApp, 'used@test.example')).token;
  await testApp.anonymous().post(`/api/auth/individual/signin/${used}`);
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

const operatorSignIn = '/internal/auth/operator/signin';
let counter = 0;
const unknownEmail = (): string => `nobody-${++counter}@test.example`;
const unknownToken = (): string => `${counter++}`.padEnd(43, 'x');
const asLogin = (login: string) => ({ login, password: 'a wrong guess' });
const company = (inn: string) => ({ inn, fullName: 'ООО «Дельта»', shortName: 'Дельта' });

interface Question {
  name: string;
  path: string;
  known: () => object | Promise<object>;
  unknown: () => object | Promise<object>;
}

/** Requests of strangers that an answer could betray: about somebody who is here, and about nobody. */
const questions: Question[] = [
  {
    name: 'a sign-in by e-mail',
    path: '/api/auth/signin',
    known: () => asLogin(person),
    unknown: () => asLogin(unknownEmail()),
  },
  {
    name: 'a sign-in by phone',
    path: '/api/auth/signin',
    known: () => asLogin('+79165550102'),
    unknown: () => asLogin('+79165550199'),
  },
  {
    name: 'an operator’s sign-in at the wrong door',
    path: '/api/auth/signin',
    known: () => ({ login: operator, password }),
    unknown: () => asLogin(unknownEmail()),
  },
  {
    name: 'an operator’s sign-in',
    path: operatorSignIn,
    known: () => asLogin(operator),
    unknown: () => asLogin(unknownEmail()),
  },
  {
    name: 'restoring a password',
    path: '/api/auth/restore-password',
    known: () => ({ email: person }),
    unknown: () => ({ email: unknownEmail() }),
  },
  {
    name: 'a sign-up of an individual',
    path: '/api/auth/individual/signup',
    known: () => individualForm(testApp, person),
    unknown: () => individualForm(testApp, unknownEmail()),
  },
  {
    name: 'a sign-up of an employee',
    path: '/api/auth/employee/signup',
    known: () => employeeForm(testApp, person),
    unknown: () => employeeForm(testApp, unknownEmail()),
  },
  {
    name: 'a sign-up with a company that is here',
    path: '/api/auth/employee/signup',
    known: async () => ({ ...(await employeeForm(testApp, unknownEmail())), company: company('7707083893') }),
    unknown: async () => ({ ...(await employeeForm(testApp, unknownEmail())), company: company('7728168971') }),
  },
  {
    name: 'asking after a link of registration',
    path: '/api/registration-tokens/is-pending',
    known: () => ({ token: used }),
    unknown: () => ({ token: unknownToken() }),
  },
  {
    name: 'asking after a link for a new password',
    path: '/api/restore-password-tokens/is-pending',
    known: () => ({ token: used }),
    unknown: () => ({ token: unknownToken() }),
  },
];

const ask = (path: string, body: object): Promise<Reply> => new Client(testApp.url).post(path, body);
const withoutIncident = ({ status, body }: Reply) => ({ status, told: { ...body, incident: '' } });

async function timeOf(path: string, make: Question['known']): Promise<number> {
  const body = await make();
  const start = performance.now();
  await ask(path, body);
  return performance.now() - start;
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/**
 * The median of differences within pairs, asked by turns in both orders, so that a slow moment counts for both, and how long a
 * question takes. Both in milliseconds.
 */
async function compare({ path, known, unknown }: Question): Promise<{ difference: number; usual: number }> {
  const differences: number[] = [];
  const times: number[] = [];
  for (let n = 0; n < pairs; n++) {
    await resetLimits(testApp);
    const first = await timeOf(path, n % 2 === 0 ? known : unknown);
    const second = await timeOf(path, n % 2 === 0 ? unknown : known);
    differences.push(n % 2 === 0 ? first - second : second - first);
    times.push(first, second);
  }
  return { difference: Math.abs(median(differences)), usual: median(times) };
}

/** Less than this, or than this share of the time that the question takes, is lost in the noise of a network. */
const toleranceMs = 5;
const toleranceShare = 0.05;
const pairs = 25;
/** A real difference is there each time; what a busy machine adds is not. */
const rounds = 4;

describe.each(questions)('$name', (question) => {
  test('answers the same about somebody and about nobody', async () => {
    const known = await ask(question.path, await question.known());
    const unknown = await ask(question.path, await question.unknown());
    expect(withoutIncident(known)).toEqual(withoutIncident(unknown));
    expect(known.headers.getSetCookie()).toEqual(unknown.headers.getSetCookie());
    expect(known.status).toBeLessThan(429);
  });

  test('takes as long for somebody as for nobody', async () => {
    const told: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const { difference, usual } = await compare(question);
      if (difference <= Math.max(toleranceMs, usual * toleranceShare)) return;
      told.push(`${difference.toFixed(1)} ms of ${usual.toFixed(0)} ms`);
    }
    expect.fail(told.join(', '));
  });
});
