import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../../rates/known-rates.ts';
import type { RateRow } from '../../rates/rates.ts';
import type { ContractKind } from '../../registries/registry-lists.ts';
import { type Day, toDay } from '../../values/days.ts';
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
const suspension = (key: CreditCategory, from: string, suspended = 1): RateRow => ({
  kind: 'fullCostSuspension',
  key,
  from: toDay(from),
  value: { suspended },
  source: 'Строка для проверки',
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
    ['2026-09-30', 29_200, null, ['creditOver365']],
    ['2026-10-01', 4000, 'creditOver365', []],
    ['2026-12-31', 4000, 'creditOver365', []],
    ['2027-01-01', 29_200, null, ['creditOver365']],
  ])('of a credit over a year is on %s %i', (day, rateBps, category, unknown) =>
    expect(on(day, 'consumer', '2028-01-31')).toEqual({ rateBps, category, unknown }),
  );

  test.each<[string, ContractKind, string | null, number, CreditCategory | null]>([
    ['what is left of a third is cut off', 'consumer', '2026-12-31', 3778, 'creditTo365'],
    ['of two that it may be the strictest counts', 'consumer', null, 3778, 'creditTo365'],
    ['292 % is no more than the average and a third', 'microloan', '2026-03-02', 29_200, null],
    ['a hair less is', 'microloan', '2026-03-03', 29_198, 'microloanTo60'],
    ['an average above it changes nothing', 'microloan', '2026-07-01', 29_200, null],
    ['what nobody has named is judged as the strictest', 'other', null, 3778, 'creditTo365'],
  ])('%s', (_, kind, end, rateBps, category) =>
    expect(on('2026-11-26', kind, end)).toMatchObject({ rateBps, category }),
  );

  // Nobody has entered it, or the Bank has suspended it: these are two things (docs/decisions/0129).
  describe('of a category without an average', () => {
    const ofCard = (...rows: RateRow[]) => fullCostCap([...rates, ...rows], toDay('2026-11-26'), credit('card', null));
    test('is not known', () => expect(ofCard()).toEqual({ rateBps: 29_200, category: null, unknown: ['card'] }));
    test('is that of all where the Bank has suspended it, whatever the average', () => {
      const known = { rateBps: 29_200, category: null, unknown: [] };
      expect(ofCard(suspension('card', '2026-10-01'))).toEqual(known);
      expect(ofCard(suspension('card', '2026-10-01'), average('card', '2026-10-01', 3000))).toEqual(known);
    });
    test.each([
      ['of the quarter before', suspension('card', '2026-07-01')],
      ['of another category', suspension('creditTo365', '2026-10-01')],
      ['that was taken back', suspension('card', '2026-10-01', 0)],
    ])('is not known by a suspension %s', (_, row) => expect(ofCard(row)?.unknown).toEqual(['card']));
    test('is known of none where a claim may be of several', () =>
      expect(on('2026-11-26', 'other', null)?.unknown).toEqual(['microloanTo365', 'microloanOver365', 'card']));
  });

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
  const suspended = creditCategories.map((key) => suspension(key, '2027-01-01'));
  expect(missingAverages([...rates, ...suspended], today)).toEqual([]);
});
