import { describe, expect, test } from 'vitest';
import { capsOn, contractCaps, isLong } from '#domain/money/overpayment-caps.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { daysBetween, parseRussianDay, toDay } from '#domain/values/days.ts';
import { parseMoney } from '#domain/values/money.ts';
import { asCharged } from './claim-figures.ts';
import { type FileRow, fullRows } from './registry-generator.ts';

const today = toDay('2026-11-27');
const rowsOf = (creditor: 'bank' | 'microlender' | 'collector'): FileRow[] =>
  [...fullRows({ creditor, seed: 7, today }, 0, 60)].map(asCharged);
const day = (row: FileRow, code: string) => parseRussianDay(row[code]!)!;
const sum = (row: FileRow, ...codes: string[]): number =>
  codes.reduce((all, code) => all + (parseMoney(row[code]!) ?? Number.NaN), 0);
const charges = ['interest', 'interestOverdue', 'penalty', 'fee'] as const;

describe('a claim of the demonstration', () => {
  test.each(['bank', 'microlender', 'collector'] as const)(
    'of a %s adds up and bears interest for its days',
    (creditor) => {
      for (const row of rowsOf(creditor)) {
        expect(sum(row, 'total')).toBe(sum(row, 'principal', ...charges, 'courtCost'));
        const made =
          (sum(row, 'principal') * Number(row['rate']) * daysBetween(day(row, 'overdueFrom'), day(row, 'asOf'))) /
          36_500;
        expect(sum(row, 'interestOverdue')).toBeLessThanOrEqual(made);
        if (creditor !== 'microlender') expect(made - sum(row, 'interestOverdue')).toBeLessThan(1);
      }
    },
  );

  test('of a microloan is for a year at most, and ends where the law ends its charges', () => {
    let full = 0;
    for (const row of rowsOf('microlender')) {
      const [contractDate, contractEnd] = [day(row, 'contractDate'), day(row, 'contractEnd')];
      expect(isLong({ contractDate, contractEnd })).toBe(false);
      expect(contractDate < day(row, 'overdueFrom')).toBe(true);
      const { totalBps } = capsOn(contractCaps(KNOWN_RATES), contractDate)!;
      const most = Math.floor((sum(row, 'issuedAmount') * totalBps!) / 10_000);
      expect(sum(row, ...charges)).toBeLessThanOrEqual(most);
      if (sum(row, ...charges) === most) full += 1;
    }
    expect(full).toBeGreaterThan(10);
  });

  test('for services bears no interest', () => {
    const [row] = rowsOf('collector').filter(({ contractKind }) => contractKind === 'Связь');
    expect([row!['rate'], sum(row!, 'interest', 'interestOverdue')]).toEqual(['', 0]);
  });
});
