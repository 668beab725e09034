import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { type Booted, boot, password } from '../helpers/boot.ts';
import { Client, type Reply } from '../helpers/client.ts';
import { employeeForm, formPassword, individualForm } from '../helpers/forms.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import { resetLimits } from './helpers/limits.ts';

let testApp: Booted;
let person: string;
let operator: string;
/** A token that was right once and is used up. */
let used: string;
beforeAll(async () => {
  testApp = await boot();
  person = (await testApp.individual({ phone: '+79165550102' })).email;
  for (let n = 0; n < 2; n++) {
    const { accountId } = await testApp.individual();
    await testApp.owner.query("update accounts set phone = '+79165550103' where id = $1", [accountId]);
  }
  operator = (await testApp.operator('observer')).email;
  // The quick hash of test accounts would tell them by its time.
  await testApp.owner.query('update accounts set password_hash = $1', [await hashPassword(password)]);
  await testApp.company({ inn: '7707083893', verificationStatus: 'verified' });
  await testApp.anonymous().post('/api/auth/individual/signup', await individualForm(testApp, 'used@test.example'));
  used = (await letterTo(testApp, 'used@test.example')).token;
  await testApp.anonymous().post(`/api/auth/individual/signin/${used}`, { password: formPassword });
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
    name: 'a sign-in by a phone that two have named',
    path: '/api/auth/signin',
    known: () => asLogin('+79165550103'),
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

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Differences within pairs, asked by turns in both orders, so that a slow moment counts for both, and the time of each question. */
async function ofPairs({ path, known, unknown }: Question): Promise<{ differences: number[]; times: number[] }> {
  const differences: number[] = [];
  const times: number[] = [];
  for (let n = 0; n < pairs; n++) {
    await resetLimits(testApp);
    const first = await timeOf(path, n % 2 === 0 ? known : unknown);
    const second = await timeOf(path, n % 2 === 0 ? unknown : known);
    differences.push(n % 2 === 0 ? first - second : second - first);
    times.push(first, second);
  }
  return { differences, times };
}

/**
 * How far from nothing the true median of such differences is at the least, 95 times of a hundred: a busy machine spreads them, and
 * with them this interval; a difference that is there each time moves it.
 */
function surelyApart(differences: readonly number[]): number {
  const sorted = differences.toSorted((a, b) => a - b);
  const half = 0.98 * Math.sqrt(sorted.length);
  const low = sorted[Math.floor(sorted.length / 2 - half)]!;
  const high = sorted[Math.ceil(sorted.length / 2 + half)]!;
  return Math.max(low, -high, 0);
}

/** Less than this, or than this share of the time that the question takes, is lost in the noise of a network. */
const toleranceMs = 5;
const toleranceShare = 0.05;
const pairs = 25;
/** So often more pairs are asked while those there are leave a doubt. */
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
    const all: Awaited<ReturnType<typeof ofPairs>> = { differences: [], times: [] };
    const tolerance = () => Math.max(toleranceMs, median(all.times) * toleranceShare);
    for (let round = 0; round < rounds; round++) {
      const { differences, times } = await ofPairs(question);
      all.differences.push(...differences);
      all.times.push(...times);
      if (Math.abs(median(all.differences)) <= tolerance()) return;
    }
    const told = `${median(all.differences).toFixed(1)} ms of ${median(all.times).toFixed(0)} ms`;
    expect(surelyApart(all.differences), told).toBeLessThanOrEqual(tolerance());
  });
});
