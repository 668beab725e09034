import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { GROUNDS, PLAN, rowsOf } from '#test/settlements/helpers/price.ts';
import { KNOWN_RATES } from '../../rates/known-rates.ts';
import type { RateRow } from '../../rates/rates.ts';
import { toDay } from '../../values/days.ts';
import { kopecks } from '../../values/money.ts';
import type { Debt } from '../debt-structure.ts';
import type { InterestPlan } from '../plan.ts';
import { makeSchedule, scheduleInterest } from '../schedule.ts';
import {
  excessOf,
  onPrincipal,
  type PriceGrounds,
  priceOf,
  priceOfRest,
  priceProblems,
  startProblems,
  withoutEarned,
} from './offer-price.ts';

const today = toDay('2026-11-25');
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const faults = (plan: Partial<InterestPlan>, grounds: Partial<PriceGrounds> = {}, day = today) =>
  priceProblems(
    { ...PLAN, ...plan },
    rowsOf({ ...PLAN, ...plan }),
    { ...GROUNDS, ...grounds },
    { today: day, rates: KNOWN_RATES },
  ).map(({ field, message }) => `${field}: ${plain(message)}`);

test('interest earned before is taken from the rows in which it is, and is no price of a new schedule', () => {
  const rows = rowsOf({ ...PLAN, payments: 3 });
  const earned = kopecks(rows[0]!.interest + rows[1]!.interest);
  const own = withoutEarned(rows, earned);
  expect(own.map(({ interest }) => interest)).toEqual([0, 0, rows[2]!.interest]);
  expect(own.every(({ amount, principal, interest }) => amount === principal + interest)).toBe(true);
  const { overpaid, fullCost } = priceOfRest(PLAN, rows, today, { earned, fee: kopecks(0) });
  expect(overpaid).toBe(rows[2]!.interest);
  expect(fullCost).toBe(priceOf(PLAN, own, today).fullCost);
});

// docs/decisions/0129: nobody has entered the average of the quarter, so that the ceiling of 353-ФЗ, ст. 6, ч. 11 is not known.
describe('while the average of the Bank of Russia is not entered', () => {
  const lent = (rateBps: number, contractRateBps: number | null, ...rows: RateRow[]) =>
    excessOf(
      { ...PLAN, rateBps },
      rowsOf({ ...PLAN, rateBps }),
      { ...GROUNDS, contractRateBps },
      {
        today,
        rates: [...KNOWN_RATES, ...rows],
      },
    );
  const row = (kind: 'fullCostAverage' | 'fullCostSuspension', value: RateRow['value']): RateRow => ({
    kind,
    key: 'creditOver365',
    from: toDay('2026-10-01'),
    value,
    source: '',
  });

  test('a lender asks for no more than by his contract', () => {
    expect(lent(2500, 2500)).toBeNull();
    expect(lent(2501, 2500)).toMatchObject({ standing: 'unknown' });
    expect(faults({ rateBps: 2501 }, { contractRateBps: 2500 })).toEqual([
      'rateBps: Не больше ставки договора, 25 % годовых: среднее Банка России за этот квартал («Нецелевой кредит свыше года») не введено, и предел полной стоимости неизвестен (353-ФЗ, ст. 6, ч. 11)',
    ]);
  });

  test('and for nothing where the rate of his contract is not known', () => {
    expect(lent(1, null)).toMatchObject({ standing: 'unknown' });
    expect(faults({}, { contractRateBps: null })).toEqual([
      'rateBps: Ставка договора неизвестна, и среднее Банка России за этот квартал («Нецелевой кредит свыше года») не введено: предел полной стоимости проверить нельзя (353-ФЗ, ст. 6, ч. 11). Предложите график без процентов',
    ]);
    expect(faults({}, { contractRateBps: null, contractKind: 'other' })[0]).toContain('за этот квартал не введено');
  });

  test('hides nothing that is known to be too much', () => {
    const plan = { ...PLAN, rateBps: 2001 };
    const short = {
      contractEnd: toDay('2024-09-10'),
      issuedAmount: kopecks(1_000_000),
      contractCharges: kopecks(1_300_000),
    };
    const told = (grounds: Partial<PriceGrounds>, fee = 0) =>
      excessOf(plan, rowsOf(plan), { ...GROUNDS, ...grounds }, { today, rates: KNOWN_RATES, fee: kopecks(fee) });
    expect(told({ contractRateBps: 2000 })).toMatchObject({ standing: 'unknown' });
    const above = { standing: 'above', why: expect.stringContaining('переплата составит') };
    expect(told({ contractRateBps: 2000, ...short })).toMatchObject(above);
    expect(told({ contractRateBps: null, ...short })).toMatchObject(above);
    expect(told({ right: 'acquirer', contractRateBps: null, ...short })).toMatchObject(above);
    expect(told({ right: 'acquirer', contractRateBps: null }, 9_000_000)).toMatchObject({ standing: 'above' });
  });

  test('an average or a suspension by the Bank makes the ceiling known, whatever the contract says', () => {
    const average = row('fullCostAverage', { rateBps: 3000 });
    expect(lent(4000, null, average)).toBeNull();
    expect(lent(4001, 40_000, average)).toMatchObject({ standing: 'above' });
    const suspended = row('fullCostSuspension', { suspended: 1 });
    expect(lent(29_000, 2500, suspended)).toBeNull();
    expect(lent(29_300, 2500, suspended)).toMatchObject({ standing: 'above' });
    expect(lent(29_000, 2500, row('fullCostSuspension', { suspended: 0 }))).toMatchObject({ standing: 'unknown' });
  });
});

