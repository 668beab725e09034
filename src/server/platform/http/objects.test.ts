import { expect, test } from 'vitest';
import type { Resource } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { registries } from '#contract/registries/registries.ts';
import { endings } from '#contract/settlements/endings.ts';
import type { Actor } from '../ctx.ts';
import { demandScoped, notingReads } from './objects.ts';

const contextOf = (operation: Operation, kind: Actor['kind'], ...scopeApplied: Resource[]) => ({
  operation,
  actor: { kind } as Actor,
  origin: { requestId: '', ip: '', userAgent: '', device: null, session: null, login: null },
  params: { id: 1, r: 2 },
  scopeApplied: new Set(scopeApplied),
  read: new Set<string>(),
});
const demand =
  (...asked: Parameters<typeof contextOf>) =>
  () =>
    demandScoped(contextOf(...asked));

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
});

test('so is a report that is asked for in a body', () => {
  const { lists, ...def } = endings.closedReport.def;
  expect(lists).toEqual(['settlement']);
  expect(demand({ ...endings.closedReport, def }, 'employee', 'settlement')).toThrow('does not say what it lists');
  expect(demand(endings.closedReport, 'employee')).toThrow('scope of settlement');
  expect(demand(endings.closedReport, 'employee', 'settlement')).not.toThrow();
});

test('a list under an object is stopped when its handler has not read which object', () => {
  const asked = contextOf(registries.entries, 'employee');
  const { id } = notingReads(asked);
  expect(id).toBe(1);
  expect(() => demandScoped(asked)).toThrow('did not read {r}');
  const { r } = notingReads(asked);
  expect(r).toBe(2);
  expect(() => demandScoped(asked)).not.toThrow();
});
