import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { actorFor } from '../fuzz/helpers/asking.ts';
import { makeWorld, type World } from '../fuzz/helpers/world.ts';

/** What nobody and nothing in the world is called. */
const nonsense = encodeURIComponent('Такихздесьнет');

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.testApp.stop());

const answersItems = ({ def }: Operation): boolean =>
  'items' in ((def.out as { shape?: object } | undefined)?.shape ?? {});
const lists = operations.filter(
  (operation) => operation.method === 'GET' && operation.def.query?.shape['q'] && answersItems(operation),
);

const pathOf = (operation: Operation): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, param: string) =>
    String(world.idOf(operation.def.on![param]!, actorFor(operation), operation)),
  );

test.each(lists.map((operation) => [operation.route, operation] as const))(
  '%s finds nothing by what nothing is called',
  async (_route, operation) => {
    const { status, body } = await world.browser(actorFor(operation)).get(`${pathOf(operation)}?q=${nonsense}`);
    expect([status, body.items]).toEqual([200, []]);
  },
);

test('a list in which nobody searches refuses a search by name', async () => {
  const { body, status } = await world.browser('administrator').get(`/api/notifications?q=${nonsense}`);
  expect([status, body.fields]).toEqual([400, { q: 'Неизвестное поле' }]);
});
