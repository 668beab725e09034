import { describe, expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { isPayoutDay, lastPayoutDay, type PayoutFacts, payoutMachine, payoutObstacle } from './payout.ts';

test('a payout comes from its first statuses to each other one', () => {
  expect(payoutMachine.reachable().toSorted()).toEqual([...payoutMachine.statuses].toSorted());
  expect(payoutMachine.canMove('succeeded', 'fail')).toBe(false);
  expect(payoutMachine.canMove('failed', 'succeed')).toBe(true);
});

test.each([
  ['day', '2026-11-28', true],
  ['week', '2026-11-30', true],
  ['week', '2026-12-01', false],
  ['month', '2026-12-01', true],
  ['month', '2026-11-30', false],
] as const)('who is paid out each %s on %s: %s', (every, day, expected) => {
  expect(isPayoutDay(every, toDay(day))).toBe(expected);
});

test('the last day of payouts is the day itself, or the one before it', () => {
  expect(lastPayoutDay('day', toDay('2026-12-02'))).toBe('2026-12-02');
  expect(lastPayoutDay('week', toDay('2026-12-02'))).toBe('2026-11-30');
  expect(lastPayoutDay('week', toDay('2026-11-30'))).toBe('2026-11-30');
  expect(lastPayoutDay('month', toDay('2026-12-02'))).toBe('2026-12-01');
});

describe('what stands in the way of a payout', () => {
  const free: PayoutFacts = {
    isVerified: true,
    hasDetails: true,
    areDetailsRefused: false,
    areDetailsFresh: false,
    isUnderWay: false,
    hasPartner: true,
    areFeesBooked: true,
    isReconciled: true,
    free: 100_000,
  };
  const least = kopecks(100_000);

  test.each([
    ['nothing', {}, null],
    ['a kopeck too little', { free: 99_999 }, 'too_little'],
    ['nothing free', { free: 0 }, 'too_little'],
    ['an unfinished reconciliation', { isReconciled: false }, 'not_reconciled'],
    ['a fee that is not booked', { areFeesBooked: false, isReconciled: false }, 'fee_not_booked'],
    ['no partner', { hasPartner: false, areFeesBooked: false }, 'no_partner'],
    ['another one', { isUnderWay: true }, 'under_way'],
    ['details that a bank has refused', { areDetailsRefused: true }, 'refused_details'],
    ['an account of today', { areDetailsFresh: true }, 'fresh_details'],
    ['no details', { hasDetails: false }, 'no_details'],
    ['a company that is not verified', { isVerified: false, hasDetails: false }, 'not_verified'],
  ] as const)('%s', (_name, changed, expected) => {
    expect(payoutObstacle({ ...free, ...changed }, least)).toBe(expected);
  });

  test('by hand any sum goes, also to details that were refused, but not beside another payout', () => {
    expect(
      payoutObstacle({ ...free, free: 1, areDetailsRefused: true, areDetailsFresh: true }, least, true),
    ).toBeNull();
    expect(payoutObstacle({ ...free, areFeesBooked: false, isReconciled: false }, least, true)).toBeNull();
    expect(payoutObstacle({ ...free, hasPartner: false }, least, true)).toBe('no_partner');
    expect(payoutObstacle({ ...free, free: 0 }, least, true)).toBe('too_little');
    expect(payoutObstacle({ ...free, isUnderWay: true }, least, true)).toBe('under_way');
  });
});
