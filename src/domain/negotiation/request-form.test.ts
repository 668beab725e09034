import { expect, test } from 'vitest';
import { type RequestForm, requestGaps } from './request-form.ts';

const whole: RequestForm = { creditorName: 'Банк', contractNumber: 'КД-1', claimedDebt: 100, debtReason: 'other' };

test.each([
  ['a whole form of a verified person has no gaps', whole, true, []],
  ['an unverified person is to be verified first', whole, false, ['verification']],
  ['an empty field is a gap', { ...whole, contractNumber: '' }, true, ['contractNumber']],
  [
    'all gaps are told at once',
    { creditorName: null, contractNumber: null, claimedDebt: null, debtReason: null },
    false,
    ['verification', 'creditorName', 'contractNumber', 'claimedDebt', 'debtReason'],
  ],
] as const)('%s', (_name, form, isVerified, gaps) => {
  expect(requestGaps(form, isVerified)).toEqual(gaps);
});
