import { expect, test } from 'vitest';
import { toDay } from './days.ts';
import { instantAt, localTime } from './local-time.ts';

test.each([
  ['Europe/Moscow', '2026-03-04', '14:05', '2026-03-04T11:05:00.000Z'],
  ['Europe/Kaliningrad', '2026-03-04', '00:30', '2026-03-03T22:30:00.000Z'],
  ['Asia/Kamchatka', '2026-03-04', '07:30', '2026-03-03T19:30:00.000Z'],
  ['Asia/Kamchatka', '2026-01-01', '00:00', '2025-12-31T12:00:00.000Z'],
])('%s, %s %s', (zone, day, time, at) => {
  const found = instantAt(zone, toDay(day), time);
  expect(found.toISOString()).toBe(at);
  const { hour, minute, ...shown } = localTime(found, zone);
  expect(shown.day).toBe(day);
  expect(`${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`).toBe(time);
});
