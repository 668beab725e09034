import { afterEach, describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { openPaymentScenario, seenSettlement } from '../payments/helpers/scenario.ts';
import { bandWithPenalty, creditorOf, debtorOf, firstDate, publish } from '../settlements/helpers/bargaining.ts';
import { decide, forget, happen, lateAgreement } from './helpers/life.ts';

/** What a bankruptcy that is told of late leaves for good, and what is told of the days between (docs/decisions/0101, 0212). */
const scenario = await openPaymentScenario();
const [debtor, manager] = [debtorOf(scenario), creditorOf(scenario)];
const second = (await scenario.testApp.operator('manager')).client;
const today = moscowDay(new Date());
expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
const keep = (now: Date) => liveDay(scenario.testApp.app, now);
const later = (days: number) => new Date(`${addDays(today, days)}T09:00:00Z`);
const list = `/api/individuals/${scenario.debtorId}/life-events`;
afterEach(() => forget(scenario));

describe('a bankruptcy told of late', () => {
  test('that was a mistake leaves its days without interest for good: in the rows, in the sum and in the statement', async () => {
    const plan = { kind: 'annuity', amount: 3_500_000, payments: 3, firstDate, downPayment: 0, rateBps: 1000 };
    const id = await lateAgreement(scenario, 12, plan);
    const debt = async () => (await scenario.debtor.get(`/api/loans/${id}/debt?on=${today}`)).body;
    const open = async (): Promise<number> =>
      (await seenSettlement(scenario, id)).schedule
        .filter(({ status }: { status: string }) => status !== 'cancelled')
        .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    const [owed, rows] = [await debt(), await open()];
    await happen(scenario, second, 'bankruptcy', addDays(today, -10));
    const stopped = await debt();
    expect(stopped.principal).toBe(owed.principal);
    expect(stopped.interest).toBeLessThan(owed.interest);
    const least = await open();
    expect(least).toBe(stopped.principal + stopped.interest);
    const [{ id: event }] = (await second.get(list)).body.items;
    const ended = { reason: 'Внесено по ошибке', outcome: 'goes_on' };
    expect((await second.post(`${list.replace('/api', '/internal')}/${event}/end`, ended)).status).toBe(200);
    expect((await decide(scenario.operator, 'lifeEvent.end')).status).toBe(200);
    // The days to come earn again; the eleven that stood still do not.
    expect(await open()).toBeGreaterThan(least);
    expect(await open()).toBeLessThan(rows);
    await scenario.run(`update life_events set until = until - 1 where id = $1`, [event]);
    await keep(later(1));
    expect((await debt()).interest - stopped.interest).toBeLessThan(owed.interest / 10);
    expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
  });

  test('tells both sides what was done since its day, of what has ended, too', async () => {
    const ended = await lateAgreement(scenario, 100);
    await scenario.run(
      `update settlements set status = 'closed', close_reason = 'breached', closed_at = now() where id = $1`,
      [ended],
    );
    const untouched = await lateAgreement(scenario, 3);
    await happen(scenario, second, 'bankruptcy', addDays(today, -10));
    const told = async ({ client }: { client: typeof debtor.client }) =>
      (await client.get('/api/notifications?limit=100')).body.items.filter(({ title }: { title: string }) =>
        title.includes('Что сделано после'),
      );
    const { number } = await seenSettlement(scenario, ended);
    for (const side of [debtor, manager]) {
      const found = await told(side);
      const [one] = found.filter(({ title }: { title: string }) => title.startsWith(number));
      expect(one.detail).toContain('Соглашение расторгнуто');
      expect(one.detail).toContain('финансовому управляющему');
      const { number: other } = await seenSettlement(scenario, untouched);
      expect(found.filter(({ title }: { title: string }) => title.startsWith(other))).toEqual([]);
    }
    // Its books are those of one that runs.
    await scenario.run(
      `update settlements set status = 'waiting_for_payment', close_reason = null, closed_at = null where id = $1`,
      [ended],
    );
  });
});
