import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { monthEnd } from '#domain/values/months.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Client } from '../helpers/client.ts';
import { MOSCOW_TODAY } from '../helpers/moscow-today.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';
import { agreeToClose, closeMonth, monthAgo, monthShown, months, sealSince, today } from './helpers/months.ts';

/** The close waits for every transaction of the whole cluster. */
const patience = { timeout: 120_000 };
const [before, first, second, third, current] = [monthAgo(4), monthAgo(3), monthAgo(2), monthAgo(1), monthAgo(0)];

let scenario: Scenario;
let accountant: Client;
beforeAll(async () => {
  // What a test does with a day the clock would do in the middle of it.
  scenario = await makeScenario({}, { byClock: false });
  accountant = (await scenario.testApp.operator('accountant')).client;
  await sealSince(scenario, addDays(first, 9));
});
afterAll(() => scenario.testApp.stop());

const receive = (amount: number, valueDate: Day) =>
  scenario.write((tx) => bookEvent(tx, { kind: 'received_unmatched', amount: kopecks(amount) }, { valueDate }));
const giveBack = (amount: number, valueDate: Day) =>
  scenario.write((tx) => bookEvent(tx, { kind: 'returned_unmatched', amount: kopecks(amount) }, { valueDate }));
/** «opening debit credit closing» of the account at the partner. */
async function partnerIn(month: Day): Promise<number[]> {
  const { body } = await accountant.get(`/internal/ledger/trial-balance?from=${month}&to=${monthEnd(month)}`);
  const { opening, debit, credit, closing } = body.rows.find(({ account }: { account: string }) => account === '1010');
  return [opening, debit, credit, closing];
}
const brokenNow = async () => (await accountant.get('/internal/ledger/check')).body.broken;
const detailOf = async (month: Day) => {
  const { status, body } = await accountant.post(months, { month });
  return [status, body.code, body.message];
};

test('months are closed in their order, each once its days are sealed', patience, async () => {
  await receive(500, addDays(before, 4));
  await receive(1_000, addDays(first, 9));
  await giveBack(300, monthEnd(first));
  await receive(700, second);
  const { body } = await accountant.get(months);
  expect(body.items.map(({ month, status, obstacle }: Record<string, unknown>) => [month, status, obstacle])).toEqual([
    [current, 'open', expect.stringContaining('запечатан')],
    [third, 'open', 'Сначала закройте предыдущий месяц'],
    [second, 'open', 'Сначала закройте предыдущий месяц'],
    [first, 'open', null],
  ]);
  expect(await detailOf(second)).toEqual([409, 'move.illegal', expect.stringContaining('предыдущий')]);
  expect(await detailOf(today())).toEqual([409, 'move.illegal', expect.stringContaining('запечатан')]);
  expect(await detailOf(before)).toEqual([409, 'move.illegal', expect.stringContaining('начальный остаток')]);
});

