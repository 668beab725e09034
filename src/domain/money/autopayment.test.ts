import { expect, test } from 'vitest';
import { type Day, toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import {
  ATTEMPT_HOURS,
  chargeable,
  isLastHour,
  isWithin,
  missedBefore,
  nextAttempt,
  secondsToLetters,
} from './autopayment.ts';

const due = toDay('2026-03-10');

test('a payment is tried on its day, on the next one and three days after it', () => {
  expect(nextAttempt(due, 0, toDay('2026-03-09'))).toEqual({ attempt: 1, day: '2026-03-10' });
  expect(nextAttempt(due, 1, due)).toEqual({ attempt: 2, day: '2026-03-11' });
  expect(nextAttempt(due, 2, toDay('2026-03-11'))).toEqual({ attempt: 3, day: '2026-03-13' });
  expect(nextAttempt(due, 3, toDay('2026-03-13'))).toBeNull();
});

test('what is not told of beforehand is passed over: no attempt is planned for today', () => {
  expect(nextAttempt(due, 0, due)).toEqual({ attempt: 2, day: '2026-03-11' });
  expect(nextAttempt(due, 0, toDay('2026-03-12'))).toEqual({ attempt: 3, day: '2026-03-13' });
  expect(nextAttempt(due, 0, toDay('2026-03-13'))).toBeNull();
});

test('what is open of the very payment is taken, nothing of earlier and later ones', () => {
  const row = (dueDate: Day, principal: number, interest = 0) => ({
    dueDate,
    principal: kopecks(principal),
    interest: kopecks(interest),
  });
  const rows = [row(toDay('2026-02-10'), 500), row(due, 700, 30), row(toDay('2026-04-10'), 900)];
  expect(chargeable(rows, due)).toBe(730);
  expect(chargeable([row(due, 0)], due)).toBe(0);
  expect(missedBefore(rows, due)).toBe('2026-02-10');
  expect(missedBefore([row(toDay('2026-02-10'), 0), row(due, 700)], due)).toBeNull();
});

test('attempts are made by day in Moscow', () => {
  const at = (time: string) => isWithin(ATTEMPT_HOURS, new Date(`2026-03-10T${time}+03:00`));
  expect([at('09:59'), at('10:00'), at('21:59'), at('22:00'), at('02:00')]).toEqual([false, true, true, false, false]);
});

test('letters go by day: what is told at night waits for the morning', () => {
  const left = (time: string) => secondsToLetters(new Date(`2026-03-10T${time}+03:00`));
  expect([left('09:00:00'), left('21:59:59'), left('22:00:00'), left('00:30:10'), left('08:59:59')]).toEqual([
    0,
    0,
    11 * 3600,
    8 * 3600 + 29 * 60 + 50,
    1,
  ]);
  expect([isLastHour(new Date('2026-03-10T20:59+03:00')), isLastHour(new Date('2026-03-10T21:00+03:00'))]).toEqual([
    false,
    true,
  ]);
});
