import { describe, expect, test } from 'vitest';
import type { Check } from './check.ts';
import {
  checkAccount,
  checkBik,
  checkCorrAccount,
  checkDepartmentCode,
  checkInn,
  checkKpp,
  checkOgrn,
  checkOgrnip,
  checkOrganisationInn,
  checkPersonInn,
  checkSnils,
  formatPassport,
  formatSnils,
  snilsDigits,
} from './requisites.ts';

const SBERBANK = '044525225';
const CASH_CENTRE = '044525000';
const TREASURY = '017003983';

const TABLE: { name: string; check: Check; message: string; right: string[]; wrong: string[] }[] = [
  {
    name: 'ИНН юрлица',
    check: checkOrganisationInn,
    message: 'ИНН юрлица: 10 цифр, контрольное число не сходится',
    right: ['7707083893', '7830002293'],
    wrong: ['7707083894', '0000000000', '770708389', '77070838930', '500100732259', '770708389a', ' 7707083893', ''],
  },
  {
    name: 'ИНН физлица',
    check: checkPersonInn,
    message: 'ИНН физлица: 12 цифр, контрольное число не сходится',
    right: ['500100732259'],
    wrong: ['500100732258', '500100732269', '000000000000', '7707083893', '50010073225٩', ''],
  },
  {
    name: 'ИНН',
    check: checkInn,
    message: 'ИНН: 10 или 12 цифр, контрольное число не сходится',
    right: ['7707083893', '500100732259'],
    wrong: ['7707083894', '500100732258', '77070838930', ''],
  },
  {
    name: 'ОГРН',
    check: checkOgrn,
    message: 'ОГРН указан неверно',
    right: ['1027700132195'],
    wrong: ['1027700132196', '0000000000000', '304500116000157', '102770013219', ''],
  },
  {
    name: 'ОГРНИП',
    check: checkOgrnip,
    message: 'ОГРН указан неверно',
    right: ['304500116000157'],
    wrong: ['304500116000158', '000000000000000', '1027700132195', ''],
  },
  {
    name: 'КПП',
    check: checkKpp,
    message: 'КПП: 9 знаков',
    right: ['773601001', '7736AZ001'],
    wrong: ['77360100', '7736az001', '7736АВ001', '773601001\n', ''],
  },
  {
    name: 'СНИЛС',
    check: checkSnils,
    message: 'СНИЛС указан неверно',
    right: ['112-233-445 95', '11223344595', '00100199800', '001-001-997 77'],
    wrong: ['11223344594', '112-233-44595', '1122334459', '00100199900', '00000000000', ''],
  },
  {
    name: 'БИК',
    check: checkBik,
    message: 'БИК: 9 цифр',
    right: [SBERBANK, CASH_CENTRE, TREASURY],
    wrong: ['04452522', '0445252255', '000000000', '04452522х', ''],
  },
  {
    name: 'код подразделения',
    check: checkDepartmentCode,
    message: 'Код подразделения: 000-000',
    right: ['770-001'],
    wrong: ['770001', '770-0011', '770 001', ''],
  },
];

describe.each(TABLE)('$name', ({ check, message, right, wrong }) => {
  test.each(right)('takes «%s»', (value) => expect(check(value)).toBeNull());
  test.each(wrong)('refuses «%s»', (value) => expect(check(value)).toBe(message));
});

describe('расчётный счёт', () => {
  test.each([
    ['of a legal entity', '40702810200000000001', SBERBANK],
    ['of a person', '40817810700000000001', SBERBANK],
    ['in a cash centre', '40101810300000000001', CASH_CENTRE],
    ['in the treasury', '03100643000000016200', TREASURY],
  ])('%s is taken', (_, account, bik) => expect(checkAccount(account, bik)).toBeNull());

  test.each([
    ['a wrong key', '40702810200000000002', SBERBANK],
    ['another bank', '40702810200000000001', '044525593'],
    ['a currency account', '40702840500000000001', SBERBANK],
    ['a treasury account in a bank', '03100643000000016200', SBERBANK],
    ['a treasury account in roubles of 810', '03100810000000016200', TREASURY],
    ['19 digits', '4070281020000000000', SBERBANK],
    ['no БИК', '40702810200000000001', ''],
  ])('%s is refused', (_, account, bik) =>
    expect(checkAccount(account, bik)).toBe('Расчётный счёт не соответствует БИК'),
  );
});

describe('корреспондентский счёт', () => {
  test.each([
    ['of a bank', '30101810400000000225', SBERBANK],
    ['of the treasury', '40102810445370000059', TREASURY],
  ])('%s is taken', (_, account, bik) => expect(checkCorrAccount(account, bik)).toBeNull());

  test.each([
    ['a wrong key', '30101810500000000225', SBERBANK],
    ['the end of another bank', '30101810400000000225', '044525226'],
    ['an account of another kind', '40702810200000000225', SBERBANK],
    ['a treasury account in a bank', '40102810445370000059', SBERBANK],
    ['no БИК', '30101810400000000225', ''],
  ])('%s is refused', (_, account, bik) =>
    expect(checkCorrAccount(account, bik)).toBe('Корр. счёт не соответствует БИК'),
  );
});

test('a СНИЛС is shown with separators and stored without them', () => {
  expect(formatSnils('11223344595')).toBe('112-233-445 95');
  expect(snilsDigits('112-233-445 95')).toBe('11223344595');
  expect(formatSnils('112')).toBe('112');
});

test('a passport is shown as 99 99 999999', () => {
  expect(formatPassport('4510', '456123')).toBe('45 10 456123');
});
