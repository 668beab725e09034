import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { LIFE_EVENTS, type LifeEventKind } from './life-event.ts';
import { type DebtEnd, isEnded, leavesNoOtherEnd, neverWas, outcomesOf } from './life-outcome.ts';

const since = toDay('2026-03-01');
const end = (kind: LifeEventKind, of: Partial<DebtEnd>): DebtEnd => ({
  kind,
  since,
  begins: false,
  outcome: null,
  ...of,
});
const loan = { contractDate: toDay('2025-01-01'), isLoan: true };
const service = { ...loan, isLoan: false };

test.each([
  ['a discharge ends a loan', end('bankruptcy', { outcome: 'discharged' }), loan, true],
  ['and what is no loan', end('bankruptcy', { outcome: 'discharged' }), service, true],
  ['out of court, too', end('bankruptcy_out_of_court', { outcome: 'discharged' }), loan, true],
  ['a case that was closed ends nothing', end('bankruptcy', { outcome: 'goes_on' }), loan, false],
  ['nor does one that nobody was asked about', end('bankruptcy', {}), loan, false],
  ['its beginning ends nothing', end('bankruptcy', { begins: true }), loan, false],
  [
    'a contract of its very day ends',
    end('bankruptcy', { outcome: 'discharged' }),
    { ...loan, contractDate: since },
    true,
  ],
  [
    'a later one is a current payment',
    end('bankruptcy', { outcome: 'discharged' }),
    { ...loan, contractDate: toDay('2026-03-02') },
    false,
  ],
  ['a death in service ends a loan at once', end('service_death', { begins: true }), loan, true],
  ['and no other debt', end('service_death', { begins: true }), service, false],
  ['a disability by service ends a loan at once', end('service_disability', { begins: true }), loan, true],
  ['its end, as of a mistake, ends nothing', end('service_disability', { outcome: 'goes_on' }), loan, false],
  ['any other death ends nothing', end('death', { begins: true }), loan, false],
] as const)('%s', (_, event, claim, ended) => {
  expect(isEnded(event, claim)).toBe(ended);
});

test('of the end of a bankruptcy and of a service alone there is a choice', () => {
  const chosen = (Object.keys(LIFE_EVENTS) as LifeEventKind[]).filter((kind) => outcomesOf(kind).length > 1);
  expect(chosen).toEqual(['bankruptcy', 'bankruptcy_out_of_court', 'service', 'family_service']);
});

test('a claim is withdrawn from an agreement after a death, or what ends loans, and not where the agreement lives on', () => {
  const kinds = (Object.keys(LIFE_EVENTS) as LifeEventKind[]).filter(leavesNoOtherEnd);
  expect(kinds).toEqual(['death', 'service_death', 'service_disability']);
});

test.each([
  ['holidays of a service that never was', { kind: 'service', ground: 'service', outcome: 'goes_on' }, true],
  ['and of a family', { kind: 'family_service', ground: 'family', outcome: 'goes_on' }, true],
  ['of one that was served', { kind: 'service', ground: 'service', outcome: 'served' }, false],
  ['of one that ended with its agreement', { kind: 'service', ground: 'service', outcome: null }, false],
  ['a service that two have confirmed', { kind: 'service', ground: null, outcome: 'goes_on' }, false],
  ['holidays of months', { kind: 'holidays', ground: 'income', outcome: 'goes_on' }, false],
] as const)('counts for no day: %s', (_, event, isNothing) => {
  expect(neverWas(event)).toBe(isNothing);
});
