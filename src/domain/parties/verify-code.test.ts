import { expect, test } from 'vitest';
import { formatVerifyCode, parseVerifyCode } from './verify-code.ts';

test('a check code is printed in fours', () => {
  expect(formatVerifyCode('0123456789ABCDEF')).toBe('0123-4567-89AB-CDEF');
});

test.each([
  ['0123-4567-89AB-CDEF', '0123456789ABCDEF'],
  [' 0123 4567 89ab cdef ', '0123456789ABCDEF'],
  ['o123-4567-89ab-cdei', '0123456789ABCDE1'],
])('%s is read as meant', (typed, code) => expect(parseVerifyCode(typed)).toBe(code));

test.each(['', '0123', '0123-4567-89AB-CDEU', '0123-4567-89AB-CDEF0', 'ЖЖЖЖ-ЖЖЖЖ-ЖЖЖЖ-ЖЖЖЖ'])(
  '%s is no code',
  (typed) => expect(parseVerifyCode(typed)).toBeNull(),
);
