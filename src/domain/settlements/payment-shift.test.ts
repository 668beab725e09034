import { expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { isRarer, judgeShift, type Shifting, shiftChoices, shiftedDay, shiftWords } from './payment-shift.ts';

const row = (no: number, dueDate: string, open = 1_000) => ({
  no,
  dueDate: toDay(dueDate),
  principal: kopecks(open),
  interest: kopecks(0),
});
/** Monthly, from the tenth of March. */
const monthly = ['2027-03-10', '2027-04-12', '2027-05-11', '2027-06-10', '2027-07-12'].map((day, index) =>
  row(index + 1, day),
);
const shifting = (of: Partial<Omit<Shifting, 'today'>> & { today?: string } = {}): Shifting => ({
  every: 3,
  rows: monthly,
  shifted: [],
  calendar: KNOWN_CALENDAR,
  ...of,
  today: toDay(of.today ?? '2027-03-01'),
});

test.each([
  ['2027-03-10', '2027-03-17'],
  // A Saturday goes on to Monday.
  ['2027-04-10', '2027-04-19'],
  // The holidays of New Year.
  ['2026-12-28', '2027-01-11'],
])('a payment of %s is shifted to %s', (from, to) => {
  expect(shiftedDay(toDay(from), KNOWN_CALENDAR)).toBe(to);
});

test.each<[string, Parameters<typeof shifting>[0], number, object]>([
  ['the next', {}, 1, { from: '2027-03-10', to: '2027-03-17' }],
  ['one further on', {}, 4, { from: '2027-06-10', to: '2027-06-17' }],
  ['the last', {}, 5, { from: '2027-07-12', to: '2027-07-19' }],
  ['the only one', { rows: monthly.slice(0, 1) }, 1, { to: '2027-03-17' }],
  ['one on the day before it', { today: '2027-03-09' }, 1, { to: '2027-03-17' }],
  ['one that is paid in part', { rows: [row(1, '2027-03-10', 1)] }, 1, { to: '2027-03-17' }],
  ['one as far from the shifted as is agreed', { shifted: [1] }, 4, { to: '2027-06-17' }],
  ['one long before the shifted', { shifted: [5] }, 2, { to: '2027-04-19' }],
  ['one on its day', { today: '2027-03-10' }, 1, { why: expect.stringContaining('уже наступил') }],
  [
    'one that is paid',
    { rows: [row(1, '2027-03-10', 0), ...monthly.slice(1)] },
    1,
    { why: expect.stringContaining('нет') },
  ],
  ['one that is not there', {}, 9, { why: 'Такого неоплаченного платежа в графике нет' }],
  [
    'while another is late',
    { today: '2027-03-11' },
    2,
    { why: 'Платёж со сроком 10.03.2027 просрочен: сначала оплатите его' },
  ],
  ['the shifted one again', { shifted: [1] }, 1, { why: 'Этот платёж уже перенесён' }],
  ['one too near after', { shifted: [1] }, 3, { why: 'Перенесён платёж № 1, а право даётся один раз в 3 платежа' }],
  ['one too near before', { shifted: [4] }, 2, { why: 'Перенесён платёж № 4, а право даётся один раз в 3 платежа' }],
  [
    'one that would come to the next',
    { rows: [row(1, '2027-03-10'), row(2, '2027-03-17')] },
    1,
    { why: 'Новый срок 17.03.2027 не раньше срока следующего платежа, 17.03.2027' },
  ],
  [
    'when all are due',
    { rows: monthly.slice(0, 1), today: '2027-03-10' },
    1,
    { why: 'Предстоящих платежей больше нет' },
  ],
])('to shift %s', (_, of, no, expected) => {
  expect(judgeShift(shifting(of), no)).toMatchObject(expected);
});

test('what may be chosen is what is still to come', () => {
  const paid = [row(1, '2027-03-10', 0), ...monthly.slice(1)];
  const choices = shiftChoices(shifting({ rows: paid, shifted: [1] }));
  expect(choices.map(({ no, why }) => [no, why === null])).toEqual([
    [2, false],
    [3, false],
    [4, true],
    [5, true],
  ]);
});

test('of any payments in a row, as many as the right names, one at most is shifted', () => {
  for (let every = 2; every <= 5; every++) {
    const shifted: number[] = [];
    for (const { no } of monthly) {
      if ('to' in judgeShift(shifting({ every, shifted }), no)) shifted.push(no);
    }
    const runs = monthly.slice(every - 1).map((_, index) => monthly.slice(index, index + every));
    for (const run of runs) expect(run.filter(({ no }) => shifted.includes(no)).length).toBeLessThanOrEqual(1);
  }
});

test('a right is worth more the oftener it comes', () => {
  expect([isRarer(6, 3), isRarer(null, 6), isRarer(3, 6), isRarer(3, null), isRarer(null, null)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(shiftWords(2)).toBe('на 7 дней, один раз в 2 платежа');
});
