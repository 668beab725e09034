import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Check } from './check.ts';
import {
  checkAccount,
  checkCorrAccount,
  checkOgrn,
  checkOgrnip,
  checkOrganisationInn,
  checkPersonInn,
  checkSnils,
} from './requisites.ts';

const BANK = '044525225';
const CASH_CENTRE = '044525000';

describe('every generated number passes and every one-digit change of it is refused', () => {
  test.each<[string, Check, fc.Arbitrary<string>]>([
    ['ИНН юрлица', checkOrganisationInn, digits(9).map(organisationInn).filter(isUnambiguous)],
    ['ИНН физлица', checkPersonInn, digits(10).map(personInn).filter(isUnambiguous)],
    [
      'ОГРН',
      checkOgrn,
      digits(11)
        .map((rest) => registration(`1${rest}`, 11n))
        .filter(isUnambiguous),
    ],
    [
      'ОГРНИП',
      checkOgrnip,
      digits(13)
        .map((rest) => registration(`3${rest}`, 13n))
        .filter(isUnambiguousOgrnip),
    ],
    [
      'СНИЛС',
      checkSnils,
      digits(7)
        .map((rest) => snils(`12${rest}`))
        .filter((value) => !value.endsWith('00')),
    ],
    ['р/с', (value) => checkAccount(value, BANK), digits(11).map((rest) => withKey(`40702810_${rest}`, '225'))],
    [
      'р/с в РКЦ',
      (value) => checkAccount(value, CASH_CENTRE),
      digits(11).map((rest) => withKey(`40702810_${rest}`, '025')),
    ],
    ['к/с', (value) => checkCorrAccount(value, BANK), digits(8).map((rest) => withKey(`30101810_${rest}225`, '025'))],
  ])('%s', (_, check, numbers) => {
    fc.assert(
      fc.property(numbers, (value) => {
        expect(check(value)).toBeNull();
        for (const changed of oneDigitChanges(value)) expect(check(changed), changed).not.toBeNull();
      }),
    );
  });
});

// The keys are computed here in another way than in the checks: by bigint, or by trying every digit.

function digits(count: number): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(`^[0-9]{${count}}$`)).filter((value) => !/^0+$/.test(value));
}

function controlDigit(value: string, weights: number[]): string {
  const sum = Array.from(value).reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
  return String((sum % 11) % 10);
}

function organisationInn(start: string): string {
  return start + controlDigit(start, [2, 4, 10, 3, 5, 9, 4, 6, 8]);
}

function personInn(start: string): string {
  const eleven = start + controlDigit(start, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
  return eleven + controlDigit(eleven, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
}

/** The remainders 0 and 10 share the control digit 0, so a slip between them cannot be seen. */
function isUnambiguous(value: string): boolean {
  return !value.endsWith('0');
}

/** Modulo 13 the digits 0, 1 and 2 are shared, by 10, 11 and 12. */
function isUnambiguousOgrnip(value: string): boolean {
  return /[3-9]$/.test(value);
}

function registration(start: string, divisor: bigint): string {
  return `${start}${(BigInt(start) % divisor) % 10n}`;
}

function snils(start: string): string {
  const sum = Array.from(start).reduce((total, digit, index) => total + Number(digit) * (9 - index), 0);
  const control = sum % 101 === 100 ? 0 : sum % 101;
  return start + String(control).padStart(2, '0');
}

function withKey(template: string, prefix: string): string {
  for (let key = 0; key < 10; key++) {
    const account = template.replace('_', String(key));
    const sum = Array.from(prefix + account).reduce(
      (total, digit, i) => total + Number(digit) * Number('713'[i % 3]),
      0,
    );
    if (sum % 10 === 0) return account;
  }
  throw new Error(`No key fits ${template}`);
}

function oneDigitChanges(value: string): string[] {
  return Array.from(value).flatMap((digit, at) =>
    Array.from('0123456789')
      .filter((other) => other !== digit)
      .map((other) => value.slice(0, at) + other + value.slice(at + 1)),
  );
}
