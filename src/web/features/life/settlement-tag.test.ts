import { expect, test } from 'vitest';
import { addDays } from '#domain/values/days.ts';
import { serverDay } from '#web/ui/clock.ts';
import { type LifeEvent, standstill, stopping } from './running-events.ts';
import { SettlementTag } from './settlement-tag.tsx';

const event = (change: Partial<LifeEvent> = {}): LifeEvent =>
  ({ status: 'in_force', until: null, rules: [{ effect: 'payments', stops: true, by: '' }], ...change }) as LifeEvent;
const agreement = { status: 'waiting_for_payment', closeReason: null } as const;
const tagOf = (...of: Parameters<typeof SettlementTag>) => SettlementTag(...of).props.children;

test('a node that does not tell whether it stands still is not believed to say that it goes on', () => {
  expect(tagOf({ of: agreement, life: [event()] })).toBe('Платежи остановлены');
  expect(tagOf({ of: agreement })).toBe('Ожидание оплаты');
  expect(tagOf({ of: { ...agreement, standsStill: false }, life: [event()] })).toBe('Ожидание оплаты');
  expect(tagOf({ of: { ...agreement, standsStill: true } })).toBe('Платежи остановлены');
});

test('what two have ended still stops on its last day', () => {
  const ended = (until: string) => [event({ status: 'over', until })];
  expect(standstill(agreement, ended(serverDay()))).toBeDefined();
  expect(standstill(agreement, ended(addDays(serverDay(), -1)))).toBeUndefined();
  expect(stopping([event({ status: 'waiting', until: serverDay() })], 'payments')).toBeUndefined();
});
