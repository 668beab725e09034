import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBalanced, overdrawn, post } from '#test/helpers/ledger/ledger-model.ts';
import { kopecks } from '../values/money.ts';
import { balanceOf, type LedgerEvent, type Line, linesOf, reverse } from './ledger.ts';
import { ACCOUNT_CODES, accountOf } from './ledger-accounts.ts';
import { brokenInvariants } from './ledger-invariants.ts';

const settlement = { settlementId: 7, legalEntityId: 1, individualId: 3 };
const k = kopecks;
const none = { amount: k(0), vat: k(0) };

/** «Дт 1010 100», with the holder after a colon. */
const read = (lines: readonly Line[]) =>
  lines.map(({ account, holderId, side, amount }) => {
    const name = holderId === null ? account : `${account}:${holderId}`;
    return `${side === 'debit' ? 'Дт' : 'Кт'} ${name} ${amount}`;
  });

describe('the entries of §9', () => {
  test.each<[string, LedgerEvent, string]>([
    [
      'E1',
      { kind: 'concluded', ...settlement, claim: k(70), forgiven: k(30) },
      'Дт M10:7 70, Дт M20:7 30, Кт M99:7 100',
    ],
    [
      'E1 without a discount',
      { kind: 'concluded', ...settlement, claim: k(70), forgiven: k(0) },
      'Дт M10:7 70, Кт M99:7 70',
    ],
    ['E2', { kind: 'paid', ...settlement, taken: k(70), overpaid: k(5) }, 'Дт 1010 75, Кт 2010:1 70, Кт 2020:3 5'],
    ['E2 unmatched', { kind: 'received_unmatched', amount: k(9) }, 'Дт 1010 9, Кт 2030 9'],
    [
      'E2 matched later',
      { kind: 'matched', ...settlement, taken: k(8), overpaid: k(1) },
      'Дт 2030 9, Кт 2010:1 8, Кт 2020:3 1',
    ],
    [
      'E3',
      { kind: 'allocated', ...settlement, toSchedule: k(60), toPenalty: k(10) },
      'Дт M99:7 70, Кт M10:7 60, Кт M30:7 10',
    ],
    ['E4 withheld', fee('withheld'), 'Дт 2010:1 12, Кт 9010 10, Кт 2050 2'],
    ['E4 invoiced', fee('invoiced'), 'Дт 1200:1 12, Кт 9010 10, Кт 2050 2'],
    ['E4 on top', fee('on_top'), 'Дт 1010 12, Кт 9010 10, Кт 2050 2'],
    ['E5', { kind: 'paid_out', legalEntityId: 1, payoutId: 7, amount: k(58) }, 'Дт 2010:1 58, Кт 1010 58'],
    ['E5 back', { kind: 'payout_returned', legalEntityId: 1, payoutId: 7, amount: k(58) }, 'Дт 1010 58, Кт 2010:1 58'],
    ['E6', { kind: 'partner_commission', amount: k(2) }, 'Дт 9100 2, Кт 1010 2'],
    ['E13', { kind: 'expensed', amount: k(2) }, 'Дт 9100 2, Кт 1010 2'],
    ['E13 back', { kind: 'expense_returned', amount: k(2) }, 'Дт 1010 2, Кт 9100 2'],
    [
      'E7 from the creditor, with E3 and E4 reversed',
      {
        kind: 'refunded',
        ...settlement,
        from: 'creditor',
        amount: k(70),
        allocated: { toSchedule: k(60), toPenalty: k(10) },
        fee: { amount: k(12), vat: k(2) },
        feeWay: 'withheld',
      },
      'Дт 2010:1 70, Кт 1010 70, Кт M99:7 70, Дт M10:7 60, Дт M30:7 10, Кт 2010:1 12, Дт 9010 10, Дт 2050 2',
    ],
    [
      'E7 of what was overpaid',
      {
        kind: 'refunded',
        ...settlement,
        from: 'overpaid',
        amount: k(5),
        allocated: { toSchedule: k(0), toPenalty: k(0) },
        fee: none,
        feeWay: 'withheld',
      },
      'Дт 2020:3 5, Кт 1010 5',
    ],
    ['E7 of what was never matched', { kind: 'returned_unmatched', amount: k(9) }, 'Дт 2030 9, Кт 1010 9'],
    ['E8', { kind: 'fulfilled', ...settlement, forgiven: k(30) }, 'Дт M99:7 30, Кт M20:7 30'],
    [
      'E9',
      { kind: 'breached', ...settlement, claimRest: k(40), forgiven: k(30) },
      'Кт M10:7 40, Кт M20:7 30, Дт M99:7 70',
    ],
    [
      'a new schedule that asks for more',
      { kind: 'rescheduled', ...settlement, before: k(40), after: k(43) },
      'Дт M10:7 3, Кт M99:7 3',
    ],
    [
      'a new schedule that asks for less',
      { kind: 'rescheduled', ...settlement, before: k(43), after: k(40) },
      'Дт M99:7 3, Кт M10:7 3',
    ],
    ['a new schedule of the same sums', { kind: 'rescheduled', ...settlement, before: k(40), after: k(40) }, ''],
    [
      'an agreement given up',
      { kind: 'annulled', ...settlement, claimRest: k(40), forgiven: k(30) },
      'Кт M10:7 40, Кт M20:7 30, Дт M99:7 70',
    ],
    [
      'an agreement that the law has ended',
      { kind: 'cancelled', ...settlement, claimRest: k(40), forgiven: k(30) },
      'Кт M10:7 40, Кт M20:7 30, Дт M99:7 70',
    ],
    ['E10', { kind: 'penalty_accrued', ...settlement, amount: k(3) }, 'Дт M30:7 3, Кт M99:7 3'],
    ['E11', { kind: 'penalty_waived', ...settlement, amount: k(3), why: 'given_up' }, 'Дт M99:7 3, Кт M30:7 3'],
    [
      'E12 to the partner',
      { kind: 'invoice_paid', legalEntityId: 1, to: 'partner', amount: k(12) },
      'Дт 1010 12, Кт 1200:1 12',
    ],
    [
      'E12 to the bank',
      { kind: 'invoice_paid', legalEntityId: 1, to: 'bank', amount: k(12) },
      'Дт 1020 12, Кт 1200:1 12',
    ],
    [
      'E12 of money that was held',
      { kind: 'invoice_paid', legalEntityId: 1, to: 'held', amount: k(12) },
      'Дт 2030 12, Кт 1200:1 12',
    ],
    [
      'E14',
      { kind: 'fee_lowered', legalEntityId: 1, fee: { amount: k(12), vat: k(2) } },
      'Кт 1200:1 12, Дт 9010 10, Дт 2050 2',
    ],
    [
      'E15',
      { kind: 'fee_restored', legalEntityId: 1, fee: { amount: k(12), vat: k(2) } },
      'Дт 1200:1 12, Кт 9010 10, Кт 2050 2',
    ],
    ['nothing moved', { kind: 'paid', ...settlement, taken: k(0), overpaid: k(0) }, ''],
  ])('%s', (_, event, lines) => {
    const found = linesOf(event);
    expect(read(found).join(', ')).toBe(lines);
    expect(isBalanced(found)).toBe(true);
    expect(isBalanced(reverse(found))).toBe(true);
  });
});

