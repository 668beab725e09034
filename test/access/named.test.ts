import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '#contract/index.ts';
import { id } from '#contract/kernel/fields.ts';
import { isWrite, type Operation } from '#contract/kernel/op.ts';
import { defOf } from '#contract/kernel/schema-def.ts';
import { bodyFor } from '../helpers/files/multipart.ts';
import { type Actor, makeWorld, type World } from './helpers/actors.ts';
import { addressOf, fromNowhere } from './helpers/addresses.ts';
import { expected, targetsOf } from './helpers/matrix.ts';
import { sample } from './helpers/sample.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.testApp.stop());

/**
 * Where a number only narrows what is answered or marked, what is out of reach narrows it to nothing: a company of a report
 * as in the filters of lists, notifications that somebody else has put away meanwhile.
 */
const narrowing = ['POST /api/loans/closed-loans-report legalEntityId', 'POST /api/notifications/read ids'];

/** What nobody has. */
const absent = 987_654_321_012;

/** Puts the number where the field wants one: by itself or in a list. */
function naming(schema: z.core.$ZodType): unknown {
  if (schema === id) return absent;
  const { innerType, element } = defOf(schema);
  if (element) return naming(element) === undefined ? undefined : [absent];
  return innerType && naming(innerType);
}

const named = operations
  .filter(
    ({ def, ...operation }) => isWrite({ def, ...operation }) && def.body && !def.signed && def.access !== 'anyone',
  )
  .flatMap((operation) =>
    Object.entries(operation.def.body!.shape).flatMap(([field, schema]) => {
      const value = naming(schema);
      return value === undefined || narrowing.includes(`${operation.route} ${field}`)
        ? []
        : [{ operation, field, value }];
    }),
  );

function allowed(operation: Operation): { actor: Actor; path: string }[] {
  return world.actors.flatMap((actor) =>
    targetsOf(operation)
      .filter((target) => target !== 'absent' && expected(operation, actor.person, target) === '✓')
      .flatMap((target) => addressOf(world, actor, operation, target) ?? [])
      .map((path) => ({ actor, path })),
  );
}

test('an object that a body names and that is not there is refused, not passed over', async () => {
  const passed: string[] = [];
  for (const { operation, field, value } of named) {
    for (const { actor, path } of allowed(operation)) {
      const good = sample(operation.def.body!, 'required') as Record<string, unknown>;
      const { body, headers } = bodyFor(operation, { ...good, [field]: value });
      const { status, body: said } = await actor.client.send(operation.method, path, body, {
        ...headers,
        ...fromNowhere(),
      });
      const isRefused = status === 404 || (status === 400 && field in (said.fields ?? {}));
      if (!isRefused) passed.push(`${operation.route} ${field} × ${actor.person.name}: ${status} ${said?.code}`);
    }
  }
  expect(named.length).toBeGreaterThan(15);
  expect(passed).toEqual([]);
});
