import { expect, test } from 'vitest';
import { addDays, type Day, toDay } from '#domain/values/days.ts';
import { issueInvoices } from '#server/modules/invoices/close.commands.ts';
import { issuePapers } from '#server/modules/invoices/issue.commands.ts';
import { openClosing, path } from '../close-day/helpers/closing.ts';
import { endAgo, invoicedTariff, invoicing, monthAgo, tenthAgo, today } from './helpers/invoicing.ts';

const { scenario, accountant, close, results, openSince } = await openClosing();
const { tellIssuer, charge, card, expectTotals } = invoicing(scenario, accountant);
await invoicedTariff(scenario);

/** How many days ago the last month ended. */
const sinceEnd = Number(today.slice(8));
const stepOf = async (day: string) =>
  (await results(day)).subs.find(({ sub }: { sub: string }) => sub === 'issue-invoices');
const list = async () => (await scenario.accountant.get('/api/invoices')).body.items;

test('the close of the last day of a month issues its invoices, once however often it is done', async () => {
  await charge(1_000_000, tenthAgo(1));
  await charge(300_000, monthAgo(0));
  await openSince(sinceEnd);
  await close();
  // Nobody has told who issues: that is an error of the creditor, and the day is sealed all the same.
  const { errors, open } = await results();
  expect(open).toBe(today);
  const [error] = errors.filter(({ sub }: { sub: string }) => sub === 'issue-invoices');
  expect(error.cause).toContain('Не заполнены реквизиты');
  await tellIssuer();
  const retried = await accountant.post(`${path}/issue-invoices`, { error: error.id });
  expect([retried.status, retried.body]).toEqual([200, { done: true, isGone: false, isIdle: false }]);
  // It was tried again at the close of each day since then: the month that goes on is not in it.
  const issued = await list();
  expect(issued).toMatchObject([
    { month: monthAgo(1), issuedOn: addDays(today, -1), amount: 50_000, status: 'issued' },
  ]);
  const { app } = scenario.testApp;
  const { db } = app.database;
  const closing = { day: endAgo(1), opens: monthAgo(0), after: 0 };
  const again = () => scenario.write((tx) => issueInvoices.run(app, tx, scenario.company, new Date(), closing));
  expect(await Promise.all([again(), again()])).toEqual([false, false]);
  expect(await list()).toHaveLength(1);
  // Fees that go on are looked at again and left; of a day within a month nobody is.
  expect(await issueInvoices.due(db, new Date(), closing)).toEqual([scenario.company]);
  expect(await issueInvoices.due(db, new Date(), { ...closing, day: addDays(endAgo(1), -1) })).toEqual([]);
  expect(await stepOf(endAgo(1))).toMatchObject({ status: 'failed', failed: 1 });
  await expectTotals();
});

test('who keeps the creditor’s money is told of an invoice, and each week while it is overdue', async () => {
  const told = async (title: string): Promise<number> => {
    const { items } = (await scenario.accountant.get('/api/notifications?limit=100')).body;
    return items.filter((one: { title: string }) => one.title.includes(title)).length;
  };
  const [{ id, number }] = await list();
  expect(await told(`Выставлен счёт ${number}`)).toBe(1);
  const late = 'не оплачен в срок';
  const before = await told(late);
  await scenario.run('alter table invoices disable trigger keeps');
  await scenario.run(
    'update invoices set issued_on = $2::date - 30, due_date = $2::date - 20, reminded_on = null where id = $1',
    [id, today],
  );
  await scenario.run('alter table invoices enable trigger keeps');
  const closeYesterday = async () => {
    await openSince(1);
    await close();
  };
  await closeYesterday();
  expect(await told(late)).toBe(before + 1);
  expect(await card(id, scenario.head)).toMatchObject({ isOverdue: true });
  expect((await accountant.get('/api/invoices?filter[isOverdue]=true')).body.total).toBe(1);
  await closeYesterday();
  expect(await told(late)).toBe(before + 1);
  await scenario.run('update invoices set reminded_on = reminded_on - 7 where id = $1', [id]);
  await closeYesterday();
  expect(await told(late)).toBe(before + 2);
});

test('a paper is not dated before the last one of its kind, nor an invoice overdue when it is made', async () => {
  const { app } = scenario.testApp;
  const firstOfYear = toDay(`${today.slice(0, 4)}-01-01`);
  const issued = async (months: number, day: Day) => {
    await charge(400_000, tenthAgo(months));
    const month = { month: monthAgo(months), day, madeOn: today };
    const papers = scenario.write((db) => issuePapers({ app, db, actor: null }, scenario.company, month));
    return card((await papers).invoiceId!);
  };
  const late = await issued(4, addDays(firstOfYear, -1));
  expect(late).toMatchObject({ issuedOn: addDays(firstOfYear, -1), isOverdue: false });
  expect(late.dueDate > today).toBe(true);
  expect(await issued(5, today)).toMatchObject({ issuedOn: today });
  expect(await issued(6, firstOfYear)).toMatchObject({ issuedOn: today });
  await expectTotals();
});
