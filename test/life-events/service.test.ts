import { afterEach, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { openPaymentScenario, seenSettlement } from '../payments/helpers/scenario.ts';
import { bandWithPenalty, creditorOf, debtorOf, firstDate, publish } from '../settlements/helpers/bargaining.ts';
import { decide, forget, happen, lateAgreement, openService, sendPaper } from './helpers/life.ts';

/** Holidays of a service last as long as it does and so many days after it, and nothing is due at once then (377-ФЗ [K]; docs/decisions/0212). */
const scenario = await openPaymentScenario();
const [debtor, manager] = [debtorOf(scenario), creditorOf(scenario)];
const second = (await scenario.testApp.operator('manager')).client;
const today = moscowDay(new Date());
expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
await openService(scenario);

const list = `/api/individuals/${scenario.debtorId}/life-events`;
const keep = (days = 0) => liveDay(scenario.testApp.app, new Date(`${addDays(today, days)}T09:00:00Z`));
const take = (id: number, fields: object) => sendPaper(debtor.client, `${debtor.base}/loans/${id}/holidays`, fields);
const open = async (id: number) =>
  (await seenSettlement(scenario, id)).schedule.filter(({ status }: { status: string }) => status !== 'cancelled') as {
    dueDate: string;
    amount: number;
    interest: number;
  }[];
const endOf = async (body: object) => {
  const [{ id }] = (await second.get(list)).body.items;
  return second.post(`${list.replace('/api', '/internal')}/${id}/end`, { reason: 'Справка военкомата', ...body });
};
/** An agreement whose first payment was planned for the day on which it fell due. */
async function late(
  ...of: Parameters<typeof lateAgreement> extends [unknown, ...infer Rest] ? Rest : never
): Promise<number> {
  const id = await lateAgreement(scenario, ...of);
  await scenario.run('update schedule_items set planned_date = due_date where settlement_id = $1 and no = 1', [id]);
  return id;
}
const total = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

afterEach(async () => {
  await forget(scenario);
  expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
});

test('a service that was confirmed moves the loans behind it and 180 days, once it is over, and no other debt', async () => {
  const plan = { kind: 'annuity', amount: 3_500_000, payments: 3, firstDate, downPayment: 0, rateBps: 1000 };
  const loan = await late(17, plan);
  const other = await late(17, undefined, { contractKind: 'utilities' });
  const [before, ofOther] = [await open(loan), await open(other)];
  await happen(scenario, second, 'service', addDays(today, -20));
  const serving = await seenSettlement(scenario, loan);
  expect(serving.moves).not.toContain('takeHolidays');
  expect((await endOf({})).body.fields).toHaveProperty('outcome');
  expect((await endOf({ outcome: 'discharged' })).body.fields).toHaveProperty('outcome');
  expect((await endOf({ outcome: 'served' })).status).toBe(200);
  const decided = await decide(scenario.operator, 'lifeEvent.end');
  expect(decided.status, decided.text).toBe(200);
  const until = addDays(today, 180);
  expect((await second.get(list)).body.items[0]).toMatchObject({ status: 'in_force', outcome: 'served', until });
  const after = await open(loan);
  expect([until, ...after.map(({ dueDate }) => dueDate)].toSorted()[0]).toBe(until);
  // What its days bear nobody knows here, so that nothing is added for them.
  expect(total(after)).toBe(total(before));
  expect((await open(other)).map(({ dueDate }) => dueDate)).toEqual(ofOther.map(({ dueDate }) => dueDate));
  for (const side of [debtor, manager]) {
    const titles = (await side.client.get('/api/notifications')).body.items.map(
      ({ title }: { title: string }) => title,
    );
    expect(titles.some((title: string) => title.includes('График сдвинут'))).toBe(true);
  }
  await keep(179);
  expect(await seenSettlement(scenario, loan)).toMatchObject({
    status: 'waiting_for_payment',
    penaltyOpen: 0,
    breach: null,
  });
  expect((await endOf({ outcome: 'served' })).status).toBe(409);
});

test('a service that never was ends today, and gives nothing', async () => {
  const loan = await late(3);
  const before = await open(loan);
  await happen(scenario, second, 'service', addDays(today, -2));
  await endOf({ outcome: 'goes_on' });
  await decide(scenario.operator, 'lifeEvent.end');
  expect((await second.get(list)).body.items[0]).toMatchObject({ status: 'over', until: today });
  expect(await open(loan)).toEqual(before);
});

test('holidays of a service are open, since its first day, and those of a family have words of their own', async () => {
  const loan = await late(17);
  await keep();
  const unsaid = await take(loan, { ground: 'family' });
  expect(unsaid.body.fields).toEqual({ since: 'Назовите день, с которого идёт служба' });
  const rows = await open(loan);
  const taken = await take(loan, { ground: 'family', since: addDays(today, -30) });
  expect(taken.status, taken.text).toBe(200);
  expect(taken.body.life[0]).toMatchObject({
    kind: 'family_service',
    status: 'in_force',
    since: addDays(today, -30),
    until: null,
    months: null,
  });
  // Penalty of the days since is written off; the schedule moves when it is over.
  expect(taken.body).toMatchObject({ penaltyOpen: 0, standsStill: true });
  expect(await open(loan)).toEqual(rows);
  const path = `${manager.base}/loans/${loan}/holidays/objection`;
  const wrong = await manager.client.post(path, { ground: 'service', reason: 'Заёмщик не на службе' });
  expect(wrong.body.fields).toEqual({ ground: 'Эти каникулы взяты по другому основанию' });
  expect((await manager.client.post(path, { ground: 'family', reason: 'Никто из семьи не служит' })).status).toBe(200);
  await endOf({ outcome: 'served' });
  expect((await decide(scenario.operator, 'lifeEvent.end')).status).toBe(200);
  expect([addDays(today, 180), ...(await open(loan)).map(({ dueDate }) => dueDate)].toSorted()[0]).toBe(
    addDays(today, 180),
  );
});

test('holidays of a service that never was leave no days: what rests on the word of their debtor alone erases no penalty', async () => {
  const loan = await late(17);
  await keep();
  const { penaltyOpen } = await seenSettlement(scenario, loan);
  expect(penaltyOpen).toBeGreaterThan(0);
  const taken = await take(loan, { ground: 'service', since: addDays(today, -30) });
  expect(taken.body).toMatchObject({ penaltyOpen: 0, standsStill: true });
  expect((await endOf({ outcome: 'goes_on' })).status).toBe(200);
  const decided = await decide(scenario.operator, 'lifeEvent.end');
  expect(decided.status, decided.text).toBe(200);
  expect(await seenSettlement(scenario, loan)).toMatchObject({ penaltyOpen, standsStill: false });
  const [news] = (await debtor.client.get('/api/notifications')).body.items;
  expect(news.detail).toContain('неустойка за эти дни считается снова');
});

test('who is called up again in the days after a service tells of it, and once', async () => {
  await happen(scenario, second, 'service', addDays(today, -20));
  await endOf({ outcome: 'served' });
  await decide(scenario.operator, 'lifeEvent.end');
  expect((await happen(scenario, second, 'service', today)).status).toBe(200);
  const { items } = (await second.get(list)).body;
  expect(items.map(({ status, outcome }: { status: string; outcome: string | null }) => [status, outcome])).toEqual([
    ['in_force', null],
    ['in_force', 'served'],
  ]);
  const path = list.replace('/api', '/internal');
  const third = await sendPaper(scenario.operator, path, { kind: 'service', since: today });
  expect(third.body.fields).toEqual({ kind: 'Это обстоятельство уже действует' });
});
