import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { scheduleCalendar } from './schedule-calendar.ts';

const calendar = scheduleCalendar({
  number: 'У-000012',
  url: 'https://ugovor.example/settlement-12',
  host: 'ugovor.example',
  madeAt: new Date('2026-03-01T10:20:30.456Z'),
  rows: [
    { no: 1, dueDate: toDay('2026-03-31') },
    { no: 2, dueDate: toDay('2026-12-31') },
  ],
});
const unfolded = calendar.replaceAll('\r\n ', '').split('\r\n');

test('a day of each payment, whole, also over the end of a month and a year', () => {
  expect(unfolded.filter((line) => line.startsWith('DT'))).toEqual([
    'DTSTAMP:20260301T102030Z',
    'DTSTART;VALUE=DATE:20260331',
    'DTEND;VALUE=DATE:20260401',
    'DTSTAMP:20260301T102030Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
  ]);
  expect(unfolded.filter((line) => line.startsWith('UID:'))).toEqual([
    'UID:У-000012-1@ugovor.example',
    'UID:У-000012-2@ugovor.example',
  ]);
});

test('lines end as the standard says and are short', () => {
  expect(calendar.endsWith('END:VCALENDAR\r\n')).toBe(true);
  for (const line of calendar.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});

test('without rows it is empty and whole', () => {
  const empty = scheduleCalendar({
    number: 'У-1',
    url: 'https://u.example/',
    host: 'u.example',
    madeAt: new Date(0),
    rows: [],
  });
  expect(empty).toContain('BEGIN:VCALENDAR');
  expect(empty).not.toContain('VEVENT');
});
