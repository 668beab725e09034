import { expect, test } from 'vitest';
import { toDay } from '#domain/values/days.ts';
import { changesOf, type DraftValues, isWhole, type Request, valuesOf } from './draft-values.ts';

const today = toDay('2026-11-20');
const empty: DraftValues = {
  creditorName: '',
  contractNumber: '',
  contractDate: '',
  claimedDebt: '',
  issuedAmount: '',
  debtReason: '',
  desiredAmount: '',
  payments: '',
  comment: '',
};

test('only what was changed is sent, in the notation of the server; an emptied field is erased', () => {
  const saved = { ...empty, contractNumber: '77-1', comment: 'Раз' };
  const values = { ...saved, comment: ' ', contractDate: '01.05.2024', claimedDebt: '35 000,50', payments: '1' };
  expect(changesOf(values, { values: saved, plan: null }, today)).toEqual({
    change: {
      comment: null,
      contractDate: '2024-05-01',
      claimedDebt: 3_500_050,
      desiredPlan: { kind: 'at_once', payments: 1, firstDate: '2026-12-20' },
    },
    errors: {},
  });
});

test('what cannot be read stands at its field and is not sent', () => {
  const { change, errors } = changesOf(
    { ...empty, contractDate: '31.02.2024', claimedDebt: '0' },
    { values: empty, plan: null },
    today,
  );
  expect([change, Object.keys(errors)]).toEqual([{}, ['contractDate', 'claimedDebt']]);
});

test.each([
  ['6', '2027-01-31', 'equal', '2027-01-31'],
  ['1', '2026-11-20', 'equal', '2026-11-20'],
  ['6', '2026-11-19', 'equal', '2026-12-20'],
])(
  'another number of payments leaves what is paid at first, and a day that has not passed',
  (payments, day, kind, firstDate) => {
    const plan = { kind: 'annuity', payments: 10, downPayment: 1_500_000, firstDate: day } as const;
    const saved = { values: { ...empty, payments: '10' }, plan };
    expect(changesOf({ ...empty, payments }, saved, today).change).toEqual({
      desiredPlan: { kind, payments: Number(payments), downPayment: 1_500_000, firstDate },
    });
  },
);

test('a draft is whole when nothing lacks and its author is verified', () => {
  const whole = { ...empty, creditorName: 'Альфа', contractNumber: '1', claimedDebt: '100', debtReason: 'other' };
  expect([isWhole(whole, true), isWhole(whole, false), isWhole({ ...whole, claimedDebt: 'сто' }, true)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a draft is shown as it is typed', () => {
  const request = {
    creditorName: null,
    contractNumber: '77-1',
    contractDate: '2024-05-01',
    claimedDebt: 3_500_050,
    issuedAmount: null,
    debtReason: 'other',
    desiredAmount: null,
    desiredPlan: { kind: 'equal', payments: 6, firstDate: '2026-12-20' },
    comment: null,
  } as Request;
  expect(valuesOf(request)).toEqual({
    ...empty,
    contractNumber: '77-1',
    contractDate: '01.05.2024',
    claimedDebt: '35\u00A0000,50',
    debtReason: 'other',
    payments: '6',
  });
});
