import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { LIMITATION_HINT, limitationDay, limitationHint } from './limitation.ts';

test.each([
  ['2023-11-20', '2026-11-20', null],
  ['2023-11-19', '2026-11-20', LIMITATION_HINT],
  ['2024-02-29', '2027-02-28', null],
  ['2024-02-29', '2027-03-01', LIMITATION_HINT],
  ['2026-01-01', '2026-11-20', null],
])('overdue since %s, on %s: %s', (from, on, hint) => expect(limitationHint(toDay(from), toDay(on))).toBe(hint));

test('another term of the settings', () => {
  expect(limitationDay(toDay('2020-05-31'), 1)).toBe('2020-06-30');
  expect(limitationHint(toDay('2020-05-31'), toDay('2020-07-01'), 1)).toBe(LIMITATION_HINT);
});
