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
  expect(nextStepOf({ settled: false, settlement: open }).text).toContain('Следующий платёж по графику до');
  expect(nextStepOf({ settled: false, settlement: { ...open, nextSum: 150_000 } }).text).toMatch(
    /Следующий платёж по графику 1\s500,00\s\S до\s01\.01\.2099\.$/,
  );
  expect(nextStepOf({ settled: false, settlement: paid }).text).toContain('Всё оплачено');
});

test('whoever has only sent a request does not bargain yet', () => {
  expect(nextStepOf({ settled: false, settlement: null }).text).toContain('ждём ответа кредитора');
  const bargain = { ...signed, status: 'negotiation', isSigned: false } as const;
  expect(nextStepOf({ settled: false, settlement: bargain }).text).toContain('уже договариваетесь');
});

test('of a debt of which an older node tells nothing no more is said than that something goes on', () => {
  const { text } = nextStepOf({ settled: false, settlement: undefined });
  expect(text).toBe('По этому долгу есть заявка или соглашение.');
});

test('of several payments that are overdue all are named, not the first one', () => {
  const late = { ...signed, left: 500, nextDueDate: '2020-01-15', nextSum: 10_000 };
  const said = (settlement: object) =>
    nextStepOf({ settled: false, settlement: { ...late, ...settlement } })
      .text.replaceAll(/\s(?=₽)/g, '')
      .replaceAll(/\s/g, ' ');
  expect(said({ overdueSum: 30_000 })).toBe('Соглашение подписано. Просрочено 300,00₽: первый срок был 15.01.2020.');
  expect(said({ overdueSum: 10_000 })).toBe('Соглашение подписано. Платёж 100,00₽ просрочен: срок был 15.01.2020.');
  expect(said({})).toBe('Соглашение подписано. Платёж просрочен: срок был 15.01.2020.');
  expect(said({ overdueSum: 10_000, feeByDebtor: true })).toBe(
    'Соглашение подписано. Платёж 100,00₽, не считая вознаграждения платформы, просрочен: срок был 15.01.2020.',
  );
});
