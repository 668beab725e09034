import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { addDays, type Day, toDay } from '../values/days.ts';
import {
  breachRule,
  isNoticeDue,
  lastDayToCure,
  noticeDay,
  oldestOverdue,
  overdueDays,
  type RowDelay,
  restoredUntil,
} from './breach.ts';

const open = (due: string): RowDelay => ({ dueDate: toDay(due), paidOn: null });
const paid = (due: string, on: string): RowDelay => ({ dueDate: toDay(due), paidOn: toDay(on) });

test('the notice goes out on the first day on which the delay is long enough, and never when nothing is overdue', () => {
  const rows = [{ dueDate: toDay('2026-09-01'), paidOn: null }];
  for (const rule of ['common', 'loan', 'short_loan'] as const) {
    const day = noticeDay(rule, rows, toDay('2026-09-05'), KNOWN_CALENDAR)!;
    expect(isNoticeDue(rule, rows, day, KNOWN_CALENDAR)).toBe(true);
    expect(isNoticeDue(rule, rows, addDays(day, -1), KNOWN_CALENDAR)).toBe(false);
  }
  expect(noticeDay('loan', rows, toDay('2026-09-05'), KNOWN_CALENDAR)).toBe('2026-11-01');
  expect(noticeDay('loan', [], toDay('2026-09-05'), KNOWN_CALENDAR)).toBeNull();
});

test.each([
  [false, '2024-01-01', '2024-02-01', 30, 'common'],
  [true, '2024-01-01', '2025-01-01', 30, 'loan'],
  [true, '2024-01-01', '2024-02-01', 30, 'short_loan'],
  [true, '2024-01-01', '2024-02-29', 59, 'short_loan'],
  [true, '2024-01-01', '2024-03-01', 30, 'loan'],
  [true, '2024-01-01', '2024-02-01', 60, 'loan'],
  [true, '2024-01-01', null, 30, 'loan'],
] as const)('consumer %s, loan from %s to %s, schedule of %i days: %s', (consumer, from, to, planDays, rule) =>
  expect(
    breachRule({ consumer, contractDate: toDay(from), contractEnd: to === null ? null : toDay(to), planDays }),
  ).toBe(rule),
);

describe('days overdue', () => {
  test.each<[string, RowDelay[], string, number]>([
    ['nothing is due', [open('2026-06-10')], '2026-06-10', 0],
    ['a day', [open('2026-06-10')], '2026-06-11', 1],
    ['two rows count each day once', [open('2026-06-10'), open('2026-06-12')], '2026-06-15', 5],
    ['paid late', [paid('2026-06-10', '2026-06-14')], '2026-06-30', 4],
    ['paid in time', [paid('2026-06-10', '2026-06-10')], '2026-06-30', 0],
    ['paid in time and returned', [{ ...open('2026-03-10'), returnedOn: toDay('2026-06-28') }], '2026-06-30', 2],
    ['returned before it was due', [{ ...open('2026-06-10'), returnedOn: toDay('2026-06-01') }], '2026-06-12', 2],
    ['excused by an event of life', [{ ...open('2026-06-10'), excusedUntil: toDay('2026-06-14') }], '2026-06-15', 1],
    ['excused on this very day', [{ ...open('2026-06-10'), excusedUntil: toDay('2026-06-15') }], '2026-06-15', 0],
    ['delays are added', [paid('2026-03-10', '2026-04-09'), open('2026-06-10')], '2026-06-15', 35],
    ['what is older than 180 days counts no more', [open('2025-01-01')], '2026-06-15', 180],
    ['only its part within them', [paid('2025-01-01', '2025-12-20')], '2026-06-15', 3],
  ])('%s', (_, rows, today, days) => expect(overdueDays(rows, toDay(today))).toBe(days));
});

describe('the notice of a breach', () => {
  const firstDay = (rule: Parameters<typeof isNoticeDue>[0], rows: RowDelay[], from: string): Day => {
    let day = toDay(from);
    while (!isNoticeDue(rule, rows, day, KNOWN_CALENDAR)) day = addDays(day, 1);
    return day;
  };

  // 353-ФЗ, ст. 14, ч. 2: «более чем шестьдесят календарных дней»; ч. 3: «более чем десять».
  test.each([
    ['common', '2026-11-02', '2026-11-18'],
    ['common', '2026-12-28', '2027-01-21'],
    ['loan', '2026-06-10', '2026-08-10'],
    ['short_loan', '2026-06-10', '2026-06-21'],
  ] as const)('%s, due on %s: on %s at the earliest', (rule, due, notice) =>
    expect(firstDay(rule, [open(due)], due)).toBe(notice),
  );

  test('counts delays that are over, but comes only while a payment is overdue', () => {
    const past = paid('2026-03-01', '2026-05-10');
    expect(isNoticeDue('loan', [past], toDay('2026-06-11'), KNOWN_CALENDAR)).toBe(false);
    expect(isNoticeDue('loan', [past, open('2026-06-10')], toDay('2026-06-11'), KNOWN_CALENDAR)).toBe(true);
  });

  test('speaks of the oldest open payment', () => {
    const rows = [paid('2026-05-10', '2026-05-20'), open('2026-07-10'), open('2026-06-10')];
    expect(oldestOverdue(rows, toDay('2026-08-01'))).toBe('2026-06-10');
    expect(oldestOverdue(rows, toDay('2026-06-10'))).toBeNull();
  });
});

// The last day to pay; 2026-08-09 and 2027-01-01 … 10 are days off.
test.each([
  ['common', '2026-11-10', '2026-11-17'],
  ['common', '2026-11-20', '2026-11-27'],
  ['loan', '2026-07-10', '2026-08-10'],
  ['loan', '2026-07-14', '2026-08-13'],
  ['short_loan', '2026-06-22', '2026-07-02'],
  ['short_loan', '2026-12-25', '2027-01-11'],
] as const)('%s, delivered on %s: paid by %s', (rule, delivered, last) =>
  expect(lastDayToCure(rule, toDay(delivered), KNOWN_CALENDAR)).toBe(last),
);

test.each([
  ['common', '2026-06-01', '2026-06-08'],
  ['loan', '2026-06-01', '2026-07-01'],
  ['short_loan', '2026-06-01', '2026-06-11'],
] as const)('%s ended on %s: the restored debt is paid by %s', (rule, ended, until) =>
  expect(restoredUntil(rule, toDay(ended), KNOWN_CALENDAR)).toBe(until),
);
