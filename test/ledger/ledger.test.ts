import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceKey, type LedgerEvent, linesOf } from '#domain/money/ledger.ts';
import { ACCOUNT_CODES, accountOf, growsByDebit } from '#domain/money/ledger-accounts.ts';
import { moscowDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { brokenConstraint } from '#server/platform/database/db.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { overdrawn, post } from '../helpers/ledger/ledger-model.ts';
import { leaveLedger } from '../helpers/ledger/ledger-watch.ts';
import { accept, creditorOf, debtorOf, lump, offer, openBargaining } from '../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const today = moscowDay(new Date());
const bookAlone = (event: LedgerEvent) => scenario.write((tx) => bookEvent(tx, event, { valueDate: today }));
const lines = async (query: string) => (await scenario.operator.get(`/internal/ledger/lines?${query}`)).body.items;
const balances = async () =>
  new Map(
    (
      await scenario.run(`select b.account, b.holder_id, sum(case a.grows when 'debit' then debit - credit else credit - debit end)::bigint as balance
        from ledger_balances b join ledger_accounts a on a.code = b.account group by 1, 2`)
    ).map((row) => [
      balanceKey({ account: row['account'] as never, holderId: (row['holder_id'] as number) || null }),
      row['balance'] as Kopecks,
    ]),
  );

test('an agreement that is concluded is booked with its event', async () => {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtorOf(scenario), id, lump(3_000_000));
  expect((await accept(scenario, creditorOf(scenario), id)).status).toBe(200);
  const booked = await lines(`filter[settlementId]=${id}`);
  expect(
    booked.map(({ account, side, amount, kind }: Record<string, unknown>) => [account, side, amount, kind]),
  ).toEqual([
    ['M99', 'credit', 4_000_000, 'concluded'],
    ['M20', 'debit', 1_000_000, 'concluded'],
    ['M10', 'debit', 3_000_000, 'concluded'],
  ]);
  const { body } = await scenario.operator.get('/internal/ledger/trial-balance');
  expect((await scenario.operator.get('/internal/ledger/check')).body.broken).toEqual([]);
  const m10 = body.rows.find((row: { account: string }) => row.account === 'M10');
  expect(m10.opening + m10.debit - m10.credit).toBe(m10.closing);
});

test('the chart of accounts in the database is the domain’s', async () => {
  const rows = await scenario.run('select code, grows, holder, memo from ledger_accounts order by code');
  expect(rows).toEqual(
    [...ACCOUNT_CODES].sort().map((code) => ({
      code,
      grows: growsByDebit(code) ? 'debit' : 'credit',
      holder: accountOf(code).holder,
      memo: code.startsWith('M'),
    })),
  );
});

describe('the database refuses', () => {
  const entry = `with e as (insert into ledger_entries (kind, event, value_date) values ('paid', '{}', ${MOSCOW_TODAY}) returning id)
    insert into ledger_lines (entry_id, account, holder_id, side, amount) select e.id, l.* from e, (values `;
  const cases: [what: string, sql: string][] = [
    ['lines that do not balance', `${entry} ('1010', 0, 'debit', 100), ('2030', 0, 'credit', 99)) as l`],
    ['money balanced by a memo', `${entry} ('1010', 0, 'debit', 100), ('M99', 1, 'credit', 100)) as l`],
    ['one line alone', `${entry} ('1010', 0, 'debit', 100)) as l`],
    [
      'an entry without lines',
      `insert into ledger_entries (kind, event, value_date) values ('paid', '{}', ${MOSCOW_TODAY})`,
    ],
    ['a sum of nothing', `${entry} ('1010', 0, 'debit', 0), ('2030', 0, 'credit', 0)) as l`],
    ['a sum below zero', `${entry} ('1010', 0, 'debit', -5), ('2030', 0, 'credit', -5)) as l`],
    ['an unknown account', `${entry} ('1011', 0, 'debit', 5), ('2030', 0, 'credit', 5)) as l`],
    ['more than there is', `${entry} ('2030', 0, 'debit', 100), ('1010', 0, 'credit', 100)) as l`],
    ['an edited entry', `update ledger_entries set value_date = value_date`],
    ['an edited line', `update ledger_lines set amount = amount + 1`],
    ['a deleted line', `delete from ledger_lines`],
    ['an emptied ledger', `truncate ledger_lines, ledger_entries`],
    ['an edited balance', `update ledger_balances set debit = debit + 1`],
    ['another chart of accounts', `update ledger_accounts set guarded = false`],
  ];
  test.each(cases)('%s', async (_what, sql) => {
    const before = await balances();
    await expect(scenario.run(sql)).rejects.toThrow();
    expect(await balances()).toEqual(before);
  });
});

