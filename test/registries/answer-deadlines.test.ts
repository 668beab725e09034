import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';
import { generateRegistry, makeLender, rowsOf } from './helpers/scenario.ts';

/** By when a creditor answers what his debtor has said of a debt, and who is told of it (docs/decisions/0128). */
let scenario: Scenario;
let workingDay: (days: number) => Day;
beforeAll(async () => {
  scenario = await makeScenario();
  const calendar = await calendarIn(scenario.testApp.app.database.db);
  workingDay = (days) => calendar.addWorkingDays(moscowDay(new Date()), days);
});
afterAll(() => scenario.testApp.stop());

const on = (day: Day): Promise<void> => runDeadlines(scenario.testApp.app, new Date(`${day}T00:00:01+03:00`));
const told = async (who: Scenario['manager'], title: string): Promise<number> =>
  (await who.get('/api/notifications')).text.split(title).length - 1;

test('who does not agree reads the day, the creditor is reminded of it, and both learn that it has passed', async () => {
  const path = `/api/individuals/${scenario.debtorId}/registry-entries`;
  const [silent, quick] = [await scenario.claim(), await scenario.claim()];
  const answerBy = workingDay(10);
  for (const id of [silent, quick]) {
    const { body, text } = await scenario.debtor.post(`${path}/${id}/reject`, { reason: 'not_mine' });
    expect(body.answerBy, text).toBe(answerBy);
  }
  const card = `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${quick}`;
  const { version, answerBy: shown } = (await scenario.manager.get(card)).body;
  expect(shown).toBe(answerBy);
  await on(workingDay(7));
  expect(await told(scenario.manager, 'Ответ заёмщикам')).toBe(0);
  await on(workingDay(8));
  await on(workingDay(8));
  expect(await told(scenario.manager, `Ответ заёмщикам до ${formatDay(answerBy)}: долгов — 2`)).toBe(1);
  // Whoever withdraws has answered.
  expect((await scenario.manager.post(`${card}/withdraw`, { version, reason: 'Не наш должник' })).status).toBe(200);
  await on(workingDay(9));
  expect(await told(scenario.manager, `Ответ заёмщикам до ${formatDay(answerBy)}: долгов — 1`)).toBe(1);
  expect(await told(scenario.debtor, 'не ответил вам в срок')).toBe(0);
  await on(addDays(answerBy, 1));
  await on(addDays(answerBy, 2));
  expect(await told(scenario.manager, 'Срок ответа заёмщикам вышел: долгов — 1')).toBe(1);
  expect(await told(scenario.debtor, 'не ответил вам в срок')).toBe(1);
});

test('a debt that was taken on waits for its full registry, one that was not for a correction', async () => {
  const lender = await makeLender(scenario.testApp, { inn: '7744001497', verificationStatus: 'verified' });
  const rows = rowsOf('simple', generateRegistry(41), 0, 2);
  const people = await Promise.all(
    rows.map(async ({ debtorInn }) => {
      const person = await scenario.testApp.individual({ inn: debtorInn!, verificationStatus: 'verified' });
      return { ...person, path: `/api/individuals/${person.individualId}/simple-registries` };
    }),
  );
  await lender.load('simple', rows);
  const entryOf = async ({ client, path }: (typeof people)[number]) =>
    (await client.get(`${path}/entries`)).body.items[0];
  const [accepting, rejecting] = people as [(typeof people)[number], (typeof people)[number]];
  const id = async (one: (typeof people)[number]) => (await entryOf(one)).id;
  const accepted = await accepting.client.post(`${accepting.path}/accept/${await id(accepting)}`, {
    limitationShown: true,
  });
  expect(accepted.body.answerBy, accepted.text).toBe(workingDay(5));
  const rejected = await rejecting.client.post(`${rejecting.path}/reject/${await id(rejecting)}`, { reason: 'paid' });
  expect(rejected.body.answerBy).toBe(workingDay(10));
  await lender.load('simple', rows);
  expect([(await entryOf(accepting)).answerBy, (await entryOf(rejecting)).answerBy]).toEqual([
    workingDay(5),
    workingDay(10),
  ]);
  await lender.load(
    'simple',
    rows.map((row) => ({ ...row, approxAmount: '777,00' })),
  );
  expect([(await entryOf(accepting)).answerBy, (await entryOf(rejecting)).answerBy]).toEqual([workingDay(5), null]);
  await lender.load(
    'full',
    rowsOf('full', generateRegistry(41), 0, 1).map((row) => ({
      ...row,
      debtorInn: rows[0]!.debtorInn!,
      contractNumber: rows[0]!.contractNumber || row.contractNumber!,
    })),
  );
  expect(await entryOf(accepting)).toMatchObject({ status: 'full_registry_created', answerBy: null });
});

test('who takes on a debt whose full registry came before it waits for nothing more', async () => {
  const lender = await makeLender(scenario.testApp, { inn: '7710140679', verificationStatus: 'verified' });
  const [row] = rowsOf('simple', generateRegistry(43), 0, 1);
  const [claim] = rowsOf('full', generateRegistry(43), 0, 1);
  const debtorInn = row!.debtorInn!;
  const contractNumber = row!.contractNumber || claim!.contractNumber!;
  const { client, individualId } = await scenario.testApp.individual({
    inn: debtorInn,
    verificationStatus: 'verified',
  });
  await lender.load('full', [{ ...claim!, debtorInn, contractNumber }]);
  await lender.load('simple', [{ ...row!, contractNumber }]);
  const path = `/api/individuals/${individualId}/simple-registries`;
  const [entry] = (await client.get(`${path}/entries`)).body.items;
  const accepted = await client.post(`${path}/accept/${entry.id}`, { limitationShown: true });
  expect(accepted.status, accepted.text).toBe(200);
  expect(accepted.body.answerBy).toBeNull();
  await on(addDays(workingDay(5), 1));
  expect(await told(lender.client, 'Ответ заёмщикам')).toBe(0);
  expect(await told(client, 'не ответил вам в срок')).toBe(0);
});
