import { expect, test } from 'vitest';
import { calendarOf } from '../rates/calendar.ts';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import { certificateDue, certificateReminder } from './certificate-request.ts';

const calendar = calendarOf(KNOWN_RATES);

test.each([
  ['an ordinary week', '2026-11-16', '2026-11-23', '2026-11-19'],
  ['a payment on a day off', '2026-11-21', '2026-11-27', '2026-11-25'],
  ['the demonstration: paid on 28.09', '2026-09-28', '2026-10-05', '2026-10-01'],
  // 9 January is given for 3 January, 31 December for 4 January: the first day worked is 12 January.
  ['New Year of 2026', '2025-12-29', '2026-01-15', '2026-01-13'],
  ['the last day worked of a year', '2025-12-30', '2026-01-16', '2026-01-14'],
  ['holidays of May', '2026-04-29', '2026-05-07', '2026-05-05'],
])('%s: of %s by %s, reminded from %s', (_, since, due, reminder) => {
  expect(certificateDue(toDay(since), calendar)).toBe(due);
  expect(certificateReminder(toDay(since), calendar)).toBe(reminder);
});
