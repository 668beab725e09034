import { expect, test } from 'vitest';
import type { Resource } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { registries } from '#contract/registries/registries.ts';
import type { Actor } from '../ctx.ts';
import { demandScoped } from './objects.ts';

const demand =
  (operation: Operation, kind: Actor['kind'], ...scoped: Resource[]) =>
  () => {
    const actor = { kind } as Actor;
    const origin = { requestId: '', ip: '', userAgent: '', device: null, session: null, login: null };
    demandScoped({ operation, actor, origin, params: {}, scoped: new Set(scoped) });
  };

test('an answer is stopped whose rows were not kept within the scope of what it lists', () => {
  expect(demand(payments.list, 'individual')).toThrow('outside of the actor');
  expect(demand(payments.list, 'employee', 'settlement')).toThrow('scope of payment');
  expect(demand(payments.list, 'employee', 'payment')).not.toThrow();
  expect(demand(payments.list, 'operator')).not.toThrow();
});

test('a read that names no object and does not say what it lists is stopped as well', () => {
  const { lists, ...def } = payments.list.def;
  expect(lists).toEqual(['payment']);
  expect(demand({ ...payments.list, def }, 'individual', 'payment')).toThrow('does not say what it lists');
  expect(demand(registries.entries, 'employee')).not.toThrow();
});
