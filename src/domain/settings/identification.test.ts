import { expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { checkPaymentLimit, checkScheduleLimit } from './identification.ts';

test.each([
  ['none', '2026-11-20', 1_500_000, true],
  ['none', '2026-11-20', 1_500_001, false],
  ['simplified', '2025-05-29', 6_000_001, false],
  ['simplified', '2025-05-30', 6_000_001, true],
  ['simplified', '2026-11-20', 10_000_000, true],
  ['simplified', '2026-11-20', 10_000_001, false],
  ['full', '2026-11-20', 9_999_999_999_999, true],
] as const)('%s may on %s pay %i at once: %s', (level, day, amount, may) => {
  expect(checkPaymentLimit(level, kopecks(amount), { rates: KNOWN_RATES, day: toDay(day) }) === null).toBe(may);
});

test('a schedule is judged by each payment on its own day', () => {
  const lower = { kind: 'paymentLimit', key: 'none', from: toDay('2027-01-01'), source: 'x' } as const;
  const rates = [...KNOWN_RATES, { ...lower, value: { amount: 1_000_000 } }];
  const row = (day: string) => [{ amount: kopecks(1_500_000), fee: kopecks(0), dueDate: toDay(day) }];
  expect(checkScheduleLimit('none', row('2026-12-31'), rates)).toBeNull();
  expect(checkScheduleLimit('none', row('2027-01-01'), rates)).toContain('01.01.2027');
  expect(checkScheduleLimit('full', row('2027-01-01'), rates)).toBeNull();
});

test('a schedule is judged by what the partner takes: the fee on top is within it', () => {
  const row = (fee: number) => [{ amount: kopecks(1_450_000), fee: kopecks(fee), dueDate: toDay('2026-12-01') }];
  expect(checkScheduleLimit('none', row(50_000), KNOWN_RATES)).toBeNull();
  expect(checkScheduleLimit('none', row(50_001), KNOWN_RATES)?.replaceAll('\u00A0', ' ')).toMatch(
    /^Платёж 01.12.2026 — 15 000,01 ₽ с вознаграждением платформы, а вам/,
  );
});
