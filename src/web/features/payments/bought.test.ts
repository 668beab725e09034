import { describe, expect, test } from 'vitest';
import { rowStatus } from '#domain/settlements/debt-on-day.ts';
import { type DatedMoney, type InterestTerms, payOffSum, rowsAfter } from '#domain/settlements/early-payment.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { makeSchedule } from '#domain/settlements/schedule.ts';
import { addDays, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { boughtBy, boughtWords } from './bought.ts';

const on = (dueDate: string, amount: number, paid = 0, status = 'planned') => ({ dueDate, amount, paid, status });
const late = (dueDate: string, amount: number, paid = 0) => on(dueDate, amount, paid, 'overdue');
/** An agreement that bears no interest and whose creditor bears the fee, unless told. */
const agreement = (schedule: ReturnType<typeof on>[], penaltyOpen = 0, of: { payOff?: number; fee?: boolean } = {}) => {
  const bySchedule = schedule.reduce((sum, { amount, paid }) => sum + amount - paid, penaltyOpen);
  return { schedule, penaltyOpen, payOff: of.payOff ?? bySchedule, debtorFee: of.fee ? {} : null };
};

const inTime = [
  on('2026-11-15', 100_00, 100_00, 'paid'),
  on('2026-12-15', 100_00, 40_00),
  on('2027-01-15', 100_00),
  on('2027-02-15', 100_00),
];
const overdue = [late('2026-10-15', 100_00, 20_00), late('2026-11-15', 100_00), on('2026-12-15', 100_00)];
const penaltyAlone = [on('2026-10-15', 100_00, 100_00, 'paid')];
const stays = 'Останется и неустойка за просрочку, сегодня это 50,00₽: деньги идут в неё после всех платежей графика.';

const of = {
  'in time': agreement(inTime),
  'in time with a fee': agreement(inTime, 0, { fee: true }),
  'the last with interest': agreement([on('2027-02-15', 10_200_00)], 0, { payOff: 10_050_00 }),
  'interest of less than the last one': agreement(inTime, 0, { payOff: 250_00 }),
  'interest of more than the last one': agreement([...inTime, on('2027-03-15', 5_00)], 0, { payOff: 255_00 }),
  'interest and a penalty': agreement([on('2027-02-15', 10_200_00)], 50_00, { payOff: 10_100_00 }),
  late: agreement(overdue),
  'late with a fee': agreement(overdue, 0, { fee: true }),
  'late with a penalty': agreement(overdue, 50_00),
  'a penalty of former days': agreement(inTime, 50_00),
  'a penalty alone': agreement(penaltyAlone, 50_00, { fee: true }),
};

test.each<[keyof typeof of, number, string]>([
  ['in time', 10_00, 'Это часть платежа до 15.12.2026: к этому дню останется доплатить 50,00₽.'],
  ['in time', 60_00, 'Этого хватит на платёж до 15.12.2026. Следующий платёж после этого: 100,00₽, срок 15.01.2027.'],
  ['in time', 90_00, 'Этого хватит на платёж до 15.12.2026. Следующий платёж после этого: 70,00₽, срок 15.01.2027.'],
  [
    'in time',
    160_00,
    'Этого хватит на 2 платежа, последний из них — до 15.01.2027. Следующий платёж после этого: 100,00₽, срок 15.02.2027.',
  ],
  ['in time', 260_00, 'Это погасит всё, что осталось.'],

  [
    'in time with a fee',
    10_00,
    'Это часть платежа до 15.12.2026: к этому дню останется доплатить 50,00₽ и вознаграждение платформы.',
  ],
  [
    'in time with a fee',
    60_00,
    'Этого хватит на платёж до 15.12.2026. Следующий платёж после этого: 100,00₽ и вознаграждение платформы, срок 15.01.2027.',
  ],
  ['in time with a fee', 260_00, 'Это погасит всё, что осталось.'],

  // Nothing is left of the interest of days to come, and a part of the money stops a part of it.
  ['the last with interest', 10_050_00, 'Это погасит всё, что осталось.'],
  [
    'the last with interest',
    9_000_00,
    'Это часть платежа до 15.02.2027: к этому дню останется доплатить не больше 1 200,00₽.',
  ],
  ['interest of less than the last one', 250_00, 'Это погасит всё, что осталось.'],
  [
    'interest of less than the last one',
    60_00,
    'Этого хватит на платёж до 15.12.2026. Следующий платёж после этого: 100,00₽, срок 15.01.2027.',
  ],
  [
    'interest of less than the last one',
    160_00,
    'Этого хватит на 2 платежа, последний из них — до 15.01.2027. Следующий платёж после этого: не больше 100,00₽, срок 15.02.2027.',
  ],
  [
    'interest of more than the last one',
    160_00,
    'Этого хватит на 2 платежа, последний из них — до 15.01.2027. Следующий платёж после этого: не больше 100,00₽, срок 15.02.2027.',
  ],
  ['interest and a penalty', 10_100_00, 'Это погасит всё, что осталось.'],
  [
    'interest and a penalty',
    10_060_00,
    'Этого хватит на все платежи графика. Останется неустойка за просрочку: 40,00₽.',
  ],

  // No day that is past is named as one by which to pay.
  ['late', 50_00, 'Просрочка станет меньше, но ещё останется: 130,00₽.'],
  ['late', 80_00, 'Просрочка станет меньше, но ещё останется: 100,00₽.'],
  ['late', 180_00, 'Просроченных платежей не останется. Следующий платёж после этого: 100,00₽, срок 15.12.2026.'],
  ['late', 200_00, 'Просроченных платежей не останется. Следующий платёж после этого: 80,00₽, срок 15.12.2026.'],
  ['late', 280_00, 'Это погасит всё, что осталось.'],
  ['late with a fee', 50_00, 'Просрочка станет меньше, но ещё останется: 130,00₽ и вознаграждение платформы.'],
  ['late with a penalty', 80_00, `Просрочка станет меньше, но ещё останется: 100,00₽. ${stays}`],
  [
    'late with a penalty',
    180_00,
    `Просроченных платежей не останется. Следующий платёж после этого: 100,00₽, срок 15.12.2026. ${stays}`,
  ],
  ['late with a penalty', 280_00, 'Этого хватит на все платежи графика. Останется неустойка за просрочку: 50,00₽.'],
  ['late with a penalty', 330_00, 'Это погасит всё, что осталось.'],
  [
    'a penalty of former days',
    10_00,
    `Это часть платежа до 15.12.2026: к этому дню останется доплатить 50,00₽. ${stays}`,
  ],
  // No fee is taken of a penalty.
  ['a penalty alone', 20_00, 'Останется неустойка за просрочку: 30,00₽.'],
  ['a penalty alone', 50_00, 'Это погасит всё, что осталось.'],
])('%s, %i kopecks', (which, amount, words) => {
  const told = boughtWords(of[which], amount);
  // The spaces that keep a line together are told apart by no eye.
  expect(told.replaceAll(/\s(?=₽)/gu, '').replaceAll('\u00a0', ' ')).toBe(words);
});

test('a node that tells no sum of paying all of it off leaves open how much interest is saved', () => {
  expect(boughtBy({ schedule: inTime, penaltyOpen: 0 }, 60_00).next).toMatchObject({ sum: 100_00, mayBeLess: true });
});

describe('what is said of a schedule with interest is what the reckoning of a payment makes of it', () => {
  const plan: Plan = {
    kind: 'annuity',
    amount: kopecks(10_000_000),
    downPayment: kopecks(0),
    payments: 4,
    firstDate: toDay('2026-02-10'),
    periodMonths: 1,
    rateBps: 29_200,
    interestOn: kopecks(10_000_000),
  };
  const made = makeSchedule(plan, null);
  if (!made.ok) throw new Error(made.problems[0]!.message);
  const terms: InterestTerms = { rows: made.rows, since: toDay('2026-01-10'), earned: kopecks(0) };
  const penaltyOpen = 50_00;

  /** The rows after money, each with what it has got, in order. */
  const rowsWith = (money: readonly DatedMoney[], paid: number) => {
    let rest = money.reduce((sum, one) => sum + one.amount, 0);
    return rowsAfter(terms, money, (no) => kopecks(paidOf(paid, no))).map((row) => {
      const got = Math.min(rest, row.amount);
      rest -= got;
      return { ...row, left: row.amount - got };
    });
  };
  /** What a row of the agreed schedule has of money that came when it was owed. */
  const paidOf = (paid: number, no: number): number => {
    const before = terms.rows.filter((row) => row.no < no).reduce((sum, { amount }) => sum + amount, 0);
    const own = terms.rows.find((row) => row.no === no)!.amount;
    return Math.min(own, Math.max(0, paid - before));
  };

  test.each([
    ['on the day after the signature', 1, 0],
    ['before the second payment', 45, terms.rows[0]!.amount],
    ['late by one payment', 45, 0],
    ['late by all', 200, 0],
  ])('%s', (_, days, paid) => {
    const today = addDays(terms.since, days);
    const before: DatedMoney[] = paid > 0 ? [{ day: terms.rows[0]!.dueDate, amount: paid }] : [];
    const schedule = terms.rows.map(({ no, dueDate, amount }) => {
      const got = paidOf(paid, no);
      return { dueDate, amount, paid: got, status: rowStatus(dueDate, amount - got, today) };
    });
    const payOff = payOffSum({ terms, money: before }, today) + penaltyOpen;
    const told = { schedule, penaltyOpen, payOff };
    for (let amount = 1; amount <= payOff; amount += 99_991) {
      const said = boughtBy(told, amount);
      const left = rowsWith([...before, { day: today, amount }], paid).filter((row) => row.left > 0);
      const [next] = left;
      expect(said.next?.dueDate).toBe(next?.dueDate);
      const isTrue = (sum: number, told: { sum: number; mayBeLess: boolean } | undefined) =>
        told !== undefined && (told.mayBeLess ? told.sum >= sum : told.sum === sum);
      if (next) expect(isTrue(next.left, said.next)).toBe(true);
      const overdueSum = left.filter(({ dueDate }) => dueDate < today).reduce((sum, row) => sum + row.left, 0);
      if (overdueSum > 0) expect(isTrue(overdueSum, said.late)).toBe(true);
      else expect(said.late).toBeUndefined();
    }
    for (const [amount, penalty] of [
      [payOff, 0],
      [payOff - 10_00, 10_00],
      [payOff - penaltyOpen, penaltyOpen],
    ] as const) {
      expect(boughtBy(told, amount)).toMatchObject({ next: undefined, late: undefined, penalty });
      expect(rowsWith([...before, { day: today, amount }], paid).every((row) => row.left === 0)).toBe(true);
    }
    const short = boughtBy(told, payOff - penaltyOpen - 1);
    expect(short.next).toBeDefined();
  });
});