function fee(way: 'withheld' | 'invoiced' | 'on_top'): LedgerEvent {
  return { kind: 'fee', ...settlement, way, fee: { amount: k(12), vat: k(2) } };
}

describe('what is refused', () => {
  test('sums below zero', () => {
    expect(() => linesOf({ kind: 'paid', ...settlement, taken: k(-1), overpaid: k(5) })).toThrow(RangeError);
    expect(() => linesOf({ kind: 'partner_commission', amount: k(-1) })).toThrow(RangeError);
    expect(() => linesOf({ kind: 'fee', ...settlement, way: 'withheld', fee: { amount: k(1), vat: k(2) } })).toThrow(
      RangeError,
    );
  });

  test('sums that stop being exact', () => {
    const huge = k(Number.MAX_SAFE_INTEGER);
    expect(() => linesOf({ kind: 'paid', ...settlement, taken: huge, overpaid: k(1) })).toThrow(RangeError);
    const once = post(new Map(), linesOf({ kind: 'received_unmatched', amount: huge }));
    expect(() => post(once, linesOf({ kind: 'received_unmatched', amount: k(1) }))).toThrow(RangeError);
  });

  test('an entry that takes more than there is', () => {
    const balances = post(new Map(), linesOf({ kind: 'paid', ...settlement, taken: k(70), overpaid: k(5) }));
    expect(overdrawn(balances, linesOf({ kind: 'paid_out', legalEntityId: 1, payoutId: 7, amount: k(70) }))).toEqual(
      [],
    );
    expect(overdrawn(balances, linesOf({ kind: 'paid_out', legalEntityId: 1, payoutId: 7, amount: k(71) }))).toEqual([
      '2010:1',
    ]);
    expect(overdrawn(balances, linesOf({ kind: 'paid_out', legalEntityId: 2, payoutId: 7, amount: k(1) }))).toEqual([
      '2010:2',
    ]);
    expect(overdrawn(balances, linesOf({ kind: 'partner_commission', amount: k(76) }))).toEqual(['1010']);
    expect(overdrawn(balances, linesOf({ kind: 'fulfilled', ...settlement, forgiven: k(1) })).sort()).toEqual([
      'M20:7',
      'M99:7',
    ]);
  });

  test('an account whose holder is not told', () => {
    const event = { kind: 'paid_out', amount: k(1) } as unknown as LedgerEvent;
    expect(() => linesOf(event)).toThrow('2010');
  });
});

