import { expect, test } from 'vitest';
import { isOfBefore } from './said-before.ts';

test('an answer of another kind, or of long ago, is the earlier complaint and not this one', () => {
  const made = { kind: 'threat', createdAt: '2026-03-05T10:00:00.000Z' } as const;
  const at = Date.parse(made.createdAt);
  expect(isOfBefore(made, 'threat', at + 2_000)).toBe(false);
  expect(isOfBefore(made, 'insult', at + 2_000)).toBe(true);
  expect(isOfBefore(made, 'threat', at + 3_600_000)).toBe(true);
});
