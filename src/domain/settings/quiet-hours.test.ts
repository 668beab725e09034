import { describe, expect, test } from 'vitest';
import { goesAt, isQuietHour, type NotificationSchedule, scheduleProblem, usualSchedule } from './quiet-hours.ts';

const at = (text: string): Date => new Date(text);
const usual = usualSchedule('individual');

describe('quiet hours', () => {
  test.each([
    ['over midnight', usual, [22, 23, 0, 7], [8, 12, 21]],
    ['within a day', { ...usual, quietFrom: 13, quietUntil: 15 }, [13, 14], [12, 15, 0]],
    ['none', { ...usual, quietFrom: 9, quietUntil: 9 }, [], [0, 9, 22]],
  ] as const)('%s', (_name, schedule, quiet, loud) => {
    for (const hour of quiet) expect(isQuietHour(schedule, hour), String(hour)).toBe(true);
    for (const hour of loud) expect(isQuietHour(schedule, hour), String(hour)).toBe(false);
  });

  test.each([
    ['by day at once', usual, '2026-03-10T09:15:00Z', '2026-03-10T09:15:00Z'],
    ['the last minute before them', usual, '2026-03-10T18:59:59Z', '2026-03-10T18:59:59Z'],
    ['at their beginning', usual, '2026-03-10T19:00:00Z', '2026-03-11T05:00:00Z'],
    ['after midnight', usual, '2026-03-10T22:30:00Z', '2026-03-11T05:00:00Z'],
    ['on the clock of Kamchatka', { ...usual, zone: 'Asia/Kamchatka' }, '2026-03-10T11:20:00Z', '2026-03-10T20:00:00Z'],
  ] as const)('%s', (_name, schedule, now, then) => expect(goesAt(schedule, at(now))).toEqual(at(then)));
});

describe('of debts a debtor is told in the hours of the law, whatever he has said', () => {
  test.each([
    ['none of his own', { ...usual, quietFrom: 9, quietUntil: 9 }, '2026-03-10T17:30:00Z', '2026-03-11T06:00:00Z'],
    ['his own are wider', { ...usual, quietFrom: 18, quietUntil: 11 }, '2026-03-10T17:30:00Z', '2026-03-11T08:00:00Z'],
    [
      'his own leave nothing',
      { ...usual, quietFrom: 8, quietUntil: 22 },
      '2026-03-10T09:30:00Z',
      '2026-03-10T10:00:00Z',
    ],
    ['on his own clock', { ...usual, zone: 'Asia/Kamchatka' }, '2026-03-10T08:30:00Z', '2026-03-10T21:00:00Z'],
  ] as const)('%s', (_name, schedule, now, then) =>
    expect(goesAt(schedule, at(now), { isOfDebt: true })).toEqual(at(then)),
  );
});

describe('the digest', () => {
  test('is in the morning for those who have many things to hear of, until they say otherwise', () => {
    expect(usualSchedule('employee')).toEqual({ ...usual, digestAt: 9 });
    expect(usualSchedule('operator')).toEqual({ ...usual, digestAt: 9 });
    expect(usual.digestAt).toBeNull();
  });

  const digest: NotificationSchedule = { ...usual, digestAt: 9 };

  test('gathers letters until its next hour, within that hour until the next day', () => {
    expect(goesAt(digest, at('2026-03-10T05:59:00Z'), { forDigest: true })).toEqual(at('2026-03-10T06:00:00Z'));
    expect(goesAt(digest, at('2026-03-10T06:00:00Z'), { forDigest: true })).toEqual(at('2026-03-11T06:00:00Z'));
  });

  test('keeps nothing else waiting', () => {
    expect(goesAt(digest, at('2026-03-10T09:00:00Z'))).toEqual(at('2026-03-10T09:00:00Z'));
  });

  test('does not come in quiet hours', () => {
    expect(scheduleProblem({ ...usual, digestAt: 23 })).toContain('тихие часы');
    expect(scheduleProblem(digest)).toBeNull();
    expect(scheduleProblem(usual)).toBeNull();
  });
});
