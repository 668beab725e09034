import { beforeAll, expect, test } from 'vitest';
import { addDays, type Day, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { payCreditors, remindOfUnfinished } from '#server/modules/payments/payouts/pay-creditors.ts';
import { numbers, openPayouts } from './helpers/payouts.ts';

const scenario = await openPayouts();
const { testApp, company, head, companyPath, balance, owe, payOut, payNow, bank, useAccount } = scenario;
const run = (query: string, values?: unknown[]) => scenario.run(query, values);

/** Who is paid by the close of a day that was compared. */
const due = async (day: string, isCompared = true) => {
  if (isCompared)
    await run(
      `insert into reconciliations (day, movements, matched, differences, closing, own_closing) values ($1, 0, 0, 0, 0, 0)`,
      [day],
    );
  return payCreditors.due(testApp.app.database.db, new Date(), closingOf(day));
};
const closingOf = (day: string) => ({ day: toDay(day), opens: addDays(toDay(day), 1), after: 0 });
/** Whether the close of a day pays the company of whom it has failed before, on the morning after it or later. */
const retried = (day: string, morning: string = closingOf(day).opens) =>
  scenario.write((tx) =>
    payCreditors.run(testApp.app, tx, company, new Date(`${morning}T01:00:00+03:00`), closingOf(day)),
  );
beforeAll(() => useAccount(numbers[0]));

test('nothing is paid by itself before the day is compared, or while a difference is undecided', async () => {
  await expect(due('2020-01-09', false)).rejects.toThrow('Сначала сверьте день');
  await owe();
  await expect(retried('2020-01-09')).rejects.toThrow('Сначала сверьте день');
  expect(await due('2020-01-10')).toEqual([company]);
  await run(`insert into differences (reference, day, kind, statement_id, movement, theirs)
    values ('line:t-1', '2020-01-10', 'missing_here', 't-1', 'transfer', 500)`);
  await expect(due('2020-01-10')).rejects.toThrow('разберите расхождения с выпиской партнёра: 1');
  await expect(retried('2020-01-10')).rejects.toThrow('разберите расхождения');
  expect((await balance()).obstacle).toBe('not_reconciled');
  await run('delete from differences');
  // Yesterday is over, and its statement has not come.
  await scenario.openSince(1);
  expect((await balance()).obstacle).toBe('not_reconciled');
  await scenario.openSince(0);
  expect((await balance()).obstacle).toBeNull();
});

test('a creditor whose fee could not be booked waits for it, until an accountant has paid him by hand', async () => {
  const [{ id: paymentId }] = (await run('select id from payments limit 1')) as [{ id: number }];
  await run(
    `insert into sub_job_errors (business_day_id, sub, part, object_type, object_id, cause)
      select id, 'charge-fees', 0, 'payments', $1, 'Проба' from business_days limit 1`,
    [paymentId],
  );
  const waits = async () => [await due('2020-01-10'), (await balance()).obstacle];
  expect(await waits()).toEqual([[], 'fee_not_booked']);
  expect(await retried('2020-01-10')).toBe(false);
  await run('update sub_job_errors set object_id = 0, object_type = null');
  expect(await waits()).toEqual([[], 'fee_not_booked']);
  await run('update sub_job_errors set resolved_at = now()');
  expect(await waits()).toEqual([[company], null]);
  await run(`update sub_job_errors set object_id = $1, object_type = 'payments', resolved_at = null`, [paymentId]);
  await payOut();
  // The fee has left with the payment: what comes after it waits for nothing.
  await owe();
  expect(await waits()).toEqual([[company], null]);
  await run("update payouts set created_at = created_at - interval '1 hour'");
  expect(await waits()).toEqual([[], 'fee_not_booked']);
  await run('delete from sub_job_errors');
  await payOut();
});

test('a payout that has gone meanwhile is told of to nobody as one that stands still', async () => {
  const [{ id }] = (await scenario.payouts()) as [{ id: number }];
  expect((await scenario.card(id)).status).toBe('succeeded');
  expect(await scenario.write((tx) => remindOfUnfinished.run(testApp.app, tx, id, new Date()))).toBe(false);
  expect((await scenario.platformAccountant.get('/api/notifications')).text).not.toContain('не закончил');
});

test('who is paid on Mondays is paid on no other day, unless a Monday has passed him over', async () => {
  const set = await head.put(`${companyPath}/payout-rule`, { every: 'week', least: 100_000, version: null });
  expect(set.status, set.text).toBe(200);
  const setOn = (day: string) => run('update payout_rules set updated_at = $1', [`${day}T00:00:00Z`]);
  await setOn('2020-01-01');
  const book = (amount: number, valueDate: string) =>
    scenario.write((tx) =>
      bookEvent(
        tx,
        { kind: 'payout_returned', legalEntityId: company, payoutId: 0, amount: kopecks(amount) },
        { valueDate: valueDate as Day },
      ),
    );
  await run(`update payouts set created_at = '2019-12-01T00:00:00Z'`);
  // The sixth of January is a Monday: what comes on it waits for the next one.
  await book(200_000, '2020-01-06');
  for (const day of ['2020-01-06', '2020-01-07', '2020-01-11']) {
    expect(await due(day)).toEqual([]);
    expect(await retried(day)).toBe(false);
  }
  expect(await due('2020-01-12')).toEqual([company]);
  // Nobody was paid on the thirteenth: any morning after it serves him, until the money has gone.
  expect(await due('2020-01-13')).toEqual([company]);
  await setOn('2020-01-14');
  expect(await due('2020-01-15')).toEqual([]);
  await setOn('2020-01-01');
  await bank.payOutAtOnce(false);
  const { id } = (await payNow()).body;
  expect(await due('2020-01-13')).toEqual([]);
  await expect.poll(async () => (await scenario.card(id)).status).toBe('processing');
  await bank.finishPayout(await scenario.keyOf(id), 'succeeded');
  await expect.poll(async () => (await balance()).owed).toBe(0);
  await book(200_000, '2020-01-06');
  // Paid since that Monday he waits for the next one.
  expect(await due('2020-01-15')).toEqual([]);
  expect(await retried('2020-01-12', '2020-01-15')).toBe(false);
  expect(await due('2020-01-19')).toEqual([company]);
});
