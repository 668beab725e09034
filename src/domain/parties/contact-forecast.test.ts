import { expect, test } from 'vitest';
import { forecastOf } from './contact-forecast.ts';
import type { ContactAnswer, ContactReason } from './contact-law.ts';

const used = { day: 0, week: 0, month: 0 };
const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 5, hour));
const free: ContactAnswer = { allowed: true, reason: null, nextAt: at(0), used };
const later = (reason: ContactReason, hour: number): ContactAnswer => ({
  allowed: false,
  reason,
  nextAt: at(hour),
  used,
});
const never = (reason: ContactReason): ContactAnswer => ({ allowed: false, reason, nextAt: null, used });

test('many at once: now, later and never, with why', () => {
  const answers = [
    free,
    later('hours', 5),
    later('week_limit', 9),
    later('week_limit', 7),
    never('refused'),
    free,
    never('bankrupt'),
    never('refused'),
  ];
  expect(forecastOf(answers)).toEqual({
    now: 2,
    later: [
      { reason: 'week_limit', count: 2 },
      { reason: 'hours', count: 1 },
    ],
    never: [
      { reason: 'refused', count: 2 },
      { reason: 'bankrupt', count: 1 },
    ],
    lastAt: at(9),
  });
});

test('nobody', () => {
  expect(forecastOf([])).toEqual({ now: 0, later: [], never: [], lastAt: null });
});
