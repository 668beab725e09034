import { describe, expect, test } from 'vitest';
import type { Day } from '../values/days.ts';
import { type ContactQuestion, type ContactStatus, mayContact } from './contact-law.ts';

const weekends = (day: Day): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
/** A moment on the clock of Moscow. */
const moscow = (text: string): Date => new Date(`${text}+03:00`);

const ask = (changes: Partial<ContactQuestion> & { now: Date }) =>
  mayContact({
    kind: 'message',
    status: 'allowed',
    hasAddress: true,
    consents: true,
    zone: 'Europe/Moscow',
    contacts: [],
    isDayOff: weekends,
    ...changes,
  });

describe('hours of the debtor', () => {
  // 2026-03-04 is a Wednesday, 2026-03-07 a Saturday.
  test.each([
    ['2026-03-04T07:59:59', false, '2026-03-04T08:00:00'],
    ['2026-03-04T08:00:00', true, '2026-03-04T08:00:00'],
    ['2026-03-04T21:59:59', true, '2026-03-04T21:59:59'],
    ['2026-03-04T22:00:00', false, '2026-03-05T08:00:00'],
    ['2026-03-07T08:30:00', false, '2026-03-07T09:00:00'],
    ['2026-03-07T09:00:00', true, '2026-03-07T09:00:00'],
    ['2026-03-07T20:00:00', false, '2026-03-08T09:00:00'],
    ['2026-03-06T22:15:00', false, '2026-03-07T09:00:00'],
  ])('%s: allowed %s, next %s', (now, allowed, next) => {
    const answer = ask({ now: moscow(now) });
    expect(answer).toMatchObject({ allowed, reason: allowed ? null : 'hours', nextAt: moscow(next) });
  });

  test('are those of his own zone', () => {
    const now = moscow('2026-03-04T15:30:00');
    expect(ask({ now, zone: 'Asia/Kamchatka' })).toMatchObject({ allowed: false, reason: 'hours' });
    expect(ask({ now, zone: 'Europe/Kaliningrad' }).allowed).toBe(true);
  });

  test.each([
    ['2026-03-04T08:59:59', false, '2026-03-04T09:00:00'],
    ['2026-03-04T09:00:00', true, '2026-03-04T09:00:00'],
    ['2026-03-04T12:59:59', true, '2026-03-04T12:59:59'],
    ['2026-03-04T13:00:00', false, '2026-03-05T09:00:00'],
    ['2026-03-07T09:30:00', false, '2026-03-07T10:00:00'],
    ['2026-03-07T11:00:00', false, '2026-03-08T10:00:00'],
  ])('of whom nobody knows where he lives are those of the whole country: %s, %s', (now, allowed, next) => {
    const answer = ask({ now: moscow(now), zone: null });
    expect(answer).toMatchObject({ allowed, reason: allowed ? null : 'hours', nextAt: moscow(next) });
  });

  test('of a moved day off are those of a day off', () => {
    const now = moscow('2026-03-04T08:30:00');
    expect(ask({ now, isDayOff: () => true })).toMatchObject({ allowed: false, nextAt: moscow('2026-03-04T09:00:00') });
  });
});

