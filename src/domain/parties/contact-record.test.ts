import { expect, test } from 'vitest';
import { isCounted } from './contact-record.ts';

const now = new Date('2026-03-04T12:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test.each([
  ['a first word', null, {}, true],
  ['an answer', ago(3), {}, false],
  ['an answer at once in the night', ago(60), { isNight: true }, false],
  ['an answer of the night to a word of the evening', ago(61), { isNight: true }, true],
  ['an answer after days, whatever an operator has said meanwhile', ago(7 * 24 * 60), {}, false],
  ['a word after more than a week', ago(7 * 24 * 60 + 1), {}, true],
  ['the same answer goes on', ago(60), { isAnswered: true }, false],
  ['more than an hour after the debtor', ago(61), { isAnswered: true }, true],
] as const)('%s', (_name, debtorSpokeAt, more, counts) => {
  expect(isCounted({ debtorSpokeAt, isAnswered: false, isNight: false, now, ...more })).toBe(counts);
});
