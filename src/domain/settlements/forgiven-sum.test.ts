import { expect, test } from 'vitest';
import { forgivenShown } from './forgiven-sum.ts';

test('a discount is conditional until the agreement is closed as kept, a penalty given up is given up', () => {
  expect(forgivenShown('discount', 'paid')).toEqual({ label: 'Условно', tone: 'warning' });
  expect(forgivenShown('discount', 'closed')).toEqual({ label: 'Окончательно', tone: 'success' });
  expect(forgivenShown('penalty', 'waiting_for_payment').label).toBe('Окончательно');
});
