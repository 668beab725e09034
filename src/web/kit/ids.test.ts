import { expect, test } from 'vitest';
import { idsOf } from './ids.ts';

test('several ids stand in one piece of an address, each a positive whole number', () => {
  expect(idsOf('1-12', 2)).toEqual([1, 12]);
  expect(idsOf('3-4-5', 3)).toEqual([3, 4, 5]);
});

test.each([undefined, '', '1', '1-', '-1-2', '1-0', '1-02', '1-2-3', 'a-b', '1-1e3', '1-99999999999999999999'])(
  '%s names no two objects',
  (key) => expect(idsOf(key, 2)).toBeUndefined(),
);
