import { expect, test } from 'vitest';
import { nextStepOf, owesPenaltyAlone } from './next-step.ts';

const signed = {
  id: 1,
  status: 'waiting_for_payment',
  isSigned: true,
  paid: 3_000_000,
  left: 0,
  nextDueDate: null,
  feeByDebtor: false,
} as const;

test('of a debt with a penalty alone left nobody reads that he pays by the schedule, nor that nothing is left', () => {
  expect(owesPenaltyAlone(signed)).toBe(true);
  expect(nextStepOf({ settled: false, settlement: signed }).text).toBe(
    'По графику всё оплачено, осталась неустойка: сумма на странице соглашения.',
  );
});

test('what has a payment to come, or is paid, owes no penalty alone', () => {
  const open = { ...signed, left: 100, nextDueDate: '2099-01-01' };
  const paid = { ...signed, status: 'paid' } as const;
  expect([open, paid].map(owesPenaltyAlone)).toEqual([false, false]);
  expect(nextStepOf({ settled: false, settlement: open }).text).toContain('Следующий платёж до');
  expect(nextStepOf({ settled: false, settlement: { ...open, nextSum: 150_000 } }).text).toMatch(
    /Следующий платёж 1\s500,00\s\S до\s01\.01\.2099\.$/,
  );
  expect(nextStepOf({ settled: false, settlement: paid }).text).toContain('Всё оплачено');
});

test('whoever has only sent a request does not bargain yet', () => {
  expect(nextStepOf({ settled: false, settlement: null }).text).toContain('ждём ответа кредитора');
  const bargain = { ...signed, status: 'negotiation', isSigned: false } as const;
  expect(nextStepOf({ settled: false, settlement: bargain }).text).toContain('уже договариваетесь');
});
