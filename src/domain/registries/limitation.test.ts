import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { mayBeOutOfTerm } from './limitation.ts';

test.each([
  ['2023-11-20', '2026-11-20', false],
  ['2023-11-19', '2026-11-20', true],
  ['2024-02-29', '2027-02-28', false],
  ['2024-02-29', '2027-03-01', true],
  ['2026-01-01', '2026-11-20', false],
])('overdue since %s, on %s: %s', (from, on, isOver) => expect(mayBeOutOfTerm(toDay(from), toDay(on))).toBe(isOver));
