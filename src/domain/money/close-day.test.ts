import { describe, expect, test } from 'vitest';
import { blocksSeal, businessDayMachine, isJump, SUB_JOBS, secondsLeft, subJobCodes } from './close-day.ts';

describe('a business day', () => {
  test('comes to every status and leaves its seal by no move', () => {
    expect(businessDayMachine.reachable().toSorted()).toEqual([...businessDayMachine.statuses].toSorted());
    const moves = Object.keys(businessDayMachine.moves) as (keyof typeof businessDayMachine.moves)[];
    expect(moves.filter((move) => businessDayMachine.canMove('sealed', move))).toEqual([]);
  });

  test('is moved by nobody but the procedure', () => {
    expect(Object.values(businessDayMachine.moves).flatMap(({ by }) => by)).toEqual(['system', 'system', 'system']);
  });
});

describe('sub-jobs', () => {
  test('come in their order: money is compared first, the day is sealed last', () => {
    expect(subJobCodes[0]).toBe('reconcile-payments');
    expect(subJobCodes.at(-1)).toBe('seal-day');
    expect(subJobCodes.indexOf('mark-due')).toBeLessThan(subJobCodes.indexOf('accrue-penalties'));
  });

  test('of money keep a day open with their errors, others do not', () => {
    expect(subJobCodes.filter(blocksSeal)).toEqual(['reconcile-payments', 'charge-fees', 'seal-day']);
  });

  test('are called each in words of its own', () => {
    expect(new Set(Object.values(SUB_JOBS).map(({ title }) => title)).size).toBe(subJobCodes.length);
  });
});

test.each([
  [0, 0, false],
  [9, 0, false],
  [10, 0, true],
  [30, 10, true],
  [29, 10, false],
  [10, 30, true],
  [5, null, false],
])('%i after %s is a jump: %s', (now, before, expected) => {
  expect(isJump(now, before)).toBe(expected);
});

describe('how long a close has left', () => {
  const step = { status: 'waiting', processed: 0, before: null, seconds: null, secondsBefore: null } as const;

  test('is what steps took the day before, and the rest of the one that goes on by its speed', () => {
    const steps = [
      { ...step, status: 'done', seconds: 9, secondsBefore: 7 },
      { ...step, status: 'running', processed: 200, before: 1_000, seconds: 10, secondsBefore: 300 },
      { ...step, secondsBefore: 20 },
      step,
    ] as const;
    expect(secondsLeft(steps)).toBe(40 + 20);
  });

  test('is what is left of its former time where its speed says nothing', () => {
    const going = { ...step, status: 'running', processed: 50, before: 50, seconds: 10, secondsBefore: 25 } as const;
    expect(secondsLeft([going])).toBe(15);
    expect(secondsLeft([{ ...going, seconds: 40 }])).toBe(0);
  });

  test('nobody can say of a first one', () => expect(secondsLeft([step, step])).toBeNull());
});
