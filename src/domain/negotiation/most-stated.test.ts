import { expect, test } from 'vitest';
import { kopecks } from '../values/money.ts';
import { mostStated } from './most-stated.ts';

test.each([
  ['what was left', { left: 300, explained: null, total: 200 }, 300],
  ['what has been explained since', { left: 300, explained: 400, total: 300 }, 400],
  ['what is stated already', { left: 300, explained: 400, total: 500 }, 500],
])('a creditor states no more than %s', (_, { left, explained, total }, most) => {
  const claim = {
    left: kopecks(left),
    explained: explained === null ? null : kopecks(explained),
    total: kopecks(total),
  };
  expect(mostStated(claim)).toBe(most);
});
