import { afterEach, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { setServerTime } from '#web/ui/clock.ts';
import { answeringOf } from './answering.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The server's day, as a device finds it that is so many days ahead of it. */
function deviceAhead(days: number): Day {
  const there = new Date(Date.now() - days * dayMs);
  setServerTime(there.toUTCString());
  return moscowDay(there);
}

afterEach(() => setServerTime(new Date().toUTCString()));

test('a creditor is late by the day of the server, whatever the clock of the device says', () => {
  const today = deviceAhead(3);
  expect(answeringOf({ answerBy: today }).isLate).toBe(false);
  expect(answeringOf({ answerBy: addDays(today, -1) }).isLate).toBe(true);
});
