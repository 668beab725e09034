import { afterEach, expect, test } from 'vitest';
import { addDays, addMonths, type Day, daysBetween, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { dueAgreements } from '#server/modules/settlements/agreement/running-deadlines.commands.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import type { Client } from '../helpers/client.ts';
import { agree, openPaymentScenario, payFully, seenSettlement } from './helpers/scenario.ts';

/** Agreements of which nothing is owed any more, and whose rows do not know it (docs/decisions/0139). */
const scenario = await openPaymentScenario();
const { db } = scenario.testApp.app.database;
const today = moscowDay(new Date());
const principal = 3_000_000;
const firstDate = addMonths(today, 1);
const annuity = { kind: 'annuity', amount: principal, rateBps: 2400, payments: 6, firstDate, downPayment: 0 };
const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const titles = async (client: Client): Promise<string[]> =>
  (await client.get('/api/notifications')).body.items.map(({ title }: { title: string }) => title);

/** Since which day a schedule bears interest. */
const bearSince = (id: number, since: Day) =>
  scenario.run(
    `update settlements set signed_at = $2::date + time '12:00' at time zone 'Europe/Moscow', penalty_terms = $3::jsonb where id = $1`,
    [id, since, JSON.stringify([{ since, rule: null }])],
  );

/** An agreement whose principal was paid ahead, and of whose interest of ten days the rows do not know that it was never earned. */
async function paidAhead(amount = principal): Promise<{ id: number; number: string }> {
  const id = await agree(scenario, annuity);
  const since = addDays(today, -10);
  await bearSince(id, since);
  const { schedule, number } = await seenSettlement(scenario, id);
  const { interest, plannedDate } = schedule[0];
  await payFully(scenario, id, amount);
  const { payOff } = await seenSettlement(scenario, id);
  if (amount === principal) expect(payOff).toBe(Math.floor((interest * 10) / daysBetween(since, plannedDate)));
  return { id, number };
}

afterEach(async () => {
  expect(await brokenLedger(db)).toEqual([]);
});

test.each([
  ['that no clock has looked at', null],
  ['that was looked at before its money came', -20],
])('an agreement %s is paid with the next day, and both sides are told', async (_, lookedOn) => {
  const { id, number } = await paidAhead();
  await bearSince(id, today);
  await scenario.run(`update settlements set looked_on = ${MOSCOW_TODAY} + $2::int where id = $1`, [id, lookedOn]);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment', payOff: 0 });
  await runDeadlines(scenario.testApp.app);
  const paid = await seenSettlement(scenario, id);
  expect(paid).toMatchObject({ status: 'paid', paidAmount: principal, turn: null });
  for (const client of [scenario.debtor, scenario.manager]) {
    expect(await titles(client)).toContain(`${number}. Долг оплачен полностью`);
  }
});

test('an agreement with a long time to its next payment is looked at once after its money, and not without any', async () => {
  const { id } = await paidAhead(2_000_000);
  const untouched = await agree(scenario, annuity);
  expect(await dueAgreements(db, days(1))).toContain(id);
  await runDeadlines(scenario.testApp.app, days(1));
  expect(await dueAgreements(db, days(2))).not.toContain(id);
  expect(await dueAgreements(db, days(2))).not.toContain(untouched);
});
