import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { interestBefore } from './debt-on-day.ts';

const row = (no: number, day: string, dueDate = day, addedOn: string | null = null) => ({
  no,
  plannedDate: toDay(day),
  dueDate: toDay(dueDate),
  principal: kopecks(100_000),
  interest: kopecks(3_000),
  amount: kopecks(103_000),
  addedOn: addedOn === null ? null : toDay(addedOn),
});
const rows = [row(1, '2026-03-10'), row(2, '2026-04-10'), row(3, '2026-05-10', '2026-05-12')];

/** The first period has 28 days, the second 31, the third 30. */
test.each([
  ['on the first day nothing is earned yet', '2026-02-11', [0, 0, 0]],
  ['a day of the first period', '2026-02-25', [1500, 0, 0]],
  ['a row that is due on the day keeps its interest', '2026-03-10', [3000, 0, 0]],
  ['the day after it has earned nothing of the next one', '2026-03-11', [3000, 0, 0]],
  ['ten days of thirty-one, the fraction for the debtor', '2026-03-21', [3000, 967, 0]],
  ['a period that is over is earned though its day off has moved the payment', '2026-05-11', [3000, 3000, 3000]],
])('%s', (_, stopped, interest) => {
  const found = interestBefore(rows, toDay('2026-02-10'), toDay(stopped));
  expect(found.map((one) => one.interest)).toEqual(interest);
  expect(found.every(({ amount, principal, interest: of }) => amount === principal + of)).toBe(true);
});

test('what an addendum has made grows from its day', () => {
  const made = [rows[0]!, row(2, '2026-04-10', '2026-04-10', '2026-03-31')];
  expect(interestBefore(made, toDay('2026-02-10'), toDay('2026-04-06'))[1]).toMatchObject({ interest: 1_500 });
});

test('an agreement that is concluded after the day earns nothing', () => {
  const [first] = interestBefore(rows, toDay('2026-03-10'), toDay('2026-03-01'));
  expect(first).toMatchObject({ interest: 0, amount: 100_000 });
});
