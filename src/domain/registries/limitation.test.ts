import { describe, expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import {
  LIMITATION_UNDATED,
  LIMITATION_WARNING,
  type LimitationQuestion,
  limitationOn,
  limitationWarning,
} from './limitation.ts';

const ask = (overdueFrom: string, on: string, more: Partial<LimitationQuestion> = {}) =>
  limitationOn({
    stage: 'pretrial',
    overdueFrom: toDay(overdueFrom),
    on: toDay(on),
    recognitions: [],
    court: [],
    ...more,
  });
const recognised = (on: string, written = false) => ({ recognitions: [{ on: toDay(on), written }] });
const inCourt = (from: string, to: string | null) => ({
  court: [{ from: toDay(from), to: to === null ? null : toDay(to) }],
});

test.each([
  ['2023-11-20', '2026-11-20', 'running'],
  ['2023-11-19', '2026-11-20', 'may_be_over'],
  ['2024-02-29', '2027-02-28', 'running'],
  ['2024-02-29', '2027-03-01', 'may_be_over'],
  ['2026-01-01', '2026-11-20', 'running'],
])('before a court: overdue since %s, on %s: %s', (from, on, status) => expect(ask(from, on)).toBe(status));

describe('a recognition', () => {
  test.each([
    // On the last day of the term it is still within it, whatever its form.
    ['2026-11-20', false, '2029-11-20', 'running'],
    ['2026-11-20', false, '2029-11-21', 'may_be_over'],
    ['2026-11-20', true, '2029-11-20', 'running'],
    // A day later only a written one begins the term anew.
    ['2026-11-21', false, '2026-11-21', 'may_be_over'],
    ['2026-11-21', true, '2026-11-21', 'running'],
    ['2026-11-21', true, '2029-11-21', 'running'],
    ['2026-11-21', true, '2029-11-22', 'may_be_over'],
    // What has not happened yet changes nothing.
    ['2026-11-23', true, '2026-11-22', 'may_be_over'],
  ])('of %s, written: %s; on %s: %s', (day, written, on, status) =>
    expect(ask('2023-11-20', on, recognised(day, written))).toBe(status),
  );

  test('after the term that was no written one does not hold up one that is', () => {
    const recognitions = [
      { on: toDay('2026-12-02'), written: true },
      { on: toDay('2026-12-01'), written: false },
    ];
    expect(ask('2023-11-20', '2026-12-01', { recognitions })).toBe('may_be_over');
    expect(ask('2023-11-20', '2026-12-02', { recognitions })).toBe('running');
  });
});

// ГК РФ, ст. 196 п. 2: no term is longer than ten years, whatever has begun it anew.
test.each([
  ['2025-11-20', '2026-11-20', 'running'],
  ['2025-11-20', '2026-11-21', 'may_be_over'],
  ['2026-11-21', '2026-11-21', 'may_be_over'],
])('overdue since 20.11.2016 and recognised in writing on %s, on %s: %s', (day, on, standing) => {
  const recognitions = ['2019-11-20', '2022-11-20', day].map((one) => ({ on: toDay(one), written: true }));
  expect(ask('2016-11-20', on, { recognitions })).toBe(standing);
  expect(ask('2016-11-20', '2040-01-01', { recognitions, ...inCourt('2020-01-01', null) })).toBe('stopped');
});

describe('a court', () => {
  test.each([
    ['2026-11-20', null, '2035-01-01', 'stopped'],
    ['2026-11-21', null, '2026-11-21', 'may_be_over'],
    // Ten days of a court lengthen the term by ten days where more than half a year is left.
    ['2024-01-10', '2024-01-20', '2026-11-30', 'running'],
    ['2024-01-10', '2024-01-20', '2026-12-01', 'may_be_over'],
    // What is left is half a year at least.
    ['2026-11-19', '2026-12-31', '2027-06-30', 'running'],
    ['2026-11-19', '2026-12-31', '2027-07-01', 'may_be_over'],
  ])('from %s to %s, on %s: %s', (from, to, on, status) =>
    expect(ask('2023-11-20', on, { stage: to === null ? 'court' : 'pretrial', ...inCourt(from, to) })).toBe(status),
  );
});

test.each(['2026-11-20', '2030-01-01'])('enforcement has no limitation, on %s', (on) =>
  expect(ask('2020-01-01', on, { stage: 'enforcement', ...recognised('2021-01-01') })).toBe('enforcement'),
);

test('the warning says why: the day has passed, or the creditor has told none', () => {
  for (const of of [{}, { overdueFrom: '2020-01-01' }]) expect(limitationWarning(of)).toEqual(LIMITATION_WARNING);
  const [first, ...rest] = limitationWarning({ overdueFrom: null });
  expect([first, ...rest]).toEqual([LIMITATION_UNDATED, ...LIMITATION_WARNING.slice(1)]);
});
