import { expect, test } from 'vitest';
import { addDays, toDay } from '../values/days.ts';
import { payLinkUntil, reminderOf } from './reminders.ts';

const due = toDay('2026-03-10');

test.each([
  [-4, null],
  [-3, ['due', '2026-03-07']],
  [-2, ['due', '2026-03-07']],
  [-1, ['due', '2026-03-09']],
  [0, ['due', '2026-03-10']],
  [1, ['overdue', '2026-03-11']],
  [2, ['overdue', '2026-03-11']],
  [3, ['overdue', '2026-03-13']],
  [6, ['overdue', '2026-03-13']],
  [7, ['overdue', '2026-03-17']],
  [13, ['overdue', '2026-03-17']],
  [14, ['overdue', '2026-03-11']],
  [200, ['overdue', '2026-03-11']],
] as const)('%i days after the due day', (late, told) => {
  const found = reminderOf(due, addDays(due, late));
  expect(found && [found.about, found.since]).toEqual(told);
});

test('over the end of a month', () => {
  expect(reminderOf(toDay('2026-03-01'), toDay('2026-02-26'))).toEqual({ about: 'due', since: '2026-02-26' });
  expect(payLinkUntil(toDay('2026-02-25'))).toBe('2026-03-04');
});

/** Whoever is looked at each day is told six times of a payment that he does not make. */
test('each is told once', () => {
  const told = new Set<string>();
  for (let late = -10; late < 60; late++) {
    const found = reminderOf(due, addDays(due, late));
    if (!found) continue;
    // Told before on or after that day is told.
    const isTold = [...told].some((one) => one.startsWith(found.about) && one.slice(-10) >= found.since);
    if (!isTold) told.add(`${found.about} ${addDays(due, late)}`);
  }
  expect([...told]).toEqual([
    'due 2026-03-07',
    'due 2026-03-09',
    'due 2026-03-10',
    'overdue 2026-03-11',
    'overdue 2026-03-13',
    'overdue 2026-03-17',
  ]);
});