describe('who may ask for interest', () => {
  test('a lender, within the ceilings', () => expect(faults({})).toEqual([]));

  test.each<[string, Partial<PriceGrounds>, RegExp]>([
    ['a company that lends nothing', { right: 'none' }, /не выдаёт займов/],
    ['a debt for utilities', { contractKind: 'utilities' }, /за услуги платят без процентов/],
    ['a debt for telecom', { contractKind: 'telecom' }, /за услуги платят без процентов/],
    ['a buyer of debts above the contract', { right: 'acquirer', contractRateBps: 1999 }, /19,99 % годовых.*ст\. 384/],
    [
      'a buyer who does not know the contract',
      { right: 'acquirer', contractRateBps: null },
      /Ставка договора неизвестна/,
    ],
  ])('%s may not', (_, grounds, message) => expect(faults({}, grounds)).toEqual([expect.stringMatching(message)]));

  test('a buyer of debts goes on with the interest of the contract', () =>
    expect(faults({}, { right: 'acquirer', contractRateBps: 2000 })).toEqual([]));

  test('a plan without interest is nobody’s business', () => {
    const plan = {
      kind: 'equal',
      amount: PLAN.amount,
      downPayment: kopecks(0),
      payments: 2,
      firstDate: PLAN.firstDate,
      periodMonths: 1,
    } as const;
    const schedule = makeSchedule(plan, KNOWN_CALENDAR);
    expect(
      schedule.ok && priceProblems(plan, schedule.rows, { ...GROUNDS, right: 'none' }, { today, rates: KNOWN_RATES }),
    ).toEqual([]);
  });
});

// 353-ФЗ, ст. 6, ч. 11: 292 % a year, 365 % until 30.06.2023; one payment after 30 days of 365 is exactly twelve periods.
describe('the ceiling of ПСК is that of the day of the agreement', () => {
  const after30 = (rateBps: number, day: string) => {
    const firstDate = toDay(day);
    return { payments: 1, rateBps, accrueFrom: toDay('2026-11-25'), firstDate };
  };
  test.each([
    [29_200, true],
    [29_201, false],
  ])('%i basis points for thirty days pass: %s', (rateBps, passes) => {
    const found = faults(after30(rateBps, '2026-12-25'), { contractDate: toDay('2019-07-01') });
    expect(found.length === 0).toBe(passes);
  });

  test('500 % a year over 24 months by a bank is refused with the figure and the law', () => {
    expect(faults({ rateBps: 50_000, amount: kopecks(34_245_805) })).toEqual([
      'rateBps: Ставка — 500 % годовых; закон разрешает не больше 292 % (353-ФЗ, ст. 6, ч. 11)',
    ]);
  });

  test.each([
    ['2023-06-30', 36_500, true],
    ['2023-06-30', 36_501, false],
    ['2023-07-01', 29_200, true],
    ['2023-07-01', 29_201, false],
  ])('on %s %i basis points a year pass: %s', (day, rateBps, passes) => {
    const from = toDay(day);
    const plan = {
      payments: 1,
      rateBps,
      accrueFrom: from,
      firstDate: toDay(day === '2023-06-30' ? '2023-07-30' : '2023-07-31'),
    };
    expect(faults(plan, { contractDate: toDay('2019-07-01') }, from).length === 0).toBe(passes);
  });
});

