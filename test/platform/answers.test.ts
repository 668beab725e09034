import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '#contract/index.ts';
import { instant } from '#contract/kernel/fields.ts';
import { shapeAnswer } from '#server/platform/http/shape.ts';
import { valid } from '../fuzz/helpers/arbitraries.ts';
import { mutated } from '../fuzz/helpers/mutations.ts';

/** What came of a value: the answer, or where the schema did not take it. */
function outcome(make: () => unknown): unknown {
  try {
    return { answer: make() };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { issues: error.issues };
  }
}

const answering = operations.filter(({ def }) => def.out);

describe('an answer is what its schema makes of it', () => {
  test('of every operation, right or spoilt in one place', () => {
    expect(answering.length).toBeGreaterThan(150);
    for (const { def, route } of answering) {
      const right = valid(def.out!);
      fc.assert(
        fc.property(fc.oneof(right, mutated(right)), (value) => {
          expect(
            outcome(() => shapeAnswer(def.out!, value)),
            route,
          ).toEqual(outcome(() => def.out!.parse(value)));
        }),
        { numRuns: 20, seed: 15 },
      );
    }
  });

  test.each([
    ['a field that the contract does not know is dropped', z.object({ a: z.int() }), { a: 1, b: 2 }],
    ['a field that may be absent stays absent', z.object({ a: z.int().optional() }), {}],
    ['an instant is told as text', z.object({ at: instant.nullable() }), { at: new Date(0) }],
    ['an instant that is none is refused', z.object({ at: instant }), { at: new Date(Number.NaN) }],
    ['a rule of a text is kept', z.object({ a: z.string().max(2) }), { a: 'abc' }],
    ['a rule of a list is kept', z.array(z.int()).max(1), [1, 2]],
    ['a rule of an object is kept', z.object({ a: z.int() }).refine(({ a }) => a > 1), { a: 1 }],
    ['an object closed to other fields stays closed', z.strictObject({ a: z.int() }), { a: 1, b: 2 }],
    ['an object open to other fields stays open', z.looseObject({ a: z.int() }), { a: 1, b: 2 }],
    ['a number with a fraction is not whole', z.object({ a: z.int() }), { a: 1.5 }],
    ['a whole number too large to be exact is refused', z.object({ a: z.int() }), { a: 2 ** 53 }],
    ['a choice outside the choices is refused', z.enum(['a', 'b']), 'c'],
    ['a changed text is changed', z.object({ a: z.string().transform((text) => text.length) }), { a: 'abc' }],
    ['a list in place of an object is refused', z.object({}), []],
  ])('%s', (_, schema: z.ZodType, value) => {
    expect(outcome(() => shapeAnswer(schema, value))).toEqual(outcome(() => schema.parse(value)));
  });
});
