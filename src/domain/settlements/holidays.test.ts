import { describe, expect, test } from 'vitest';
import type { LifeEventKind } from '../parties/life-event.ts';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import {
  type HolidayAsk,
  type HolidayCase,
  type HolidayGround,
  holidayProblems,
  mayHaveHolidays,
  objectionsTo,
} from './holidays.ts';

const today = toDay('2026-11-25');
const asked: HolidayAsk = {
  ground: 'emergency',
  months: 6,
  since: null,
  car: false,
  incomeBefore: null,
  incomePrevious: null,
  incomeNow: null,
};
const loan: HolidayCase = {
  contractKind: 'consumer',
  right: 'lender',
  issuedAmount: kopecks(45_000_000),
  stage: 'pretrial',
  life: [],
  taken: [],
  denied: [],
  today,
  rates: KNOWN_RATES,
};
const problemOf = (ask: Partial<HolidayAsk>, of: Partial<HolidayCase> = {}) =>
  holidayProblems({ ...asked, ...ask }, { ...loan, ...of }).map(({ field, message }) => `${field}: ${message}`)[0] ??
  null;

describe('the limit of the sum', () => {
  test.each<[string, boolean, HolidayGround, number | null, boolean]>([
    ['consumer', false, 'emergency', 45_000_000, true],
    ['consumer', false, 'emergency', 45_000_001, false],
    ['microloan', false, 'emergency', 45_000_000, true],
    ['card', false, 'emergency', 15_000_000, true],
    ['card', false, 'emergency', 15_000_001, false],
    ['consumer', true, 'emergency', 160_000_000, true],
    ['consumer', true, 'emergency', 160_000_001, false],
    // A card is never secured by a car.
    ['card', true, 'emergency', 15_000_001, false],
    ['other', false, 'mortgage', 1_500_000_000, true],
    ['other', false, 'mortgage', 1_500_000_001, false],
    // What a lender calls «Прочее» is a loan, too.
    ['other', false, 'emergency', 45_000_000, true],
    ['other', false, 'emergency', 45_000_001, false],
    ['other', true, 'emergency', 160_000_000, true],
    ['other', false, 'service', 900_000_000, true],
    ['consumer', false, 'service', 900_000_000, true],
    // What nobody knows is decided for the borrower.
    ['consumer', false, 'emergency', null, true],
  ])('%s, a car: %s, %s, %s: %s', (contractKind, car, ground, issued, isGiven) => {
    const issuedAmount = issued === null ? null : kopecks(issued);
    expect(problemOf({ ground, car, since: today }, { contractKind, issuedAmount }) === null).toBe(isGiven);
  });

  test('before its day there is none', () =>
    expect(problemOf({}, { issuedAmount: kopecks(45_000_001), today: toDay('2023-12-31') })).toBeNull());
});

test('only loans, and what may be a mortgage, have any', () =>
  expect(['consumer', 'microloan', 'card', 'other', 'utilities', 'telecom'].map(mayHaveHolidays)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]));

test.each([
  ['utilities', 'emergency'],
  ['telecom', 'income'],
  ['consumer', 'mortgage'],
] as const)('%s has no holidays for %s', (contractKind, ground) =>
  expect(problemOf({ ground }, { contractKind })).toContain('ground: '),
);

test.each([
  ['lender', true],
  ['acquirer', true],
  ['none', false],
] as const)('what is called «Прочее» is a loan by who asks for it: %s, %s', (right, isLoan) => {
  const income = {
    ground: 'income',
    incomeBefore: kopecks(10_000_000),
    incomePrevious: kopecks(7_000_000),
    incomeNow: kopecks(7_000_000),
  } as const;
  for (const ask of [income, { ground: 'service', since: today }, { ground: 'emergency' }] as const) {
    expect(problemOf(ask, { contractKind: 'other', right }) === null).toBe(isLoan);
  }
  expect(problemOf({ ground: 'mortgage' }, { contractKind: 'other', right })).toBeNull();
});

test.each([
  [0, false],
  [1, true],
  [6, true],
  [7, false],
  [1.5, false],
])('%s months: %s', (months, isGiven) => expect(problemOf({ months }) === null).toBe(isGiven));

