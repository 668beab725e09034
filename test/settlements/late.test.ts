import { expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { readWorkbook, valuesOf } from '../helpers/files/workbook.ts';
import { forget, happen, lateAgreement } from '../life-events/helpers/life.ts';
import { cookiesOf } from '../lists/helpers/downloads.ts';
import { agree, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';
import { openBargaining } from './helpers/bargaining.ts';

/** Whoever works with agreements finds in their list who is late (docs/decisions/0199). */
const scenario = await openPaymentScenario();
const today = moscowDay(new Date());
const tables = { operator: '/api/loans', head: '/api/loans' } as const;

async function numbersOf(who: keyof typeof tables, query: string): Promise<number[]> {
  const { status, body } = await scenario[who].get(`${tables[who]}?limit=100&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map(({ id }: { id: number }) => id);
}

test('who is late is found, put in order and exported, until he pays', async () => {
  const bargained = (await openBargaining(scenario)).id;
  const inTime = await agree(scenario);
  const little = await lateAgreement(scenario, 2);
  const much = await lateAgreement(scenario, 30);

  for (const who of ['operator', 'head'] as const) {
    expect(await numbersOf(who, 'filter[late]=true'), who).toEqual([much, little]);
    expect(await numbersOf(who, 'filter[late]=false'), who).toEqual([inTime, bargained]);
    expect(await numbersOf(who, 'sort[nextDueDate]=1'), who).toEqual([much, little, inTime, bargained]);
    expect(await numbersOf(who, 'sort[nextDueDate]=-1'), who).toEqual([bargained, inTime, little, much]);
  }
  expect((await scenario.head.get('/api/loans/counts?filter[late]=true')).body.counts).toMatchObject({
    waiting_for_payment: 2,
    all: 2,
  });

  const columns = ['nextDueDate', 'daysLate', 'overdueSum'].map((column) => `columns[]=${column}`).join('&');
  const file = await fetch(
    `${scenario.testApp.url}/api/loans/exports/excel?sort[nextDueDate]=1&filter[late]=true&${columns}`,
    { headers: { cookie: cookiesOf(scenario.head) } },
  );
  const sheet = valuesOf(readWorkbook(Buffer.from(await file.arrayBuffer()))[0]!);
  const [first] = (await scenario.head.get('/api/loans?filter[late]=true&sort[nextDueDate]=1')).body.items;
  expect(sheet.map((row) => row.slice(1))).toEqual([
    ['Дней просрочки', 'Просрочено'],
    ['30', `${first.overdueSum / 100}`],
    ['2', `${first.overdueSum / 100}`],
  ]);
  expect(first).toMatchObject({ nextDueDate: addDays(today, -30), isLate: true });

  await payFully(scenario, much, first.overdueSum);
  expect(await numbersOf('head', 'filter[late]=true')).toEqual([little]);
  // A day that has come is not over: its payment is late from the next one on.
  await scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [little, today]);
  expect(await numbersOf('head', 'filter[late]=true')).toEqual([]);
});

test('who must not pay now is not late: neither found nor counted, and the row tells what stops it', async () => {
  const id = await lateAgreement(scenario, 5);
  const second = (await scenario.testApp.operator('manager')).client;
  const [own] = await numbersOf('head', 'filter[late]=true');
  expect(own).toBe(id);
  await happen(scenario, second, 'bankruptcy', addDays(today, -1));
  for (const who of ['operator', 'head'] as const) {
    expect(await numbersOf(who, 'filter[late]=true'), who).toEqual([]);
    expect(await numbersOf(who, 'filter[late]=false'), who).toContain(id);
  }
  expect((await scenario.head.get('/api/loans/counts?filter[late]=true')).body.counts).toMatchObject({ all: 0 });
  const shown = (await scenario.head.get('/api/loans?limit=100')).body.items.find(
    (row: { id: number }) => row.id === id,
  );
  expect(shown).toMatchObject({ nextDueDate: addDays(today, -5), isLate: false, stoppedBy: 'bankruptcy' });
  const columns = ['number', 'daysLate', 'overdueSum'].map((column) => `columns[]=${column}`).join('&');
  const file = await fetch(`${scenario.testApp.url}/api/loans/exports/excel?${columns}`, {
    headers: { cookie: cookiesOf(scenario.head) },
  });
  const sheet = valuesOf(readWorkbook(Buffer.from(await file.arrayBuffer()))[0]!);
  expect(sheet.find(([number]) => number === shown.number)).toEqual([shown.number, '0', '0.00']);
  // What is over since yesterday stops nothing, and the days of the schedule count again.
  await scenario.run(`update life_events set status = 'over', until = $1`, [addDays(today, -1)]);
  expect(await numbersOf('head', 'filter[late]=true')).toEqual([id]);
  await forget(scenario);
});

test.each([
  ['s.legal_entity_id = 1 and', 'settlements_company_status_next_due'],
  ['', 'settlements_status_next_due'],
])('of one status the order of days is read from an index: %s', async (company, index) => {
  const client = await scenario.testApp.owner.connect();
  try {
    await client.query('begin');
    // A table of a few rows is sorted sooner than walked in order.
    await client.query('set local enable_sort = off');
    await client.query('set local enable_seqscan = off');
    const due = `coalesce(s.next_due_date, 'infinity')`;
    const { rows } = await client.query(
      `explain select s.id from settlements s where ${company} s.status in ('negotiation') order by ${due}, s.id limit 50`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`using ${index} on`);
    expect(plan).not.toContain('Sort');
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('what is kept of schedules follows from them, and fills no audit', async () => {
  const wrong = await scenario.run(
    `select s.id from settlements s where next_due_date is distinct from (select min(due_date) from schedule_items i
       where i.settlement_id = s.id and i.status in ('planned', 'due', 'overdue'))`,
  );
  expect(wrong).toEqual([]);
  const told = await scenario.run(
    `select id from audit_log where object_type = 'settlements' and action = 'update' and after ? 'next_due_date'`,
  );
  expect(told).toEqual([]);
});
