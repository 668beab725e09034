import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import { Client, type Reply } from '../helpers/client.ts';
import { resetLimits } from './helpers/limits.ts';

const connections = 4;
const crowd = connections * 10;

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot({ databasePool: connections });
});
beforeEach(() => resetLimits(testApp));
afterAll(() => testApp.stop());

const statusesOf = async (replies: Promise<Reply>[]): Promise<Set<number>> =>
  new Set((await Promise.all(replies)).map(({ status }) => status));

test('more people than there are connections ask for a new password at once, and all are answered', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => testApp.individual()));
  const asked = Array.from({ length: crowd }, (_, n) => ({ email: people[n]?.email ?? `nobody-${n}@test.example` }));
  const replies = asked.map((body) => new Client(testApp.url).post('/api/auth/restore-password', body));
  expect(await statusesOf(replies)).toEqual(new Set([202]));
});

test('more people than there are connections confirm their second factor at once, and all are answered', async () => {
  const people: (Signed & { secret: string; enrolment: string })[] = [];
  for (let n = 0; n < connections * 3; n++) {
    const person = await testApp.individual();
    people.push({ ...person, ...(await person.client.post('/api/auth/second-factor', { password })).body });
  }
  const replies = people.map(({ client, secret, enrolment }) =>
    client.put('/api/auth/second-factor', { enrolment, code: generateSync({ secret }) }),
  );
  expect(await statusesOf(replies)).toEqual(new Set([200]));
});
