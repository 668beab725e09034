import { describe, expect, test } from 'vitest';
import { addMonths, toDay } from '../values/days.ts';
import type { Side } from '../values/machine.ts';
import { kopecks } from '../values/money.ts';
import {
  type Bargaining,
  firstTurn,
  offerExpiresAt,
  offerProblems,
  otherSide,
  turnAfter,
  worseThan,
} from './negotiation.ts';

/** Payments on the days of a plan from December on. */
const payments = (...amounts: number[]) =>
  amounts.map((amount, index) => ({ plannedDate: addMonths(toDay('2026-12-01'), index), amount: kopecks(amount) }));

const OPEN: Bargaining = {
  turn: 'individual',
  hasActiveOffer: true,
  round: 3,
  maxRounds: 10,
  last: { individual: payments(5000), creditor: payments(8000) },
  most: kopecks(10_000),
  fees: { individual: kopecks(0), creditor: kopecks(80), offered: kopecks(0) },
};
const fees = (offered: number) => ({ individual: kopecks(0), creditor: kopecks(80), offered: kopecks(offered) });
const codes = (by: Side, amount: number, changed: Partial<Bargaining> = {}) =>
  offerProblems(by, payments(amount), { ...OPEN, ...changed }).map(({ code }) => code);

describe('an offer', () => {
  test.each<[string, Side, number, Partial<Bargaining>, string[]]>([
    ['of the same as before', 'individual', 5000, {}, []],
    ['of more by the debtor', 'individual', 5001, {}, []],
    ['of less by the debtor', 'individual', 4999, {}, ['worse_than_before']],
    ['out of turn', 'creditor', 8000, {}, ['not_your_turn']],
    ['of less by the creditor', 'creditor', 7999, { turn: 'creditor' }, []],
    ['of more by the creditor', 'creditor', 8001, { turn: 'creditor' }, ['worse_than_before']],
    [
      'of less that asks for more with the fee',
      'creditor',
      7999,
      { turn: 'creditor', fees: fees(83) },
      ['worse_than_before'],
    ],
    ['of less with a kopeck of rounding', 'creditor', 7999, { turn: 'creditor', fees: fees(82) }, []],
    ['of more with a greater fee by the debtor', 'individual', 5001, { fees: fees(900) }, []],
    ['when none is active', 'creditor', 8000, { hasActiveOffer: false }, []],
    ['for the first time', 'individual', 1, { last: { individual: null, creditor: null } }, []],
    ['in the last round', 'individual', 5000, { round: 9 }, []],
    ['after the last round', 'individual', 5000, { round: 10 }, ['too_many_rounds']],
    ['wrong in all', 'creditor', 9000, { round: 10 }, ['not_your_turn', 'too_many_rounds', 'worse_than_before']],
  ])('%s, by the %s', (_, by, amount, changed, expected) => expect(codes(by, amount, changed)).toEqual(expected));

  test('the message names the bound', () => {
    const [problem] = offerProblems('individual', payments(1), OPEN);
    expect(problem?.message.replaceAll('\u00A0', ' ')).toBe('Не меньше вашего прошлого предложения: всего 50,00 ₽');
  });
});

describe('an offer of other payments', () => {
  test.each<[string, Side, number[], number[], string | null]>([
    ['of the same whole, later', 'creditor', [5000, 3000], [2000, 2000, 4000], null],
    ['of a greater whole, by more payments', 'creditor', [4000, 4000], [3000, 3000, 3000], 'всего 80,00 ₽'],
    ['of a smaller whole on the same days', 'creditor', [4000, 4000], [3000, 3000], null],
    ['of the same whole, the first larger', 'creditor', [3000, 5000], [4000, 4000], 'Платёж 1: не больше'],
    ['of a smaller whole, the last larger', 'creditor', [5000, 3000], [1000, 4000], 'Платёж 2: не больше'],
    ['of a smaller whole', 'individual', [4000, 4000], [3000, 3000], 'Не меньше'],
    ['of a greater whole, the first smaller', 'individual', [3000, 3000], [2000, 5000], 'Платёж 1: не меньше'],
    ['of a greater whole, the first smaller, on other days', 'individual', [3000, 3000], [2000, 2000, 5000], null],
  ])('%s, by the %s', (_, by, before, offered, expected) => {
    const worse = worseThan(by, payments(...before), payments(...offered));
    if (expected === null) expect(worse).toBeNull();
    else expect(worse?.replaceAll('\u00A0', ' ')).toContain(expected);
  });
});

// Decision 0214.
test.each<[string, number[], number[], string | null]>([
  ['all of the debt without the interest of before', [4500, 4500], [4000, 4000], null],
  ['less than all of it', [4500, 4500], [4000, 3999], 'Не меньше вашего прошлого предложения: всего 80,00 ₽'],
  ['all of it as before, the first smaller', [4000, 4000], [3000, 5000], 'Платёж 1: не меньше'],
])('a debtor is held to no more than may be agreed on: %s', (_, before, offered, expected) => {
  const worse = worseThan('individual', payments(...before), payments(...offered), { most: kopecks(8000) });
  if (expected === null) expect(worse).toBeNull();
  else expect(worse?.replaceAll('\u00A0', ' ')).toContain(expected);
});

test('whose turn it is', () => {
  expect([firstTurn(true), firstTurn(false)]).toEqual(['individual', 'creditor']);
  expect(turnAfter('offer', 'individual')).toBe('creditor');
  expect(turnAfter('reject', 'individual')).toBe('individual');
  expect(turnAfter('expire', 'creditor')).toBe('creditor');
  expect(turnAfter('withdraw', 'creditor')).toBe('creditor');
  expect(otherSide('creditor')).toBe('individual');
});

test.each([
  ['2026-11-20T20:59:59Z', 7, '2026-11-27T21:00:00.000Z'],
  ['2026-11-20T21:00:00Z', 7, '2026-11-28T21:00:00.000Z'],
  ['2026-12-31T10:00:00Z', 1, '2027-01-01T21:00:00.000Z'],
])('an offer of %s for %i days ends at %s', (made, days, end) =>
  expect(offerExpiresAt(new Date(made), days).toISOString()).toBe(end),
);
