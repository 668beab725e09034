import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import type { RateRow } from '../rates/rates.ts';
import type { ContractKind } from '../registries/registry-lists.ts';
import { type Day, toDay } from '../values/days.ts';
import {
  type CreditCategory,
  categoriesOf,
  categoryWords,
  creditCategories,
  fullCostCap,
  missingAverages,
} from './full-cost-cap.ts';

const credit = (contractKind: ContractKind, contractEnd: string | null, contractDate = '2026-01-31') => ({
  contractKind,
  contractDate: toDay(contractDate),
  contractEnd: contractEnd === null ? null : toDay(contractEnd),
});
const average = (key: CreditCategory, from: string, rateBps: number): RateRow => ({
  kind: 'fullCostAverage',
  key,
  from: toDay(from),
  value: { rateBps },
  source: 'Строка для проверки',
});

describe('the category of a claim', () => {
  test.each<[ContractKind, string | null, CreditCategory[]]>([
    ['microloan', '2026-03-02', ['microloanTo30']],
    ['microloan', '2026-03-03', ['microloanTo60']],
    ['microloan', '2026-04-01', ['microloanTo60']],
    ['microloan', '2026-04-02', ['microloanTo180']],
    ['microloan', '2026-07-30', ['microloanTo180']],
    ['microloan', '2026-07-31', ['microloanTo365']],
    ['microloan', '2027-01-31', ['microloanTo365']],
    ['microloan', '2027-02-01', ['microloanOver365']],
    ['consumer', '2027-01-31', ['creditTo365']],
    ['consumer', '2027-02-01', ['creditOver365']],
    ['consumer', null, ['creditTo365', 'creditOver365']],
    ['card', null, ['card']],
    ['utilities', null, []],
    ['telecom', '2027-01-01', []],
  ])('%s until %s is %j', (kind, end, categories) => expect(categoriesOf(credit(kind, end))).toEqual(categories));

  test('is any where nobody names the kind, any of microloans where nobody names the term', () => {
    expect(categoriesOf(credit('other', '2026-03-02'))).toEqual(creditCategories);
    expect(categoriesOf(credit('microloan', null))).toHaveLength(5);
    expect(categoryWords(categoriesOf(credit('consumer', null)))).toBe(
      'Нецелевой кредит до года или Нецелевой кредит свыше года',
    );
  });
});

// 353-ФЗ, ст. 6, ч. 11: the lesser of 292 % and of the average of the quarter and a third of it.
describe('the ceiling of ПСК', () => {
  const rates = [
    ...KNOWN_RATES,
    average('creditOver365', '2026-10-01', 3000),
    average('creditTo365', '2026-10-01', 2834),
    average('microloanTo30', '2026-10-01', 21_900),
    average('microloanTo60', '2026-10-01', 21_899),
    average('microloanTo180', '2026-10-01', 30_000),
  ];
  const on = (day: string, kind: ContractKind, end: string | null) => fullCostCap(rates, toDay(day), credit(kind, end));

  test.each([
    ['2026-09-30', 29_200, null],
    ['2026-10-01', 4000, 'creditOver365'],
    ['2026-12-31', 4000, 'creditOver365'],
    ['2027-01-01', 29_200, null],
  ])('of a credit over a year is on %s %i', (day, rateBps, category) =>
    expect(on(day, 'consumer', '2028-01-31')).toEqual({ rateBps, category }),
  );

  test.each<[string, ContractKind, string | null, number, CreditCategory | null]>([
    ['what is left of a third is cut off', 'consumer', '2026-12-31', 3778, 'creditTo365'],
    ['of two that it may be the strictest counts', 'consumer', null, 3778, 'creditTo365'],
    ['292 % is no more than the average and a third', 'microloan', '2026-03-02', 29_200, null],
    ['a hair less is', 'microloan', '2026-03-03', 29_198, 'microloanTo60'],
    ['an average above it changes nothing', 'microloan', '2026-07-01', 29_200, null],
    ['a category without a row has 292 % alone', 'card', null, 29_200, null],
    ['what nobody has named is judged as the strictest', 'other', null, 3778, 'creditTo365'],
  ])('%s', (_, kind, end, rateBps, category) => expect(on('2026-11-26', kind, end)).toEqual({ rateBps, category }));

  test('is none where no law has set one yet', () =>
    expect(fullCostCap(KNOWN_RATES, toDay('2019-06-30'), credit('card', null))).toBeNull());
});

test('what is not entered of this quarter and of the next one is told', () => {
  const today = toDay('2026-11-26');
  expect(missingAverages(KNOWN_RATES, today)).toEqual([
    { from: '2026-10-01', categories: creditCategories },
    { from: '2027-01-01', categories: creditCategories },
  ]);
  const whole = (from: Day) => creditCategories.map((key) => average(key, from, 3000));
  const rates = [...whole(toDay('2026-10-01')), average('card', '2027-01-01', 3000)];
  expect(missingAverages(rates, today)).toEqual([
    { from: '2027-01-01', categories: creditCategories.filter((key) => key !== 'card') },
  ]);
  expect(missingAverages([...rates, ...whole(toDay('2027-01-01'))], today)).toEqual([]);
});