describe('2 a day, 4 a week, 16 a month', () => {
  const at = (...days: string[]): Date[] => days.map((day) => moscow(`${day}T12:00:00`));

  test.each([
    ['one today', at('2026-03-04'), null, '2026-03-04T12:30:00'],
    ['two today', at('2026-03-04', '2026-03-04'), 'day_limit', '2026-03-05T08:00:00'],
    [
      'four since Monday',
      at('2026-03-02', '2026-03-02', '2026-03-03', '2026-03-03'),
      'week_limit',
      '2026-03-09T08:00:00',
    ],
    ['four before Monday', at('2026-02-28', '2026-02-28', '2026-03-01', '2026-03-01'), null, '2026-03-04T12:30:00'],
  ])('%s', (_name, contacts, reason, next) => {
    const answer = ask({ now: moscow('2026-03-04T12:30:00'), contacts });
    expect(answer).toMatchObject({ allowed: reason === null, reason, nextAt: moscow(next) });
  });

  test('a full month waits for the next one', () => {
    const contacts = at(...Array.from({ length: 16 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`));
    const answer = ask({ now: moscow('2026-03-25T12:00:00'), contacts });
    expect(answer).toMatchObject({ reason: 'month_limit', nextAt: moscow('2026-04-01T08:00:00') });
    expect(answer.used).toEqual({ day: 0, week: 0, month: 16 });
  });

  test('a day is the debtor’s: what Moscow wrote before midnight is of Kamchatka’s next day', () => {
    const contacts = [moscow('2026-03-03T23:30:00'), moscow('2026-03-03T23:40:00')];
    const now = moscow('2026-03-04T00:30:00');
    expect(ask({ now, contacts, zone: 'Asia/Kamchatka' }).reason).toBe('day_limit');
    expect(ask({ now, contacts }).reason).toBe('hours');
  });
});

describe('calls 1 a day, 2 a week, 8 a month; meetings 1 a week', () => {
  const at = (...days: string[]): Date[] => days.map((day) => moscow(`${day}T12:00:00`));
  const now = moscow('2026-03-04T12:30:00');

  test.each([
    ['call', 'none', [], null, '2026-03-04T12:30:00'],
    ['call', 'one today', at('2026-03-04'), 'day_limit', '2026-03-05T08:00:00'],
    ['call', 'one yesterday', at('2026-03-03'), null, '2026-03-04T12:30:00'],
    ['call', 'two since Monday', at('2026-03-02', '2026-03-03'), 'week_limit', '2026-03-09T08:00:00'],
    ['meeting', 'none', [], null, '2026-03-04T12:30:00'],
    ['meeting', 'one on Monday', at('2026-03-02'), 'week_limit', '2026-03-09T08:00:00'],
    ['meeting', 'one on Sunday', at('2026-03-01'), null, '2026-03-04T12:30:00'],
  ] as const)('%s, %s', (kind, _name, contacts, reason, next) => {
    expect(ask({ kind, now, contacts })).toMatchObject({ allowed: reason === null, reason, nextAt: moscow(next) });
  });

  test('eight calls fill a month', () => {
    const days = ['01', '02', '03', '09', '10', '16', '17', '23'].map((day) => moscow(`2026-03-${day}T12:00:00`));
    const answer = ask({ kind: 'call', now: moscow('2026-03-25T12:00:00'), contacts: days });
    expect(answer).toMatchObject({ reason: 'month_limit', nextAt: moscow('2026-04-01T08:00:00') });
  });

  test('hours are those of messages', () => {
    expect(ask({ kind: 'call', now: moscow('2026-03-07T20:00:00') })).toMatchObject({ reason: 'hours' });
  });
});

describe('a closed channel is closed for good', () => {
  const now = moscow('2026-03-04T12:00:00');

  test.each<ContactStatus>(['refused', 'via_lawyer', 'bankrupt', 'incapacitated', 'hospital', 'disabled_1', 'minor'])(
    '%s',
    (status) => {
      expect(ask({ now, status })).toMatchObject({ allowed: false, reason: status, nextAt: null });
    },
  );

  test('no address, no consent', () => {
    expect(ask({ now, hasAddress: false })).toMatchObject({ reason: 'no_channel', nextAt: null });
    expect(ask({ now, consents: false })).toMatchObject({ reason: 'no_consent', nextAt: null });
  });

  test('calls and meetings as well', () => {
    expect(ask({ kind: 'call', now, status: 'via_lawyer' })).toMatchObject({ reason: 'via_lawyer', nextAt: null });
    expect(ask({ kind: 'meeting', now, status: 'hospital' })).toMatchObject({ reason: 'hospital', nextAt: null });
  });
});