// 353-ФЗ, ст. 5, ч. 23: a day's interest by the day of the contract.
// On a day before the ceiling of ПСК the rate of a day alone decides: 1.5 % are 547.5 % of a year of 365 days.
test('before 01.07.2019 the ceiling of a day is what refuses: 547,50 and 547,51 %', () => {
  const from = toDay('2019-06-01');
  const plan = (rateBps: number) => ({ payments: 1, rateBps, accrueFrom: from, firstDate: toDay('2019-07-01') });
  const grounds = { contractDate: toDay('2019-01-28'), contractEnd: toDay('2020-06-01'), contractRateBps: 60_000 };
  expect(faults(plan(54_750), grounds, from)).toEqual([]);
  expect(faults(plan(54_751), grounds, from)).toEqual([expect.stringMatching(/1,5 %.*ч\. 23/)]);
  // The day before it came the contract knew no such ceiling.
  expect(faults(plan(54_751), { ...grounds, contractDate: toDay('2019-01-27') }, from)).toEqual([]);
});

test.each([
  ['2019-06-30', 27_375, 27_376], // no more than ПСК allows today
  ['2019-07-01', 29_200, null],
  ['2023-07-01', 29_200, 29_201],
])('a contract of %s may bear %i basis points a year', (day, passes, fails) => {
  const plan = (rateBps: number) => ({ payments: 1, rateBps, accrueFrom: today, firstDate: toDay('2026-12-25') });
  const grounds = { contractDate: toDay(day), contractEnd: toDay('2026-03-10') };
  expect(faults(plan(passes), grounds)).toEqual([]);
  if (fails && fails > 29_200) expect(faults(plan(fails), grounds)).toHaveLength(1);
});

// 353-ФЗ, ст. 5, ч. 24: all charges of a loan of a year at most, by the day of its contract.
describe('the ceiling of all charges of a short loan', () => {
  const short = (contractDate: string, contractEnd: string, contractCharges: number | null): Partial<PriceGrounds> => ({
    contractKind: 'microloan',
    contractDate: toDay(contractDate),
    contractEnd: toDay(contractEnd),
    issuedAmount: kopecks(1_000_000),
    contractCharges: contractCharges === null ? null : kopecks(contractCharges),
  });
  const plan = { amount: kopecks(1_000_000), payments: 6, rateBps: 2000 };
  const interest = scheduleInterest(rowsOf({ ...PLAN, ...plan }));

  test.each([
    ['2019-06-30', '2020-01-31', 2_500_000],
    ['2019-07-01', '2020-01-31', 2_000_000],
    ['2019-12-31', '2020-01-31', 2_000_000],
    ['2020-01-01', '2020-05-31', 1_500_000],
    ['2023-06-30', '2023-09-30', 1_500_000],
    ['2023-07-01', '2023-09-30', 1_300_000],
    ['2026-03-31', '2026-06-30', 1_300_000],
    ['2026-04-01', '2026-06-30', 1_000_000],
    ['2025-03-31', '2026-03-31', 1_300_000],
  ])('a loan of %s until %s bears at most %i kopecks', (from, until, limit) => {
    expect(faults(plan, short(from, until, limit - interest))).toEqual([]);
    expect(faults(plan, short(from, until, limit - interest + 1))).toEqual([
      expect.stringMatching(/переплата составит .* ₽; .* \(353-ФЗ, ст\. 5, ч\. 24\)$/),
    ]);
  });

  test('a loan of a year and a day has none', () =>
    expect(faults(plan, short('2025-03-30', '2026-03-31', 90_000_000))).toEqual([]));

  test.each<[string, Partial<PriceGrounds>, RegExp]>([
    ['the end', { contractEnd: null }, /неизвестно: срок договора\./],
    ['what was issued', { issuedAmount: null }, /неизвестно: сумма выдачи\./],
    ['what was paid', { contractCharges: null }, /неизвестно: сколько процентов и неустойки уже уплачено\./],
    [
      'the ceiling of its day',
      { contractDate: toDay('2019-01-27'), contractEnd: toDay('2019-06-30') },
      /договор старше этого предела/,
    ],
  ])('where %s is unknown nothing bears interest', (_, grounds, message) =>
    expect(faults(plan, { ...short('2026-04-01', '2026-06-30', 0), ...grounds })).toEqual([
      expect.stringMatching(message),
    ]),
  );
});

test.each([
  ['a month ahead', { firstDate: toDay('2026-12-25') }, []],
  ['tomorrow', { firstDate: toDay('2026-11-26') }, ['firstDate']],
  ['a month ahead of a quarter', { firstDate: toDay('2026-12-25'), periodMonths: 3 }, ['firstDate']],
  ['tomorrow by a down payment', { firstDate: toDay('2026-11-26'), downPayment: kopecks(100) }, []],
])('a first payment %s bears a whole period only once it has passed', (_, changed, fields) =>
  expect(startProblems({ ...PLAN, ...changed }, today).map(({ field }) => field)).toEqual(fields),
);

