import { expect, test } from 'vitest';
import { addDays, addMonths, type Day, moscowDay } from '#domain/values/days.ts';
import { recountInterest } from '#server/modules/settlements/money/early-payment.commands.ts';
import { lockSettlement } from '#server/modules/settlements/money/money.commands.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { agree, agreed, propose, three } from '../helpers/addenda.ts';
import { openParties } from '../helpers/bargaining.ts';

const { scenario, debtor, creditor } = await openParties();
const today = moscowDay(new Date());
const afterTenDays = addDays(today, 10);
const annuity = { ...three, kind: 'annuity', rateBps: 2400, payments: 6 };
const card = async (id: number) => (await debtor.client.get(`/api/loans/${id}`)).body;
const nos = (rows: readonly { no: number }[]) => rows.map(({ no }) => no);

/** Counts the interest of a schedule that took effect on a day, as what both have signed then does. */
const takeEffect = (id: number, day: Day) =>
  inSystemTransaction(scenario.testApp.app.database.db, 'system.test', async (tx) =>
    recountInterest(tx, await lockSettlement(tx, id), null, { day, today: day }),
  );

test('an offer that is accepted ten days later leaves no former schedule: there was none', async () => {
  const id = await agreed(scenario, annuity);
  const before = (await card(id)).schedule;
  await scenario.run(
    `update settlements set signed_at = signed_at + interval '10 days', penalty_terms = $2::jsonb where id = $1`,
    [id, JSON.stringify([{ since: afterTenDays, rule: null }])],
  );
  await takeEffect(id, afterTenDays);
  const { schedule, replaced } = await card(id);
  expect(schedule[5].amount).toBeLessThan(before[5].amount);
  expect(replaced).toEqual([]);
});

test('a new schedule that is agreed to ten days later has the one before it as its former, and no row of its own', async () => {
  const id = await agreed(scenario, annuity);
  const anew = { ...annuity, rateBps: 1200, payments: 4, firstDate: addMonths(today, 2), periodMonths: 2 };
  expect((await propose(scenario, debtor, id, anew)).status).toBe(200);
  expect((await agree(scenario, creditor, id)).status).toBe(200);
  await scenario.run(
    `update settlements set penalty_terms = jsonb_set(penalty_terms, '{1,since}', to_jsonb($2::text)) where id = $1`,
    [id, afterTenDays],
  );
  await scenario.run(
    `update schedule_items set added_on = added_on + 10, replaced_on = replaced_on + 10 where settlement_id = $1`,
    [id],
  );
  const before = (await card(id)).schedule;
  await takeEffect(id, afterTenDays);
  const { schedule, replaced } = await card(id);
  expect(schedule.at(-1).amount).toBeLessThan(before.at(-1).amount);
  expect(nos(replaced)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('two changes of one day leave the schedule of the day before', async () => {
  const id = await agreed(scenario, three);
  for (const payments of [4, 2]) {
    expect((await propose(scenario, debtor, id, { ...three, payments })).status).toBe(200);
    expect((await agree(scenario, creditor, id)).status).toBe(200);
  }
  const { replaced } = await card(id);
  expect(nos(replaced)).toEqual([1, 2, 3]);
});
