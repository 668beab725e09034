import { afterEach, describe, expect, test } from 'vitest';
import { addDays, addMonths, type Day, daysBetween, moscowDay } from '#domain/values/days.ts';
import { debtFacts } from '#server/modules/certificates/papers.queries.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { forget, happen } from '../life-events/helpers/life.ts';
import { agree as agreeToSchedule, propose } from '../settlements/helpers/addenda.ts';
import { creditorOf, debtorOf } from '../settlements/helpers/bargaining.ts';
import { refundSteps } from './helpers/refunds.ts';
import { agree, keyOf, openPaymentScenario, pay, payFully, seenPayment, seenSettlement } from './helpers/scenario.ts';

const scenario = await openPaymentScenario();
const { propose: proposeRefund, decide } = refundSteps(scenario);
const second = (await scenario.testApp.operator('manager')).client;
const today = moscowDay(new Date());
const firstDate = addMonths(today, 1);
const principal = 3_000_000;
const annuity = { kind: 'annuity', amount: principal, rateBps: 2400, payments: 6, firstDate, downPayment: 0 };

interface Shown {
  no: number;
  amount: number;
  paid: number;
  principal: number;
  interest: number;
  plannedDate: Day;
  status: string;
}

/** An agreement with interest that was signed some days ago. */
async function signedBefore(days: number) {
  const id = await agree(scenario, annuity);
  const since = addDays(today, -days);
  await scenario.run(
    `update settlements set signed_at = signed_at - make_interval(days => $2), penalty_terms = $3::jsonb where id = $1`,
    [id, days, JSON.stringify([{ since, rule: null }])],
  );
  const { schedule } = await seenSettlement(scenario, id);
  const first = schedule[0] as Shown;
  const earned = Math.floor((first.interest * days) / daysBetween(since, first.plannedDate));
  return { id, earned, schedule: schedule as Shown[], since };
}
const total = (rows: readonly Shown[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
const debtOf = async (id: number, on: Day = today) =>
  (await scenario.debtor.get(`/api/loans/${id}/debt?on=${on}`)).body;
/** What would have paid all of it off on a day. */
const sumOn = async (id: number, on: Day): Promise<number> => {
  const debt = await debtOf(id, on);
  return debt.principal + debt.interest;
};

/** Pays a sum today that was begun some days ago. */
async function payBegun(id: number, sum: number, days: number): Promise<void> {
  const { body } = await pay(scenario, id, sum);
  await expect.poll(async () => (await seenPayment(scenario, body.id)).payUrl).toContain(scenario.bank.url);
  await scenario.run(`update payments set created_at = created_at - make_interval(days => $2) where id = $1`, [
    body.id,
    days,
  ]);
  await scenario.bank.finish(await keyOf(scenario, body.id), 'succeeded');
  await expect.poll(async () => (await seenPayment(scenario, body.id)).status).toBe('succeeded');
}

/** Sends money back, whoever becomes late by it. */
async function refund(paid: number, sum: number): Promise<void> {
  expect((await proposeRefund(paid, sum, true)).status).toBe(200);
  expect((await decide(paid)).status).toBe(200);
  await expect.poll(async () => (await seenPayment(scenario, paid)).status).toBe('refunded');
}

afterEach(async () => {
  await forget(scenario);
  expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
});

describe('whoever pays all of it off', () => {
  test('pays the principal and the interest up to the day, and is told so', async () => {
    const { id, earned, schedule } = await signedBefore(10);
    expect(earned).toBeGreaterThan(0);
    expect(await seenSettlement(scenario, id)).toMatchObject({ payOff: principal + earned });
    expect(await debtOf(id)).toMatchObject({
      principal,
      interest: earned,
      ahead: total(schedule) - principal - earned,
    });
    const more = await pay(scenario, id, principal + earned + 1);
    expect(more.body.fields.amount).toContain('Осталось заплатить');
    await payFully(scenario, id, principal + earned);
    const paid = await seenSettlement(scenario, id);
    expect(paid).toMatchObject({ status: 'paid', payOff: 0, paidAmount: principal + earned, replaced: [] });
    expect(total(paid.schedule)).toBe(principal + earned);
    expect(paid.schedule.every((row: Shown) => row.status === 'paid' && row.paid === row.amount)).toBe(true);
    expect(await debtOf(id)).toMatchObject({
      principal: 0,
      interest: 0,
      ahead: 0,
      overpaid: 0,
      received: principal + earned,
    });
  });

  test('pays the sum of the day on which he has begun, however long his bank takes', async () => {
    const { id } = await signedBefore(10);
    const sum = await sumOn(id, addDays(today, -2));
    expect(sum).toBeLessThan((await seenSettlement(scenario, id)).payOff);
    await payBegun(id, sum, 2);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', paidAmount: sum });
  });

  test('owes it all until the money has come, also on days after he has begun', async () => {
    const { id, schedule } = await signedBefore(10);
    const days = [addDays(today, -2), addDays(today, -1)];
    const told = () => Promise.all(days.map((day) => debtOf(id, day)));
    const before = await told();
    await payBegun(id, schedule[0]!.amount + schedule[1]!.amount, 2);
    expect(await told()).toEqual(before);
    expect(await sumOn(id, today)).toBe((await seenSettlement(scenario, id)).payOff);
  });

  test('owes what the statement tells: interest of days to come apart', async () => {
    const { id, earned, schedule } = await signedBefore(10);
    const facts = await debtFacts(scenario.testApp.app.database.db, id, today);
    expect(facts.owed).toEqual([
      { code: 'agreed', amount: principal },
      { code: 'plan_interest', amount: earned },
    ]);
    expect(facts.ahead).toBe(total(schedule) - principal - earned);
    expect(facts.left.reduce((sum, { rest }) => sum + rest, 0)).toBe(total(schedule));
  });
});

describe('whoever pays a part ahead', () => {
  test('has the next payments paid and the last ones less; paid off later it costs what is left', async () => {
    const { id, schedule } = await signedBefore(10);
    const two = schedule[0]!.amount + schedule[1]!.amount;
    await payFully(scenario, id, two);
    const after = await seenSettlement(scenario, id);
    const rows = after.schedule as Shown[];
    expect(rows.slice(0, 2).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(rows.slice(0, 5).map(({ amount }) => amount)).toEqual(schedule.slice(0, 5).map(({ amount }) => amount));
    expect(rows[5]!.amount).toBeLessThan(schedule[5]!.amount);
    expect(rows.map(({ plannedDate }) => plannedDate)).toEqual(schedule.map(({ plannedDate }) => plannedDate));
    expect(after.replaced).toEqual([]);
    await payFully(scenario, id, after.payOff);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', paidAmount: two + after.payOff });
  });

  test('may agree on a new schedule for what is really left of the principal', async () => {
    const { id, schedule, earned } = await signedBefore(10);
    const three = schedule.slice(0, 3).reduce((sum, { amount }) => sum + amount, 0);
    await payFully(scenario, id, three);
    const { rest, payOff } = await seenSettlement(scenario, id);
    // What the ten days have earned is of a period that is not over, and is no principal.
    expect(rest).toMatchObject({ principal: principal - three, earned: 0 });
    expect(payOff).toBe(principal + earned - three);
    const plan = { ...annuity, amount: rest.principal, rateBps: 1200, payments: 3 };
    expect((await propose(scenario, debtorOf(scenario), id, plan)).status).toBe(200);
    expect((await agreeToSchedule(scenario, creditorOf(scenario), id)).status).toBe(200);
    const anew = await seenSettlement(scenario, id);
    expect(anew.payOff).toBe(rest.principal);
    await payFully(scenario, id, anew.payOff);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', payOff: 0 });
  });
});

test('a bankruptcy leaves of what was paid ahead the principal and the interest that was earned by it', async () => {
  const { id, schedule, since } = await signedBefore(20);
  const three = total(schedule.slice(0, 3));
  await payBegun(id, three, 10);
  await happen(scenario, second, 'bankruptcy', today);
  // Ten days on all of it, nine on what the money had left.
  const kopeckDays = 10 * principal + 9 * (principal - three);
  const [first] = schedule;
  const days = daysBetween(since, first!.plannedDate);
  const earned = Math.floor((first!.interest * kopeckDays) / (principal * days));
  const debt = await debtOf(id);
  expect(debt.principal + debt.interest).toBe(principal + earned - three);
  expect(debt).toMatchObject({ ahead: 0, overpaid: 0, overdue: 0 });
  const { owed, left } = await debtFacts(scenario.testApp.app.database.db, id, today);
  const sum = principal + earned - three;
  expect(owed).toEqual([{ code: 'agreed', amount: sum }]);
  expect(left.reduce((rest, row) => rest + row.rest, 0)).toBe(sum);
});

test('money for a payment from before a new schedule pays nothing of that one ahead', async () => {
  const { id, schedule } = await signedBefore(10);
  const [first] = schedule;
  const paid = await payFully(scenario, id, first!.amount);
  const { rest } = await seenSettlement(scenario, id);
  const plan = { ...annuity, amount: rest.principal, rateBps: 1200, payments: 3 };
  expect((await propose(scenario, debtorOf(scenario), id, plan)).status).toBe(200);
  expect((await agreeToSchedule(scenario, creditorOf(scenario), id)).status).toBe(200);
  await refund(paid, first!.amount);
  const sums = async () => (await seenSettlement(scenario, id)).schedule.map(({ no, amount }: Shown) => [no, amount]);
  const before = await sums();
  await payFully(scenario, id, first!.amount);
  expect(await sums()).toEqual(before);
});

test('money that goes back days later has kept from being earned what it had in them', async () => {
  const { id, schedule, since } = await signedBefore(20);
  const three = total(schedule.slice(0, 3));
  await payBegun(id, three, 10);
  const [{ id: paid }] = (await scenario.run('select id from payments where settlement_id = $1', [id])) as [
    { id: number },
  ];
  await refund(paid, three);
  const [first] = schedule;
  const days = daysBetween(since, first!.plannedDate);
  const kopeckDays = days * principal - 10 * three;
  const earned = Math.floor((first!.interest * kopeckDays) / (principal * days));
  const again = await seenSettlement(scenario, id);
  expect(total(again.schedule)).toBe(total(schedule) - first!.interest + earned);
});

test('money that goes back on its day leaves the schedule as it would be without it', async () => {
  const { id, earned, schedule } = await signedBefore(10);
  const paid = await payFully(scenario, id, principal + earned);
  await refund(paid, principal + earned);
  const again = await seenSettlement(scenario, id);
  expect(again).toMatchObject({ status: 'waiting_for_payment', paidAmount: 0, payOff: principal + earned });
  const shape = (rows: readonly Shown[]) =>
    rows.map((row) => [row.no, row.amount, row.principal, row.interest, row.paid, row.status]);
  expect(shape(again.schedule)).toEqual(shape(schedule));
});

test('an agreement from before the rule has what it paid ahead counted with its next day', async () => {
  const { id, schedule } = await signedBefore(10);
  await payFully(scenario, id, schedule[0]!.amount + schedule[1]!.amount);
  const before = (await seenSettlement(scenario, id)).schedule as Shown[];
  // Whatever the rows do not know yet: here ten days in which nothing was to be earned.
  await scenario.run(`update settlements set penalty_terms = $2::jsonb where id = $1`, [
    id,
    JSON.stringify([{ since: today, rule: null }]),
  ]);
  await scenario.run(`update schedule_items set due_date = $2 where settlement_id = $1 and status = 'planned'`, [
    id,
    today,
  ]);
  await liveDay(scenario.testApp.app);
  const after = (await seenSettlement(scenario, id)).schedule as Shown[];
  expect(after.slice(0, 5).map(({ amount }) => amount)).toEqual(before.slice(0, 5).map(({ amount }) => amount));
  expect(after[5]!.amount).toBeLessThan(before[5]!.amount);
});

test.each(['paid_amount', 'agreed_amount'] as const)(
  'the fee that he bears is of what he pays, by %s, and is told before',
  async (base) => {
    await scenario.run(
      `insert into tariffs (name, payer, base, rate_bps, fixed, vat_mode, vat_bps, collect, valid_from)
       values ('Для проверки', 'individual', $1, 300, 0, 'none', 0, 'invoice', '2026-01-01')`,
      [base],
    );
    const signed = signedBefore(10);
    await Promise.allSettled([signed]);
    await scenario.run(`delete from tariffs where name = 'Для проверки'`);
    const { id } = await signed;
    const { payOff } = await seenSettlement(scenario, id);
    const path = `/api/individuals/${scenario.debtorId}/loans/${id}/pay?amount=${payOff}`;
    const { body: told } = await scenario.debtor.get(path);
    // Of each row its own fee, to the kopeck.
    const share = (base === 'paid_amount' ? payOff : principal) * 0.03;
    expect(Math.abs(told.feeAmount - share)).toBeLessThanOrEqual(3);
    const paid = await payFully(scenario, id, payOff);
    expect(await seenPayment(scenario, paid)).toMatchObject(told);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid' });
  },
);
