import { expect, test } from 'vitest';
import { isCounted } from './contact-record.ts';

const now = new Date('2026-03-04T12:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test.each([
  ['a first word', null, false, true],
  ['an answer', ago(3), false, false],
  ['an answer after days, whatever an operator has said meanwhile', ago(3 * 24 * 60), false, false],
  ['the same answer goes on', ago(60), true, false],
  ['more than an hour after the debtor', ago(61), true, true],
] as const)('%s', (_name, debtorSpokeAt, isAnswered, counts) => {
  expect(isCounted({ debtorSpokeAt, isAnswered, now })).toBe(counts);
});
