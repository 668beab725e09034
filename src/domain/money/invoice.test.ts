import { expect, test } from 'vitest';
import { businessCalendar } from '../values/business-calendar.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { monthEnd, monthOf } from '../values/months.ts';
import {
  dueDateOf,
  invoiceMachine,
  invoiceNumberIn,
  isMonthOver,
  namesOtherInn,
  paperNumber,
  reckonedMonth,
  useCredits,
} from './invoice.ts';

test('an invoice is paid or cancelled, and what has ended stays', () => {
  expect(invoiceMachine.reachable().toSorted()).toEqual(['cancelled', 'issued', 'paid']);
  expect(invoiceMachine.movesOpenTo('issued', 'operator:accountant')).toEqual(['pay', 'cancel']);
  expect(invoiceMachine.movesOpenTo('paid', 'administrator')).toEqual([]);
  expect(invoiceMachine.movesOpenTo('cancelled', 'administrator')).toEqual([]);
  expect(invoiceMachine.movesOpenTo('issued', 'head')).toEqual([]);
});

test.each([
  ['Оплата по счёту СЧ-2026-000012 от 31.08.2026', 'СЧ-2026-000012'],
  ['счет № СЧ – 2026 — 12', 'СЧ-2026-000012'],
  ['СЧ2026-000012', 'СЧ-2026-000012'],
  ['Cч-2026-000012 за август', 'СЧ-2026-000012'],
  ['сч-2026-000012.', 'СЧ-2026-000012'],
  ['СЧ-2026-1234567', 'СЧ-2026-1234567'],
  ['по соглашению У-2026-000012', null],
  ['РСЧ-2026-000012', null],
  ['СЧ-2026-000012, счёт СЧ-2026-12', 'СЧ-2026-000012'],
  ['СЧ-2026-000012 и СЧ-2026-000013', null],
  ['счёт 12', null],
  ['', null],
  [null, null],
])('the invoice that «%s» names is %s', (purpose, number) => expect(invoiceNumberIn(purpose)).toBe(number));

test.each([
  ['Оплата счёта', false],
  [null, false],
  ['Оплата счёта, ИНН 7707083893', false],
  ['ИНН/КПП 7707083893/770701001', false],
  ['инн\\кпп:7707083893\\770701001', false],
  ['ИНН 7707083893 КПП 770701001', false],
  ['ИНН7707083893', false],
  ['ИНН плательщика — 7707083893', false],
  ['ИНН № (7707083893), ИНН=7707083893', false],
  // Latin letters look the same.
  ['ИHH/KПП 7707083893/770701001', false],
  ['Счёт 7701234567, длинный 7701234567, Иннокентий 7701234567', false],
  ['ИНН/КПП 7701234567/770101001', true],
  ['ИННКПП 7701234567/770101001', true],
  ['И.Н.Н. 7701234567', true],
  ['INN 7701234567', true],
  ['за ООО «Ромашка» (ИНН плательщика: 7701234567)', true],
  ['ИНН 7707083893, за ООО «Ромашка» инн:500100732259', true],
  ['ИНН 500100732259 ИНН 7707083893', true],
  // What cannot be read may be anybody's.
  ['ИНН 77070838931', true],
  ['ИНН 77 07 083893', true],
  ['ИНН не указан', true],
])('«%s» names the INN of somebody else: %s', (purpose, isOther) =>
  expect(namesOtherInn(purpose, '7707083893')).toBe(isOther),
);

test('numbers are of a kind and a year', () => {
  expect(paperNumber('invoice', 2026, 1)).toBe('СЧ-2026-000001');
  expect(paperNumber('correction', 2027, 1_234_567)).toBe('КД-2027-1234567');
  expect(invoiceNumberIn(paperNumber('invoice', 2026, 7))).toBe('СЧ-2026-000007');
});

test.each([
  ['2026-02-11', '2026-02-01', '2026-02-28'],
  ['2024-02-29', '2024-02-01', '2024-02-29'],
  ['2026-04-30', '2026-04-01', '2026-04-30'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
  ['9999-12-31', '9999-12-01', '9999-12-31'],
])('the month of %s is from %s to %s', (day, first, last) => {
  expect(monthOf(toDay(day))).toBe(first);
  expect(monthEnd(toDay(day))).toBe(last);
});

test.each([
  ['2026-08-01', '2026-08-31', false],
  ['2026-08-01', '2026-09-01', true],
  ['2026-12-01', '2027-01-01', true],
])('the month %s, when %s begins, is over: %s', (month, today, isOver) =>
  expect(isMonthOver(toDay(month), toDay(today))).toBe(isOver),
);

test('an invoice is due in working days', () => {
  const calendar = businessCalendar({});
  expect(dueDateOf(toDay('2026-07-31'), calendar, 5)).toBe('2026-08-07');
  expect(dueDateOf(toDay('2026-01-31'), calendar, 1)).toBe('2026-02-02');
});

const rest = (id: number, sum: number) => ({ id, rest: kopecks(sum) });

test.each([
  ['a part', [rest(1, 100)], [rest(7, 40)], [[1, 7, 40]]],
  [
    'one credit for several invoices',
    [rest(1, 100), rest(2, 50)],
    [rest(7, 120)],
    [
      [1, 7, 100],
      [2, 7, 20],
    ],
  ],
  [
    'several credits for one',
    [rest(1, 100)],
    [rest(7, 60), rest(8, 60)],
    [
      [1, 7, 60],
      [1, 8, 40],
    ],
  ],
  ['more than is asked', [rest(1, 100)], [rest(7, 300)], [[1, 7, 100]]],
  ['nothing open', [], [rest(7, 300)], []],
  ['nothing to pay with', [rest(1, 100)], [rest(7, 0)], []],
])('credits pay invoices in order: %s', (_name, invoices, credits, expected) =>
  expect(useCredits(invoices, credits).map(({ invoiceId, creditId, amount }) => [invoiceId, creditId, amount])).toEqual(
    expected,
  ),
);

test.each([
  ['2026-01-01', '2025-12-01'],
  ['2026-03-09', '2026-02-01'],
  ['2026-03-10', '2026-03-01'],
  ['2026-03-31', '2026-03-01'],
])('on %s the sums of the month %s are looked at', (today, month) => {
  expect(reckonedMonth(toDay(today))).toBe(month);
});
