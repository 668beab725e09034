import { expect, test, vi } from 'vitest';
import { judgePassword } from './password.ts';

const PERSONAL = ['Иванов', 'Ян', '', 'ivanov@demo.test', '+79161234567'];
const TELLING = 'Пароль не должен содержать ваши имя, почту или телефон';

function judge(password: string, { score = 4, common = false } = {}): string | null {
  return judgePassword(password, PERSONAL, { isCommon: () => common, scoreOf: () => score });
}

test.each([
  ['7 characters', '1234567', 'Пароль должен быть не короче 8 символов'],
  ['4 emoji, 8 code units', '😀😀😀😀', 'Пароль должен быть не короче 8 символов'],
  ['8 emoji', '😀'.repeat(8), null],
  ['spaces', ' a  b  c ', null],
  ['128 characters', 'ю'.repeat(128), null],
  ['128 emoji', '😀'.repeat(128), null],
  ['129 characters', 'ю'.repeat(129), 'Пароль должен быть не длиннее 128 символов'],
  ['the surname in another case', 'мой ИВАНОВ пароль', TELLING],
  ['the e-mail', 'ivanov@demo.test', TELLING],
  ['the name of the mailbox', 'xx-ivanov-xx-2026', TELLING],
  ['the phone without its code', '89161234567', TELLING],
  ['the name of the service', 'лес-УГОВОР-поле', 'Пароль не должен содержать название «Уговор»'],
  ['the same in Latin letters', 'Ugovor-2026-les', 'Пароль не должен содержать название «Уговор»'],
  ['a short name inside a word', 'деревянный конь', null],
])('%s', (_, password, message) => expect(judge(password)).toBe(message));

test('a common password is refused whatever its length', () => {
  expect(judge('qwertyuiopasdfgh', { common: true })).toBe('Этот пароль слишком распространён');
});

test.each([
  ['12345678901', 2, false],
  ['12345678901', 3, true],
  ['123456789012', 0, true],
])('«%s» with the score %i is taken: %s', (password, score, taken) => {
  expect(judge(password, { score }) === null).toBe(taken);
});

test('the estimator gets the password as typed, and is asked to weigh none that is long enough', () => {
  const isCommon = vi.fn(() => false);
  const scoreOf = vi.fn(() => 4);
  for (const typed of [' Ёж  ежу ', 'ю'.repeat(12), '😀'.repeat(128), 'x'.repeat(100_000)]) {
    judgePassword(typed, PERSONAL, { isCommon, scoreOf });
  }
  expect(scoreOf.mock.calls).toEqual([[' Ёж  ежу ', PERSONAL]]);
  expect(isCommon.mock.calls).toEqual([[' Ёж  ежу '], ['ю'.repeat(12)], ['😀'.repeat(128)]]);
});
