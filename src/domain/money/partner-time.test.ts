import { expect, test } from 'vitest';
import { isStuck } from './partner-time.ts';

test('people may end money under way of which the partner says nothing, or no end for a day', () => {
  const [began, dayLater] = [new Date('2026-11-20T09:00:00Z'), new Date('2026-11-21T09:00:00Z')];
  const money = { status: 'processing', partnerSilent: false, createdAt: began };
  expect(isStuck(money, new Date(dayLater.getTime() - 1))).toBe(false);
  expect(isStuck(money, dayLater)).toBe(true);
  expect(isStuck({ ...money, partnerSilent: true }, began)).toBe(true);
  for (const status of ['waiting', 'failed', 'succeeded'])
    expect(isStuck({ ...money, status, partnerSilent: true }, dayLater)).toBe(false);
});