describe('an income', () => {
  // The mean of two months against that of twelve: 57 500 of 100 000 is a right, though the last month alone was 75 000.
  test.each([
    [10_000_000, 7_000_000, 7_000_000, true],
    [10_000_000, 7_000_000, 7_000_001, false],
    [10_000_000, 4_000_000, 7_500_000, true],
    [10_000_000, 7_500_000, 4_000_000, true],
    [10_000_000, 10_000_000, 5_000_000, false],
    [10_000_000, 10_000_000, 4_000_000, true],
    [10_000_000, 0, 0, true],
    [1, 0, 1, true],
    [1, 1, 1, false],
    [3, 2, 2, true],
    [3, 2, 3, false],
  ])('of %i that was %i and is %i gives holidays: %s', (before, previous, now, isGiven) => {
    const [incomeBefore, incomePrevious, incomeNow] = [kopecks(before), kopecks(previous), kopecks(now)];
    expect(problemOf({ ground: 'income', incomeBefore, incomePrevious, incomeNow }) === null).toBe(isGiven);
  });

  test('that nobody names gives none', () => {
    expect(problemOf({ ground: 'income' })).toContain('incomeBefore: ');
    expect(problemOf({ ground: 'income', incomeBefore: kopecks(1) })).toContain('incomePrevious: ');
    const two = { incomeBefore: kopecks(1), incomePrevious: kopecks(0) };
    expect(problemOf({ ground: 'income', ...two })).toContain('incomeNow: ');
  });
});

describe('holidays are refused', () => {
  const on = (kind: LifeEventKind, since: string, until: string | null) => ({
    life: [{ kind, since: toDay(since), until: until === null ? null : toDay(until) }],
  });

  test('while a decision of a court is in force, and not while it is being tried', () => {
    expect(problemOf({}, { stage: 'enforcement' })).toContain('исполняют приставы');
    expect(problemOf({}, { stage: 'court' })).toBeNull();
    expect(problemOf({ ground: 'service', since: today }, { stage: 'enforcement' })).toBeNull();
  });

  test.each(['bankruptcy', 'bankruptcy_out_of_court'] as const)('in a %s', (kind) =>
    expect(problemOf({}, on(kind, '2026-11-25', null))).toContain('банкротство'),
  );

  test('while others go on, to their last day', () => {
    expect(problemOf({}, on('holidays', '2026-06-01', '2026-11-25'))).toContain('уже идут по 25.11.2026');
    expect(problemOf({}, on('holidays', '2026-06-01', '2026-11-24'))).toBeNull();
    expect(problemOf({}, on('illness', '2026-06-01', null))).toBeNull();
  });

  test('for the same ground twice, and not for another; service may come again', () => {
    expect(problemOf({}, { taken: ['emergency'] })).toContain('уже были');
    expect(problemOf({}, { taken: ['income'] })).toBeNull();
    expect(problemOf({ ground: 'service', since: today }, { taken: ['service'] })).toBeNull();
  });

  test('for a ground that was ended by a right objection, also for service', () => {
    expect(problemOf({ ground: 'service', since: today }, { denied: ['service'] })).toContain(
      'по возражению кредитора',
    );
    expect(problemOf({}, { denied: ['service'] })).toBeNull();
  });
});

describe('holidays of a service', () => {
  const service = { ground: 'service', months: null, since: toDay('2026-10-01') } as const;
  test.each([
    ['since the day of the call-up', service, today, null],
    ['of somebody in the family', { ...service, ground: 'family' }, today, null],
    ['on the very last day of the law', service, toDay('2026-12-31'), null],
    ['not the day after it', service, toDay('2027-01-01'), 'ground: Обратиться'],
    ['not of a service to come', { ...service, since: toDay('2026-11-26') }, today, 'since: Событие'],
    ['not without its day', { ...service, since: null }, today, 'since: Назовите'],
  ] as const)('%s', (_, ask, on, problem) => {
    const found = problemOf(ask, { today: on });
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });

  test('are objected to by what they want, by nobody’s sum and no court', () => {
    expect(objectionsTo('family')).toEqual(['family', 'bankruptcy', 'again']);
    expect(objectionsTo('income')).toEqual(['income', 'sum', 'court', 'bankruptcy', 'again']);
  });
});
