import { expect, test } from 'vitest';
import { maskAny, maskDigits, maskEmail, maskInn, maskName, maskPassport, maskPhone, maskSnils } from './masks.ts';

test.each([
  ['a passport', maskPassport('4510', '456123'), '45** ***123'],
  ['a passport of a wrong shape', maskPassport('45', '456123'), '***'],
  ['a phone', maskPhone('+79161231234'), '+7 *** ***-12-34'],
  ['a phone of a wrong shape', maskPhone('9161231234'), '***'],
  ['an ИНН of an organisation', maskInn('7707083893'), '77******93'],
  ['an ИНН of a person', maskInn('500100732259'), '50******59'],
  ['a short ИНН', maskInn('1'), '***'],
  ['a СНИЛС', maskSnils('11223344595'), '***-***-445 **'],
  ['an empty СНИЛС', maskSnils(''), '***'],
  ['an e-mail', maskEmail('ivanov@demo.test'), 'i***@demo.test'],
  ['an e-mail of one letter', maskEmail('и@почта.рф'), 'и***@почта.рф'],
  ['not an e-mail', maskEmail('ivanov'), '***'],
  ['a name', maskName({ lastName: 'Иванов', firstName: 'Иван', middleName: 'Иванович' }), 'И*** И. И.'],
  ['a name without a patronymic', maskName({ lastName: 'Ли', firstName: 'Анна', middleName: null }), 'Л*** А.'],
  ['an empty name', maskName({ lastName: '', firstName: '' }), '***'],
])('%s', (_, masked, shown) => expect(masked).toBe(shown));

test('whatever it is, is masked by its shape, and several values in one text whole', () => {
  expect(['ivan@demo.test', '+79161231234', '500100732259', 'ivan@demo.test +79161231234', 7].map(maskAny)).toEqual([
    'i***@demo.test',
    '+7 *** ***-12-34',
    '50******59',
    '***',
    '***',
  ]);
});

test.each([
  ['паспорт 45 10 123456', 'паспорт ** ** ***456'],
  ['+7 (916) 123-45-67', '+* (***) ***-*5-67'],
  ['не указан', 'не указан'],
])('of the digits of «%s» the last three are left', (text, masked) => expect(maskDigits(text)).toBe(masked));
