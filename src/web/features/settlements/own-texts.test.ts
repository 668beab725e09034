import { expect, test } from 'vitest';
import { ownTexts } from './own-texts.ts';

test('whoever is late is told to pay all that is overdue, for what depends on it', () => {
  const { late } = ownTexts.first;
  expect(late('300₽', true)).toBe('По соглашению просрочено 300₽. Заплатите всё просроченное, чтобы скидка осталась.');
  expect(late(undefined, false)).toBe(
    'По соглашению есть просрочка. Заплатите всё просроченное, чтобы соглашение не расторгли.',
  );
});
