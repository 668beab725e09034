import { expect, test } from 'vitest';
import { notBargainedAgain } from './own-rows.ts';

const of = (id: number, registryEntryId: number | null = 7) => ({ id, registryEntryId });

test.each([
  ['one that ended stays while nothing follows it', [of(3)], [of(2, 8)], [3]],
  ['it gives way to a new bargain about its claim', [of(3)], [of(4)], []],
  ['of two that ended the later one stays', [of(3), of(5)], [], [5]],
  ['an agreement without a claim stands for itself', [of(3, null), of(5, null)], [of(6, null)], [3, 5]],
])('%s', (_, restored, open, left) => {
  expect(notBargainedAgain(restored, open).map(({ id }) => id)).toEqual(left);
});
