import { beforeAll, expect, test } from 'vitest';
import { agentReportLine } from '#domain/money/agent-report.ts';
import { addDays, type Day, moscowDay, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { agentReportPaper } from '#server/modules/payments/payouts/agent-report-paper.ts';
import { closeMonth, monthAgo, sealSince } from '../ledger/helpers/months.ts';
import { numbers, openPayouts } from './helpers/payouts.ts';
import { refundSteps } from './helpers/refunds.ts';
import { balanceOf } from './helpers/scenario.ts';

const scenario = await openPayouts();
const { bank, head, manager, debtor, platformAccountant, company, companyPath } = scenario;
const { balance, broken, card, keyOf, owe, payNow, useAccount } = scenario;
const { propose, decide } = refundSteps(scenario);

const today = moscowDay(new Date());
const report = async (from: string, to: string, client = platformAccountant) =>
  client.get(`${companyPath}/agent-report?from=${from}&to=${to}`);
const zeros = { collected: 0, withheld: 0, refunded: 0, feeReturned: 0, paidOut: 0, cameBack: 0, other: 0 };
beforeAll(() => useAccount(numbers[0]));

test('the report is account 2010 to the kopeck: what has come, what was withheld, returned and paid out', async () => {
  const paymentId = await owe(3_000_000);
  const [settlement] = await scenario.run('select id, individual_id from settlements limit 1');
  const parties = {
    settlementId: settlement!['id'] as number,
    legalEntityId: company,
    individualId: settlement!['individual_id'] as number,
  };
  const fee = { amount: kopecks(12_345), vat: kopecks(2_057) };
  await scenario.write((tx) => bookEvent(tx, { kind: 'fee', way: 'withheld', ...parties, fee }, { valueDate: today }));
  await propose(paymentId, 700_001);
  expect((await decide(paymentId)).status).toBe(200);
  await expect.poll(async () => (await balance()).owed).toBe(3_000_000 - 12_345 - 700_001);
  const { id } = (await payNow()).body;
  await expect.poll(async () => (await card(id)).status).toBe('succeeded');
  await bank.finishPayout(await keyOf(id), 'returned', 99);
  await expect.poll(async () => (await card(id)).status).toBe('returned');
  const { owed } = await balance();

  const { body, status, text } = await report(today, today);
  expect(status, text).toBe(200);
  const paidOut = -(3_000_000 - 12_345 - 700_001);
  expect(body).toEqual({
    from: today,
    to: today,
    opening: 0,
    lines: { ...zeros, collected: 3_000_000, withheld: -12_345, refunded: -700_001, paidOut, cameBack: -paidOut - 99 },
    closing: owed,
  });
  expect(owed).toBe(await balanceOf(scenario, '2010'));
  expect((await report(addDays(today, 1), addDays(today, 30), head)).body).toMatchObject({
    opening: owed,
    lines: zeros,
    closing: owed,
  });
  expect((await report(addDays(today, -30), addDays(today, -1))).body).toMatchObject({ opening: 0, closing: 0 });
  expect(await broken()).toEqual([]);
});

test('around a closed month, and what came for it afterwards, it is what the lines say', {
  timeout: 120_000,
}, async () => {
  const [before, closed, next] = [monthAgo(3), monthAgo(2), monthAgo(1)];
  const book = (amount: number, valueDate: Day) =>
    scenario.write((tx) =>
      bookEvent(
        tx,
        { kind: 'payout_returned', legalEntityId: company, payoutId: 0, amount: kopecks(amount) },
        { valueDate },
      ),
    );
  await sealSince(scenario, addDays(closed, 9));
  await book(1, addDays(before, 4));
  await book(20, addDays(closed, 9));
  await book(300, next);
  await closeMonth(scenario, platformAccountant, closed);
  await book(4_000, addDays(before, 1));
  await book(50_000, addDays(closed, 20));
  const owedOn = async (day: Day) => {
    const [row] = await scenario.run(
      `select sum(case l.side when 'credit' then l.amount else -l.amount end)::int as owed
       from ledger_lines l join ledger_entries e on e.id = l.entry_id
       where l.account = '2010' and l.holder_id = $1 and e.value_date <= $2`,
      [company, day],
    );
    return (row!['owed'] as number | null) ?? 0;
  };
  const days = [before, addDays(before, 3), closed, addDays(closed, 10), addDays(closed, 25), next, addDays(next, 1)];
  for (const [index, from] of days.entries()) {
    const to = days[index + 1] ?? today;
    const told = { opening: await owedOn(addDays(from, -1)), closing: await owedOn(to) };
    expect([from, (await report(from, to)).body]).toEqual([from, expect.objectContaining(told)]);
  }
});

test('it is a paper and a table, for who keeps the money of the company', async () => {
  const span = `from=${today}&to=${today}`;
  const paper = await head.get(`${companyPath}/agent-report/paper?${span}`);
  expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  const table = `${companyPath}/balance/exports/excel?filter[from]=${today}&filter[to]=${today}`;
  const sheet = await head.get(table);
  expect([sheet.status, sheet.text.slice(0, 2)]).toEqual([200, 'PK']);
  expect((await report(today, today, manager)).status).toBe(200);
  expect((await manager.get(table)).status).toBe(403);
  expect((await report(today, today, debtor)).status).toBe(403);
});

test('a span that ends before it begins, or is longer than a year, is none', async () => {
  expect((await report(today, addDays(today, -1))).body).toMatchObject({ code: 'input.invalid' });
  expect((await report(addDays(today, -365), today)).status).toBe(200);
  expect((await report(addDays(today, -366), today)).body).toMatchObject({ code: 'input.invalid' });
});

test("each movement of a creditor's money has its line", () => {
  expect(agentReportLine('paid', 'credit')).toBe('collected');
  expect(agentReportLine('fee', 'debit')).toBe('withheld');
  expect(agentReportLine('refunded', 'debit')).toBe('refunded');
  expect(agentReportLine('refunded', 'credit')).toBe('feeReturned');
  expect(agentReportLine('paid_out', 'debit')).toBe('paidOut');
  expect(agentReportLine('payout_returned', 'credit')).toBe('cameBack');
  expect(agentReportLine('fee', 'credit')).toBe('other');
});

test('the paper says whose money it is, what has come, what was taken and what is left', () => {
  const lines = {
    collected: 300_000,
    withheld: -15_000,
    refunded: 0,
    feeReturned: 0,
    paidOut: -200_000,
    cameBack: 0,
    other: 0,
  };
  const blocks = agentReportPaper({
    agent: {
      name: 'ООО «Уговор»',
      ogrn: '1027700132195',
      inn: '7707083893',
      address: 'Москва',
      licence: null,
      phone: '',
      email: '',
    },
    principal: { name: 'ООО «Альфа»', inn: '7728168971' },
    report: { from: toDay('2026-11-01'), to: toDay('2026-11-30'), opening: 5_000, lines, closing: 90_000 },
    payouts: [{ day: toDay('2026-11-09'), number: 'В-2026-000001', account: 'Банк, •••• 0005', amount: -200_000 }],
  });
  expect(JSON.stringify(blocks)).toContain('Отчёт агента за 01.11.2026 – 30.11.2026');
  const [sums, payouts] = blocks.flatMap((block) => (block.type === 'table' ? [block.rows] : []));
  expect(sums).toEqual([
    ['На начало 01.11.2026', '50,00'],
    ['Получено от заёмщиков', '3\u00A0000,00'],
    ['Удержано вознаграждение платформы', '−150,00'],
    ['Выплачено кредитору', '−2\u00A0000,00'],
    ['На конец 30.11.2026', '900,00'],
  ]);
  expect(payouts).toEqual([['09.11.2026', 'В-2026-000001', 'Банк, •••• 0005', '−2\u00A0000,00']]);
});

test('of days before all ledgers nothing was owed and nothing has moved', async () => {
  const { status, body } = await report('0001-01-01', '0001-12-31');
  expect([status, body]).toEqual([200, expect.objectContaining({ opening: 0, lines: zeros, closing: 0 })]);
});