test('an unbalanced entry is seen', () => {
  const [line] = linesOf({ kind: 'partner_commission', amount: k(2) });
  expect(isBalanced(line ? [line] : [])).toBe(false);
});

test('an entry and its reverse leave nothing', () => {
  const lines = linesOf({ kind: 'paid', ...settlement, taken: k(70), overpaid: k(5) });
  const balances = post(post(new Map(), lines), reverse(lines));
  expect([...balances.values()].every((amount) => amount === 0)).toBe(true);
});

test('an invariant that is broken is named', () => {
  const balances = post(new Map(), linesOf({ kind: 'concluded', ...settlement, claim: k(70), forgiven: k(30) }));
  const witness = {
    statement: k(1),
    openClaims: new Map([[8, k(5)]]),
    openPenalties: new Map<number, typeof none.amount>(),
  };
  expect(brokenInvariants(balances, witness)).toEqual([
    { rule: 'statement', expected: 1, found: 0 },
    { rule: 'claims of settlement 7', expected: 0, found: 70 },
    { rule: 'claims of settlement 8', expected: 5, found: 0 },
  ]);
  const crooked = new Map([
    ['1010', k(1)],
    ['M30:7', k(2)],
  ]);
  expect(brokenInvariants(crooked, { ...witness, openClaims: new Map() }).map(({ rule }) => rule)).toEqual([
    'money',
    'memo',
    'penalties of settlement 7',
  ]);
});

test('every account is kept by somebody and has a name', () => {
  for (const code of ACCOUNT_CODES) expect(accountOf(code).label.length).toBeGreaterThan(2);
  expect(balanceOf(new Map(), '2010', 1)).toBe(0);
});

test('any sums give a balanced entry or are refused', () => {
  const sum = fc.integer({ min: -5, max: 10 ** 14 }).map(k);
  fc.assert(
    fc.property(sum, sum, sum, (a, b, c) => {
      const make = () => linesOf({ kind: 'concluded', ...settlement, claim: a, forgiven: b });
      if (a < 0 || b < 0) {
        expect(make).toThrow(RangeError);
        return;
      }
      expect(isBalanced(make())).toBe(true);
      expect(c < 0 || isBalanced(linesOf({ kind: 'paid', ...settlement, taken: c, overpaid: a }))).toBe(true);
    }),
  );
});
