import { expect, test } from 'vitest';
import { filledLineText, text } from './fields.ts';

test('a letter and a sign above it are kept as the one letter that they are, so that a search finds it', () => {
  const typed = 'И\u0306ошкин Андреи\u0306';
  expect(text(100).parse(typed)).toBe('Йошкин Андрей');
  expect(filledLineText(13).parse(typed)).toBe('Йошкин Андрей');
});
