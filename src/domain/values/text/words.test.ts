import { expect, test } from 'vitest';
import { characterCount, plural } from './words.ts';

test.each([
  [[1, 21, 101, 1001, -1], 'запись'],
  [[2, 3, 4, 22, 102, 1004, -3], 'записи'],
  [[0, 5, 9, 10, 11, 12, 14, 19, 20, 25, 111, 112, 1011, -11], 'записей'],
])('%j → %s', (counts, form) => {
  for (const count of counts) expect(plural(count, ['запись', 'записи', 'записей']), String(count)).toBe(form);
});

test('characters are code points', () => {
  expect(characterCount('ёж 😀')).toBe(4);
});
