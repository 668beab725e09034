import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { rnkoIdentityMachine, validUntil } from './rnko.ts';
import { checkQuestionnaire, emptyQuestionnaire, rnkoFormMachine } from './rnko-form.ts';

test.each([
  [null, '2027-01-31'],
  ['2026-06-01', '2026-06-01'],
  ['2099-01-01', '2027-01-31'],
])('an identification that the partner says lasts until %s lasts until %s', (told, until) => {
  expect(validUntil(told === null ? null : toDay(told), toDay('2026-01-31'))).toBe(until);
});

test('every status of both machines can be reached', () => {
  expect(rnkoIdentityMachine.reachable().sort()).toEqual([...rnkoIdentityMachine.statuses].sort());
  expect(rnkoFormMachine.reachable().sort()).toEqual([...rnkoFormMachine.statuses].sort());
});

test('what is sent for verification is not prepared anew meanwhile', () => {
  expect(rnkoIdentityMachine.canMove('sent', 'prepare')).toBe(false);
  expect(rnkoFormMachine.canMove('review', 'send')).toBe(false);
  expect(rnkoFormMachine.canMove('draft', 'approve')).toBe(false);
});

const owner = { name: 'Иванов Иван', birthDate: toDay('1980-01-01'), shareBps: 6_000, isPublic: false };
const whole = {
  activity: 'Микрозаймы',
  purpose: 'Приём платежей',
  monthlyTurnover: 100,
  fundsSource: 'revenue' as const,
  contactName: 'Иванова Анна',
  contactPhone: '+79161234567',
  owners: [owner],
};

test('a questionnaire is complete when each of its fields is', () => {
  expect(checkQuestionnaire(whole)).toEqual({});
  expect(Object.keys(checkQuestionnaire(emptyQuestionnaire)).sort()).toEqual(Object.keys(whole).sort());
});

test('owners have no more than the whole together', () => {
  expect(checkQuestionnaire({ ...whole, owners: [owner, { ...owner, shareBps: 4_000 }] })).toEqual({});
  expect(checkQuestionnaire({ ...whole, owners: [owner, { ...owner, shareBps: 4_001 }] })).toEqual({
    owners: 'Доли вместе больше 100 %',
  });
});