test('of many who take from one account at once nobody takes more than there is', async () => {
  await bookAlone({ kind: 'received_unmatched', amount: kopecks(1_000) });
  const takers = await Promise.allSettled(
    Array.from({ length: 8 }, () => bookAlone({ kind: 'returned_unmatched', amount: kopecks(300) })),
  );
  expect(takers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect((await balances()).get('2030')).toBe(100);
});

/** Any event about one settlement of one company, with sums small enough to collide with zero often. */
const sum = fc.integer({ min: 0, max: 40 }).map(kopecks);
const of = { settlementId: 1, legalEntityId: 1, individualId: 1 };
const events: fc.Arbitrary<LedgerEvent> = fc.oneof(
  fc.record({ kind: fc.constant('concluded' as const), claim: sum, forgiven: sum }).map((e) => ({ ...e, ...of })),
  fc.record({ kind: fc.constant('paid' as const), taken: sum, overpaid: sum }).map((e) => ({ ...e, ...of })),
  fc.record({ kind: fc.constant('received_unmatched' as const), amount: sum }),
  fc.record({ kind: fc.constant('matched' as const), taken: sum, overpaid: sum }).map((e) => ({ ...e, ...of })),
  fc.record({ kind: fc.constant('allocated' as const), toSchedule: sum, toPenalty: sum }).map((e) => ({ ...e, ...of })),
  fc
    .record({
      kind: fc.constant('fee' as const),
      way: fc.constantFrom('withheld' as const, 'invoiced', 'on_top'),
      amount: sum,
    })
    .map(({ amount, ...e }) => ({ ...e, ...of, fee: { amount, vat: kopecks(Math.floor(amount / 6)) } })),
  fc
    .record({ kind: fc.constant('paid_out' as const), amount: sum })
    .map((e) => ({ ...e, legalEntityId: 1, payoutId: 1 })),
  fc.record({ kind: fc.constant('fulfilled' as const), forgiven: sum }).map((e) => ({ ...e, ...of })),
  fc.record({ kind: fc.constant('returned_unmatched' as const), amount: sum }),
);

test('random events: the database takes what the rules take, to the kopeck, and refuses what they refuse', async () => {
  // The claims of these events belong to no schedule, so only the sums themselves are looked at.
  const { db } = scenario.testApp.app.database;
  leaveLedger(db);
  let expected = new Map(await balances());
  for (const event of fc.sample(events, { numRuns: 400, seed: 20_26 })) {
    const posted = linesOf(event);
    const isRefused = overdrawn(expected, posted).length > 0;
    const outcome = await bookAlone(event).then(
      () => 'taken',
      (error) => brokenConstraint(error),
    );
    expect([event, outcome]).toEqual([event, isRefused ? 'ledger_overdrawn' : 'taken']);
    if (!isRefused) expected = new Map(post(expected, posted));
  }
  const kept = (all: ReadonlyMap<string, number>) => new Map([...all].filter(([, balance]) => balance !== 0));
  expect(kept(await balances())).toEqual(kept(expected));
  const { rows } = (await scenario.operator.get('/internal/ledger/trial-balance')).body;
  for (const { account, opening, debit, credit, closing } of rows) {
    const sign = growsByDebit(account) ? 1 : -1;
    expect(opening + sign * (debit - credit), account).toBe(closing);
  }
});
