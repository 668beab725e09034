import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cumulativeShare, greater, lesser, minus, mulDiv, mulDivDown, mulDivUp, splitEqually } from './exact.ts';
import { kopecks, MAX_AMOUNT, sumKopecks } from './money.ts';

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT }).map(kopecks);

test.each([
  [5, 1, 2, 3, 2, 3],
  [3, 1, 2, 2, 1, 2],
  [1, 1, 3, 0, 0, 1],
  [0, 7, 3, 0, 0, 0],
  [MAX_AMOUNT, 10_000, 10_000, MAX_AMOUNT, MAX_AMOUNT, MAX_AMOUNT],
])('%i · %i / %i is %i, down %i, up %i', (amount, by, over, half, down, up) => {
  expect(mulDiv(kopecks(amount), by, over)).toBe(half);
  expect(mulDivDown(kopecks(amount), by, over)).toBe(down);
  expect(mulDivUp(kopecks(amount), by, over)).toBe(up);
});

test('a difference, the smaller and the larger of two sums', () => {
  expect([minus(kopecks(5), kopecks(3)), minus(kopecks(3), kopecks(5))]).toEqual([2, -2]);
  expect([lesser(kopecks(3), kopecks(5)), lesser(kopecks(5), kopecks(3))]).toEqual([3, 3]);
  expect([greater(kopecks(3), kopecks(5)), greater(kopecks(5), kopecks(3))]).toEqual([5, 5]);
});

test('a negative sum is not rounded', () => {
  for (const act of [mulDiv, mulDivDown, mulDivUp]) expect(() => act(kopecks(-1), 1, 2)).toThrow(RangeError);
});

test.each([
  [3_500_000, 3, [1_166_667, 1_166_667, 1_166_666]],
  [1_000_001, 3, [333_334, 333_334, 333_333]],
  [2, 3, [1, 1, 0]],
])('%i in %i equal parts', (total, parts, expected) => expect(splitEqually(kopecks(total), parts)).toEqual(expected));

test('equal parts add up and differ by a kopeck at most', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 500 }), (total, count) => {
      const parts = splitEqually(total, count);
      expect(sumKopecks(parts)).toBe(total);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }),
  );
});

test('shares posted by differences add up to the whole and are never negative', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 10 ** 9 }).map(kopecks), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(amounts, steps, (whole, parts) => {
      const total = sumKopecks(parts);
      let done = kopecks(0);
      let posted = kopecks(0);
      for (const part of parts) {
        done = kopecks(done + part);
        const share = cumulativeShare(whole, done, total);
        expect(share).toBeGreaterThanOrEqual(posted);
        posted = share;
      }
      expect(posted).toBe(whole);
    }),
  );
});

test.each([
  [1, 1, 2, 1],
  [1, 1, 3, 0],
  [10, 2, 3, 7],
  [7, 3, 3, 7],
  [7, 0, 3, 0],
  [7, 0, 0, 7],
])('of %i, for %i of %i: %i', (whole, done, total, share) =>
  expect(cumulativeShare(kopecks(whole), kopecks(done), kopecks(total))).toBe(share),
);

test('more than the whole has no share', () => {
  expect(() => cumulativeShare(kopecks(1), kopecks(3), kopecks(2))).toThrow(RangeError);
});
