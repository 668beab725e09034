import { afterEach, expect, test } from 'vitest';
import { addDays, addMonths, type Day, daysBetween, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { Client } from '../helpers/client.ts';
import { agree, openPaymentScenario, payFully, seenSettlement } from './helpers/scenario.ts';

/** Agreements of which nothing is owed any more, and whose rows do not know it (docs/decisions/0139). */
const scenario = await openPaymentScenario();
const { db } = scenario.testApp.app.database;
const today = moscowDay(new Date());
const principal = 3_000_000;
const firstDate = addMonths(today, 1);
const annuity = { kind: 'annuity', amount: principal, rateBps: 2400, payments: 6, firstDate, downPayment: 0 };
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

test('an agreement of which nothing is owed any more is paid with the next day, and both sides are told', async () => {
  const { id, number } = await paidAhead();
  await bearSince(id, today);
  expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment', payOff: 0 });
  await liveDay(scenario.testApp.app);
  const paid = await seenSettlement(scenario, id);
  expect(paid).toMatchObject({ status: 'paid', paidAmount: principal, turn: null });
  for (const client of [scenario.debtor, scenario.manager]) {
    expect(await titles(client)).toContain(`${number}. Долг оплачен полностью`);
  }
});
