import { describe, expect, test } from 'vitest';
import { checkCompanyName, nameToStrangers } from './company-name.ts';

describe('the name of a company', () => {
  test.each([
    'Получите 50 000 ₽: https://evil.example/win',
    'ftp://evil',
    'Зайдите на www.evil',
    'WWW.EVIL',
    'evil.example',
    'Дом (evil.example)',
    'ООО «t.me/win»',
    'Выиграли на сайт.рф',
    'сайт.РФ',
    'evil。com',
    'evil．com',
    'ｅｖｉｌ.ｃｏｍ',
    'ухо.xn--p1ai',
    'пишите win@evil.example',
  ])('«%s» is refused', (name) => expect(checkCompanyName(name)).toMatch(/^В названии/));

  test.each(['ООО «Дом»\nи партнёры', 'ООО «Дом»\u202E«Альфа»', 'Дом\u2028Альфа'])('%j is not one line', (name) =>
    expect(checkCompanyName(name)).toMatch(/^Пишите одной строкой/),
  );

  test.each([
    'ООО «Альфа»',
    'АО «Ёлка & Ко» <Запад> 100% $1',
    'ООО «Дж.П.Морган»',
    'ООО «Яндекс.Деньги»',
    'МКК «24/7: деньги»',
    'ООО «Дом Т.В.»',
    'Philips Ltd.',
    'Общество с ограниченной ответственностью «М.видео»',
    'Филиал No.5',
    'ИП Иванов И.И. рф',
    'Awww, Ltd',
  ])('«%s» is taken', (name) => expect(checkCompanyName(name)).toBeNull());
});

test('strangers are told the name of a verified company, and of any other its ИНН', () => {
  const company = { shortName: 'ООО «Дом»', inn: '7707083893' };
  expect(nameToStrangers({ ...company, verificationStatus: 'verified' })).toBe('ООО «Дом»');
  for (const verificationStatus of ['unverified', 'pending', 'rejected']) {
    expect(nameToStrangers({ ...company, verificationStatus })).toBe('с ИНН 7707083893');
  }
});
