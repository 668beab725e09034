import { expect, test } from 'vitest';
import { kopecks } from '../values/money.ts';
import { checkPaymentLimit } from './identification.ts';
import { defaultsOf } from './setting.ts';
import { SETTINGS } from './settings.ts';

test.each([
  ['none', 1_500_000, true],
  ['none', 1_500_001, false],
  ['simplified', 10_000_000, true],
  ['simplified', 10_000_001, false],
  ['full', 9_999_999_999_999, true],
] as const)('%s may pay %i at once: %s', (level, amount, may) => {
  expect(checkPaymentLimit(level, kopecks(amount), defaultsOf(SETTINGS)) === null).toBe(may);
});
