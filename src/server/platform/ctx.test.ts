import { expect, test } from 'vitest';
import { individuals } from '#contract/parties/individuals.ts';
import { handlerAppliesScope, implement, scopedRead } from './ctx.ts';

test('a read that is marked as finding its object is known by the mark, and no other', () => {
  const answer = () => Promise.reject(new Error('nobody asks'));
  const [marked] = implement({ get: individuals.get }, { get: scopedRead(individuals.get, answer) });
  const [unmarked] = implement({ get: individuals.get }, { get: () => answer() });
  expect(handlerAppliesScope(marked!.handler)).toBe(true);
  expect(handlerAppliesScope(unmarked!.handler)).toBe(false);
});