test('a rate is judged by itself, however small the principal within the sum', () => {
  const plan = { amount: kopecks(5_000_000), interestOn: kopecks(500_000), rateBps: 100_000, payments: 12 };
  expect(faults({ ...plan, kind: 'differentiated' }, { contractKind: 'other' })[0]).toContain(
    'Ставка — 1000 % годовых',
  );
});

test('the fee that the debtor pays on top belongs to what is judged', () => {
  const plan = { ...PLAN, rateBps: 29_000, payments: 12 };
  const judged = (fee: number) =>
    priceProblems(
      plan,
      rowsOf(plan),
      { ...GROUNDS, contractDate: toDay('2019-07-01') },
      { today, rates: KNOWN_RATES, fee: kopecks(fee) },
    );
  expect(judged(0)).toEqual([]);
  expect(judged(500_000)[0]?.message).toContain('Полная стоимость');
});

test('a coming row of the dictionary holds from its day on', () => {
  const row = {
    kind: 'fullCostCeiling',
    key: '',
    from: toDay('2026-12-01'),
    value: { rateBps: 10_000 },
    source: '',
  } as const;
  const plan = { ...PLAN, rateBps: 15_000, payments: 12 };
  const on = (day: string) =>
    priceProblems(plan, rowsOf(plan), GROUNDS, { today: toDay(day), rates: [...KNOWN_RATES, row] }).length;
  expect([on('2026-11-30'), on('2026-12-01')]).toEqual([0, 1]);
});

describe('interest grows on the principal alone', () => {
  const debt: Debt = [
    { code: 'principal', amount: kopecks(9_000_000) },
    { code: 'penalty', amount: kopecks(2_000_000) },
    { code: 'legal_costs', amount: kopecks(1_000_000) },
  ];
  test.each([
    // What is forgiven is forgiven of the penalty first.
    [12_000_000, 9_000_000],
    [10_000_000, 9_000_000],
    [7_000_000, 6_000_000],
    [1_000_000, 0],
  ])('of %i agreed it grows on %i', (amount, interestOn) => {
    expect(onPrincipal({ ...PLAN, amount: kopecks(amount) }, debt)).toMatchObject({ interestOn });
  });

  test('penalty and costs are paid beside it in equal parts', () => {
    const whole = { ...PLAN, amount: kopecks(12_000_000), payments: 12, interestOn: kopecks(9_000_000) };
    const principal = rowsOf({ ...whole, amount: kopecks(9_000_000) });
    const rows = rowsOf(whole);
    expect(scheduleInterest(rows)).toBe(scheduleInterest(principal));
    expect(rows.map(({ amount }, index) => amount - principal[index]!.amount)).toEqual(Array(12).fill(250_000));
  });

  test('the down payment is taken from it first', () => {
    const plan = {
      ...PLAN,
      amount: kopecks(12_000_000),
      downPayment: kopecks(9_000_000),
      interestOn: kopecks(9_000_000),
    };
    expect(scheduleInterest(rowsOf(plan))).toBe(0);
  });

  test('where no principal is left there is nothing for interest to grow on', () =>
    expect(makeSchedule({ ...PLAN, interestOn: kopecks(0) }, KNOWN_CALENDAR)).toMatchObject({
      ok: false,
      problems: [{ field: 'rateBps' }],
    }));
});

describe('the price', () => {
  test('is all that is paid, of it interest, the rate and ПСК', () => {
    const rows = rowsOf({
      ...PLAN,
      payments: 6,
      rateBps: 1200,
      amount: kopecks(10_000_000),
      firstDate: toDay('2026-01-31'),
    });
    const price = priceOf({ ...PLAN, rateBps: 1200 }, rows, toDay('2025-12-31'));
    const overpaid = 352_902;
    expect(price).toEqual({ total: 10_352_902, overpaid, interest: overpaid, rateBps: 1200, fullCost: 12_000 });
  });

  test('holds the fee that the debtor pays on top', () => {
    const plan = {
      kind: 'equal',
      amount: kopecks(600_000),
      downPayment: kopecks(0),
      payments: 6,
      firstDate: toDay('2026-12-25'),
      periodMonths: 1,
    } as const;
    const schedule = makeSchedule(plan, KNOWN_CALENDAR);
    if (!schedule.ok) throw new Error('refused');
    expect(priceOf(plan, schedule.rows, today)).toMatchObject({ total: 600_000, fullCost: 0 });
    const dear = priceOf(plan, schedule.rows, today, kopecks(12_000));
    expect(dear.total).toBe(612_000);
    expect(dear.fullCost).toBeGreaterThan(0);
  });
});
