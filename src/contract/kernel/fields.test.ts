import { expect, test } from 'vitest';
import { filledLineText, filledText, reason, text } from './fields.ts';

test('a letter and a sign above it are kept as the one letter that they are, so that a search finds it', () => {
  const typed = 'И\u0306ошкин Андреи\u0306';
  expect(text(100).parse(typed)).toBe('Йошкин Андрей');
  expect(filledLineText(13).parse(typed)).toBe('Йошкин Андрей');
});

test('what is not seen fills no field and turns no words about', () => {
  expect(text(100).parse('\u202Eыволс\u202C \u0001и\uFEFF строка\nдва\tтри')).toBe('ыволс и строка\nдва\tтри');
  expect(filledText(10).safeParse('\u200B\u200B').success).toBe(false);
  expect(reason.safeParse('\u200B'.repeat(12)).success).toBe(false);
  expect(text(10).safeParse('а\0б').success).toBe(false);
  // A picture of several signs stays whole.
  expect(text(20).parse('👩‍👧')).toBe('👩‍👧');
  expect(filledLineText(20).safeParse('Имя\u202E').success).toBe(false);
});
