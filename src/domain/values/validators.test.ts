import { describe, expect, test } from 'vitest';
import {
  all,
  defaultMessage,
  email,
  length,
  masked,
  minLength,
  phone,
  pswConfirmed,
  required,
  settlementFieldRequired,
  type Validator,
} from './validators.ts';

const EMPTY = 'Поле должно быть заполнено';
const WRONG_EMAIL = 'Введена неправильная почта';
const SPACES = 'В почте не должно быть пробелов';
const UNFINISHED = 'Номер телефона введён не до конца';

const TABLE: { name: string; rule: Validator; cases: [value: unknown, message: string | null][] }[] = [
  ...[required(), settlementFieldRequired()].map((rule, index) => ({
    name: ['required', 'settlementFieldRequired'][index] ?? '',
    rule,
    cases: [
      ['', EMPTY],
      ['  ', EMPTY],
      [null, EMPTY],
      [undefined, EMPTY],
      [[], EMPTY],
      ['x', null],
      [0, null],
      [false, null],
      [['x'], null],
    ] as [unknown, string | null][],
  })),
  {
    name: 'email',
    rule: email(),
    cases: [
      ['', null],
      [undefined, null],
      ['иван@почта.рф', null],
      ['a b@c.ru', SPACES],
      [' a@c.ru', SPACES],
      ['a@c.r', WRONG_EMAIL],
      ['a', WRONG_EMAIL],
    ],
  },
  {
    name: 'length(11, цифр)',
    rule: length(11, 'цифр'),
    cases: [
      ['12345678901', null],
      ['1234567890_', 'Это поле должно быть 11 цифр'],
      ['', 'Это поле должно быть 11 цифр'],
    ],
  },
  {
    name: 'phone',
    rule: phone(),
    cases: [
      ['', null],
      ['+7 (916) 123-45-67', null],
      ['+7 (916) 123-45-6', UNFINISHED],
      ['+7 (916) 123-45-6_', UNFINISHED],
    ],
  },
  {
    name: 'masked(14, 11, цифр)',
    rule: masked(14, 11, 'цифр'),
    cases: [
      ['', null],
      ['112-233-445 95', null],
      ['112-233-445 9', 'Длина должна быть 11 цифр'],
    ],
  },
  {
    name: 'minLength(8, символов)',
    rule: minLength(8, 'символов'),
    cases: [
      ['', null],
      ['12345678', null],
      ['1234567', 'Это поле должно быть минимум 8 символов'],
      ['😀😀😀😀', 'Это поле должно быть минимум 8 символов'],
    ],
  },
];

describe.each(TABLE)('$name', ({ rule, cases }) => {
  test.each(cases)('%j → %j', (value, message) => expect(rule(value, {})).toBe(message));
});

test('pswConfirmed compares with another field exactly', () => {
  const rule = pswConfirmed('password');
  expect(rule('secret ', { password: 'secret ' })).toBeNull();
  expect(rule('secret', { password: 'secret ' })).toBe('Пароли не совпадают');
  expect(rule('', {})).toBeNull();
});

test('all tells the first message', () => {
  const rule = all(required(), minLength(3, 'символа'), email());
  expect(rule('', {})).toBe(EMPTY);
  expect(rule('ab', {})).toBe('Это поле должно быть минимум 3 символа');
  expect(rule('abc', {})).toBe(WRONG_EMAIL);
  expect(rule('a@b.ru', {})).toBeNull();
});

test('the default message names the field', () => {
  expect(defaultMessage('locality')).toBe('locality is not valid.');
});