test('one proposes, another decides, and the balances of the month stay as they were', patience, async () => {
  const open = await partnerIn(first);
  const proposed = await accountant.post(months, { month: addDays(first, 14) });
  expect([proposed.status, proposed.body.status, proposed.body.month]).toEqual([200, 'open', first]);
  expect(await detailOf(first)).toEqual([409, 'move.illegal', 'Это решение уже ждёт второго человека']);
  const [{ id, mayDecide }] = proposed.body.pendingApprovals;
  expect(mayDecide).toBe(false);
  const own = await accountant.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
  expect(own.body.code).toBe('approval.own');
  expect(
    (
      await scenario.operator.post(`/api/approvals/${id}/decision`, {
        decision: 'reject',
        reason: 'Ещё рано закрывать',
      })
    ).status,
  ).toBe(200);
  expect(await monthShown(accountant, first)).toMatchObject({ status: 'open', obstacle: null, pendingApprovals: [] });

  await closeMonth(scenario, accountant, first);
  expect(await monthShown(accountant, first)).toMatchObject({
    status: 'closed',
    entries: 2,
    late: 0,
    closedBy: expect.any(String),
    seal: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await detailOf(first)).toEqual([409, 'move.illegal', 'Месяц уже закрыт']);
  expect(open).toEqual([500, 1_000, 300, 1_200]);
  expect(await partnerIn(first)).toEqual(open);
  const kept = await scenario.run(
    `select account, opening::int, debit::int, credit::int, closing::int from ledger_month_accounts
     where month = $1 and account in ('1010', '2030') order by account`,
    [first],
  );
  expect(kept.map(Object.values)).toEqual([
    ['1010', 500, 1_000, 300, 1_200],
    ['2030', -500, 300, 1_000, -1_200],
  ]);
});

test('around a closed month balances and turnovers are those of the lines, whatever they are counted from', async () => {
  const summed = async (to: Day, from: Day | null, holder: string): Promise<number[]> => {
    const [row] = await scenario.run(
      `select coalesce(sum(l.amount) filter (where l.side = 'debit'), 0)::int as debit,
        coalesce(sum(l.amount) filter (where l.side = 'credit'), 0)::int as credit
       from ledger_lines l join ledger_entries e on e.id = l.entry_id
       where l.account = $1 and e.value_date <= $2 and ($3::date is null or e.value_date >= $3)`,
      [holder, to, from],
    );
    return [Number(row!['debit']), Number(row!['credit'])];
  };
  const spans = [
    [addDays(before, 1), addDays(before, 10)],
    [before, monthEnd(before)],
    [addDays(before, 2), today()],
    [first, addDays(first, 12)],
    [first, monthEnd(first)],
    [first, today()],
    [addDays(first, 9), today()],
    [second, monthEnd(second)],
  ] as const;
  for (const [from, to] of spans) {
    const { body } = await accountant.get(`/internal/ledger/trial-balance?from=${from}&to=${to}`);
    for (const account of ['1010', '2030']) {
      const card = (await accountant.get(`/internal/ledger/account?account=${account}&from=${from}&to=${to}`)).body;
      const [debit = 0, credit = 0] = await summed(to, from, account);
      const [debits = 0, credits = 0] = await summed(addDays(from, -1), null, account);
      const sign = account === '1010' ? 1 : -1;
      const opening = sign * (debits - credits) || 0;
      const told = { opening, debit, credit, closing: opening + sign * (debit - credit) || 0 };
      expect([from, to, card]).toEqual([from, to, expect.objectContaining(told)]);
      expect(body.rows.find((row: { account: string }) => row.account === account)).toMatchObject(told);
    }
    const lines = (await accountant.get(`/internal/ledger/lines?filter[from]=${from}&filter[to]=${to}`)).body;
    const [debit = 0, credit = 0] = await summed(to, from, '1010');
    const counted = lines.items.filter(({ account }: { account: string }) => account === '1010');
    expect(counted.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(debit + credit);
  }
});

test('what comes late keeps its value date and is booked in the open month', patience, async () => {
  const closed = await partnerIn(first);
  const open = await partnerIn(current);
  await receive(40, addDays(first, 9));
  await receive(2, addDays(before, 1));
  const { items } = (await accountant.get('/internal/ledger/lines?filter[account][]=1010&limit=2')).body;
  expect(items.map(({ amount, valueDate, bookDay }: Record<string, unknown>) => [amount, valueDate, bookDay])).toEqual([
    [2, addDays(before, 1), today()],
    [40, addDays(first, 9), today()],
  ]);
  expect(await partnerIn(first)).toEqual(closed);
  const [opening, debit, credit, closing] = open as [number, number, number, number];
  expect(await partnerIn(current)).toEqual([opening, debit + 42, credit, closing + 42]);
  expect((await monthShown(accountant, current)).late).toBe(2);
  expect(await brokenNow()).toEqual([]);
});

test('who was writing meanwhile is counted in the month or in the open one, never twice', patience, async () => {
  const earlier = await scenario.testApp.owner.connect();
  // Of accounts that holders have apart: nobody else waits for their rows.
  const entry = `with entry as (
      insert into ledger_entries (kind, event, value_date) values ('paid', '{}', $1) returning id)
    insert into ledger_lines (entry_id, account, holder_id, side, amount) select entry.id, l.account, 1, l.side, 10000
    from entry, (values ('1200', 'debit'), ('2010', 'credit')) as l (account, side)`;
  try {
    await earlier.query('begin');
    await earlier.query(entry, [monthEnd(second)]);
    await agreeToClose(scenario, accountant, second);
    // It is marked at once, and waits for whoever may not have seen that.
    expect(await monthShown(accountant, second)).toMatchObject({ status: 'closing', entries: null });
    await receive(7, monthEnd(second));
    await earlier.query('commit');
  } finally {
    earlier.release();
  }
  await expect.poll(async () => (await monthShown(accountant, second)).status, { timeout: 90_000 }).toBe('closed');
  expect(await monthShown(accountant, second)).toMatchObject({ entries: 2, late: 0 });
  expect(await partnerIn(second)).toEqual([1_200, 700, 0, 1_900]);
  const { body } = await accountant.get(`/internal/ledger/account?account=2010&from=${second}&to=${monthEnd(second)}`);
  expect([body.opening, body.credit, body.closing]).toEqual([0, 10_000, 10_000]);
  expect((await monthShown(accountant, current)).late).toBe(3);
  expect(await brokenNow()).toEqual([]);
});

test('a close that does not succeed says why, and is taken up again once its job has given up', patience, async () => {
  const fault = 'Остатки не записались: внутренняя ошибка, подробности в журнале приложения';
  const run = (statement: string) => scenario.run(statement);
  await run(
    `create function fail_balances() returns trigger language plpgsql as $$ begin raise exception 'a fault'; end $$`,
  );
  await run(
    'create trigger fails before insert on ledger_month_holders for each statement execute function fail_balances()',
  );
  await agreeToClose(scenario, accountant, third);
  const isWaiting = async () =>
    (
      await run(
        `select from graphile_worker.jobs where task_identifier = 'close-ledger-month' and attempts < max_attempts`,
      )
    ).length > 0;
  await expect.poll(isWaiting, { timeout: 60_000 }).toBe(false);
  expect(await monthShown(accountant, third)).toMatchObject({ status: 'closing', problem: fault, seal: null });
  await run('drop trigger fails on ledger_month_holders');
  await runDeadlines(scenario.testApp.app);
  await expect.poll(async () => (await monthShown(accountant, third)).status, { timeout: 60_000 }).toBe('closed');
  expect(await monthShown(accountant, third)).toMatchObject({ problem: null, seal: expect.any(String) });
});

describe('the database refuses', () => {
  test.each([
    ['another closed month', `update ledger_months set entries = 0 where status = 'closed'`],
    ['a month that is open again', `update ledger_months set status = 'open', closed_by = null, hash = null`],
    ['a month without a trace', 'delete from ledger_months'],
    ['another balance of an account', 'update ledger_month_accounts set debit = debit + 1'],
    ['another balance of a holder', 'update ledger_month_holders set debit = debit + 1'],
    ['balances that are gone', 'delete from ledger_month_holders'],
    ['an entry moved by hand', `insert into ledger_late_entries select min(id), ${MOSCOW_TODAY} from ledger_entries`],
    ['a late entry that is not late any more', 'delete from ledger_late_entries'],
    ['a month that begins in its middle', `insert into ledger_months (month) values ('2020-01-02')`],
  ])('%s', async (_what, statement) => {
    await expect(scenario.run(statement)).rejects.toThrow();
  });
});

test('a closed month that was changed past the program is told', patience, async () => {
  await scenario.run('alter table ledger_month_accounts disable trigger append_only');
  const change = (by: number) =>
    scenario.run(
      `update ledger_month_accounts set debit = debit + $2, credit = credit + $2 where month = $1 and account = '1020'`,
      [third, by],
    );
  await change(5);
  expect((await brokenNow()).map(({ rule }: { rule: string }) => rule)).toEqual([
    `turnover of 1020 in ${third}`,
    `seal of ${third}`,
  ]);
  await change(-5);
  await scenario.run('alter table ledger_month_accounts enable trigger append_only');
  expect(await brokenNow()).toEqual([]);
});
