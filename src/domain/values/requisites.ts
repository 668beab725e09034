import { check, checkPattern } from './check.ts';

const PERSON_INN_11TH = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const PERSON_INN_12TH = [3, ...PERSON_INN_11TH];
const ORGANISATION_INN_10TH = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const SNILS_WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, 1];
const ACCOUNT_WEIGHTS = [7, 1, 3];

/** Numbers up to this one were issued before the control number existed (rules of the Социальный фонд). */
const LAST_SNILS_WITHOUT_CONTROL = 1_001_998;

/** ИНН of an organisation: 10 digits, the last one is the control digit (rules of the ФНС). */
export const checkOrganisationInn = check(isOrganisationInn, 'ИНН юрлица: 10 цифр, контрольное число не сходится');

/** ИНН of a person or a sole trader: 12 digits, the last two are control digits (rules of the ФНС). */
export const checkPersonInn = check(isPersonInn, 'ИНН физлица: 12 цифр, контрольное число не сходится');

/** ИНН of either kind, for fields where an organisation and a sole trader are both possible. */
export const checkInn = check(
  (value) => isOrganisationInn(value) || isPersonInn(value),
  'ИНН: 10 или 12 цифр, контрольное число не сходится',
);

/** ОГРН of an organisation: 13 digits, the remainder by 11 (Порядок ведения ЕГРЮЛ и ЕГРИП). */
export const checkOgrn = check((value) => hasRegistrationKey(value, 13, 11), 'ОГРН указан неверно');

/** ОГРНИП of a sole trader: 15 digits, the remainder by 13 (Порядок ведения ЕГРЮЛ и ЕГРИП). */
export const checkOgrnip = check((value) => hasRegistrationKey(value, 15, 13), 'ОГРН указан неверно');

/** КПП: 9 characters, the fifth and sixth may be Latin capitals (rules of the ФНС). */
export const checkKpp = checkPattern(/^\d{4}[0-9A-Z]{2}\d{3}$/, 'КПП: 9 знаков');

/** СНИЛС as 11 digits or as shown, XXX-XXX-XXX YY (rules of the Социальный фонд). */
export const checkSnils = check(isSnils, 'СНИЛС указан неверно');

/** БИК: 9 digits (Положение Банка России 732-П). */
export const checkBik = check(isBik, 'БИК: 9 цифр');

/** Расчётный счёт in roubles against the БИК where it is held: `checkAccount(account, bik)` (Банк России, порядок № 515). */
export const checkAccount = check(isAccount, 'Расчётный счёт не соответствует БИК');

/** Корреспондентский счёт against the БИК of its bank: `checkCorrAccount(account, bik)` (the same source). */
export const checkCorrAccount = check(isCorrAccount, 'Корр. счёт не соответствует БИК');

/** Код подразделения that issued the passport. */
export const checkDepartmentCode = checkPattern(/^\d{3}-\d{3}$/, 'Код подразделения: 000-000');

/** The stored form of a СНИЛС: its digits alone. */
export function snilsDigits(text: string): string {
  return text.replace(/^(\d{3})-(\d{3})-(\d{3}) (\d{2})$/, '$1$2$3$4');
}

/** СНИЛС as people read it: XXX-XXX-XXX YY. Text of another shape is returned unchanged. */
export function formatSnils(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1-$2-$3 $4');
}

/** Passport as people read it: «99 99 999999». */
export function formatPassport(series: string, number: string): string {
  return `${series.slice(0, 2)} ${series.slice(2)} ${number}`;
}

function isOrganisationInn(value: string): boolean {
  return /^\d{10}$/.test(value) && !isAllZeros(value) && innDigit(value, ORGANISATION_INN_10TH) === Number(value[9]);
}

function isPersonInn(value: string): boolean {
  if (!/^\d{12}$/.test(value) || isAllZeros(value)) return false;
  return (
    innDigit(value, PERSON_INN_11TH) === Number(value[10]) && innDigit(value, PERSON_INN_12TH) === Number(value[11])
  );
}

function innDigit(digits: string, weights: readonly number[]): number {
  return (weightedSum(digits, weights) % 11) % 10;
}

/** The first digit says the kind of record and is never zero; both lengths stay below 2^53, so a number is exact. */
function hasRegistrationKey(value: string, length: number, divisor: number): boolean {
  if (!/^[1-9]\d+$/.test(value) || value.length !== length) return false;
  return (Number(value.slice(0, -1)) % divisor) % 10 === Number(value.at(-1));
}

function isSnils(value: string): boolean {
  const digits = snilsDigits(value);
  if (!/^\d{11}$/.test(digits) || isAllZeros(digits)) return false;
  if (Number(digits.slice(0, 9)) <= LAST_SNILS_WITHOUT_CONTROL) return true;
  return (weightedSum(digits, SNILS_WEIGHTS) % 101) % 100 === Number(digits.slice(9));
}

function isBik(value: string): boolean {
  return /^\d{9}$/.test(value) && !isAllZeros(value);
}

function isAccount(account: string, bik: string): boolean {
  if (!/^\d{20}$/.test(account) || !isBik(bik)) return false;
  if (account.startsWith('03')) return isOutsideBanks(bik) && account.slice(5, 8) === '643';
  return account.slice(5, 8) === '810' && hasAccountKey(accountKeyPrefix(bik), account);
}

function isCorrAccount(account: string, bik: string): boolean {
  if (!/^\d{20}$/.test(account) || !isBik(bik)) return false;
  if (account.startsWith('40102')) return isOutsideBanks(bik);
  return (
    account.startsWith('301') && account.slice(-3) === bik.slice(-3) && hasAccountKey(centralBankCode(bik), account)
  );
}

/** Treasury accounts carry no control key, so they are let through only for a БИК that is not a bank's (04…). */
function isOutsideBanks(bik: string): boolean {
  return !bik.startsWith('04');
}

/** Accounts held in the Bank of Russia itself (БИК ending 000–002) are keyed by its office, all others by the bank. */
function accountKeyPrefix(bik: string): string {
  return /00[0-2]$/.test(bik) ? centralBankCode(bik) : bik.slice(-3);
}

function centralBankCode(bik: string): string {
  return `0${bik.slice(4, 6)}`;
}

function hasAccountKey(prefix: string, account: string): boolean {
  const digits = prefix + account;
  return (
    weightedSum(
      digits,
      Array.from(digits, (_, index) => ACCOUNT_WEIGHTS[index % 3] ?? 0),
    ) %
      10 ===
    0
  );
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

function isAllZeros(digits: string): boolean {
  return /^0+$/.test(digits);
}
