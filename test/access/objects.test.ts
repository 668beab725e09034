import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { isWrite, type Operation } from '#contract/kernel/op.ts';
import { appDefinition } from '#server/modules/index.ts';
import type { Reply } from '../helpers/client.ts';
import { type Actor, makeWorld, type World } from './helpers/actors.ts';
import { addressBy, addressOf, fromNowhere, idsOf, objectOf } from './helpers/addresses.ts';
import { expected, targetsOf } from './helpers/matrix.ts';
import { sample } from './helpers/sample.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.testApp.stop());

/** Everybody for whom the operation hides foreign objects behind 404. */
const hiddenFrom = (operation: Operation): Actor[] =>
  targetsOf(operation).includes('foreign')
    ? world.actors.filter(({ person }) => expected(operation, person, 'foreign') === '404')
    : [];
const withObjects = operations.filter(({ def }) => def.on);

const ask = (actor: Actor, operation: Operation, path: string): Promise<Reply> =>
  actor.client.send(
    operation.method,
    path,
    operation.def.body && sample(operation.def.body, 'required'),
    fromNowhere(),
  );

/** The answer without the number of the incident, which is new each time. */
const seen = ({ status, text, headers }: Reply): unknown => ({
  status,
  text: text.replace(/"incident":"[^"]+"/, ''),
  headers: [...headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name)),
  length: text.length,
});

describe('a foreign object', () => {
  test('answers exactly as one that is not there', async () => {
    let compared = 0;
    for (const operation of withObjects) {
      for (const actor of hiddenFrom(operation)) {
        const foreign = await ask(actor, operation, addressOf(world, actor, operation, 'foreign')!);
        const absent = await ask(actor, operation, addressOf(world, actor, operation, 'absent')!);
        expect(seen(foreign), `${operation.route} × ${actor.person.name}`).toEqual(seen(absent));
        expect(foreign.status).toBe(404);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(withObjects.length);
  });

  test('answers as fast as one that is not there', { timeout: 600_000 }, async () => {
    const reads = withObjects.filter((operation) => !isWrite(operation) && hiddenFrom(operation).length > 0);
    expect(reads.length).toBeGreaterThan(0);
    for (const operation of reads) {
      const actor = hiddenFrom(operation)[0]!;
      const difference = await timeDifference(
        () => ask(actor, operation, addressOf(world, actor, operation, 'foreign')!),
        () => ask(actor, operation, addressOf(world, actor, operation, 'absent')!),
      );
      expect(difference, operation.route).not.toMatchObject({ tells: true });
    }
  });
});

const pairs = 200;
/** After so many pairs a difference far from noticeable will not become one. */
const firstPairs = 40;
/** A difference that a stranger could measure over a network, in ms. */
const noticeable = 2;
/** Wins of one side beyond this are no chance at p < 0.001: 3.3 standard deviations of a fair coin. */
const luckOf = (count: number): number => 3.3 * Math.sqrt(count / 4);

/** Times both in pairs, in changing order. It tells something only when it is both noticeable and no chance. */
async function timeDifference(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<{ ms: number; wins: number; tells: boolean }> {
  const gaps: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = pair % 2 === 0 ? [await timed(one), await timed(other)] : [await timed(other), await timed(one)];
    gaps.push((first[0]! - first[1]!) * (pair % 2 === 0 ? 1 : -1));
    if (gaps.length === firstPairs && Math.abs(median(gaps)) < noticeable / 4) break;
  }
  const ms = median(gaps);
  const wins = gaps.filter((gap) => gap > 0).length;
  return { ms, wins, tells: Math.abs(ms) > noticeable && Math.abs(wins - gaps.length / 2) > luckOf(gaps.length) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

describe('the measure of time', () => {
  const wait = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms));

  test('notices a difference and lets equals pass', async () => {
    expect(await timeDifference(wait(6), wait(1))).toMatchObject({ tells: true });
    expect(await timeDifference(wait(2), wait(2))).toMatchObject({ tells: false });
  });
});

describe('a child of another parent', () => {
  const nested = operations.filter((operation) => idsOf(operation).length > 1);
  /** Whether every object of the path belongs to the one before it. */
  const isChain = (operation: Operation): boolean =>
    idsOf(operation)
      .slice(1)
      .every((param) => appDefinition.resources[operation.def.on![param]!]?.parent !== undefined);

  test('is absent to the operation and to its probe, even for those who may see both', async () => {
    let asked = 0;
    for (const operation of nested.filter(isChain)) {
      for (const actor of world.actors.filter(({ person }) => expected(operation, person, 'own') === '✓')) {
        for (const odd of idsOf(operation)) {
          const path = addressBy(operation, (param, resource) =>
            objectOf(world, actor, resource, param === odd ? 'foreign' : 'own'),
          )!;
          const probe = await actor.client.send('OPTIONS', path, undefined, {
            ...fromNowhere(),
            'access-control-request-method': operation.method,
          });
          const name = `${operation.route} × ${actor.person.name}: another {${odd}}`;
          expect([probe.status, (await ask(actor, operation, path)).status], name).toEqual([404, 404]);
          asked++;
        }
      }
    }
    expect(asked).toBeGreaterThan(0);
  });

  test('can be named by every operation with several objects in its path, unless these do not own one another', () => {
    expect(nested.filter((one) => !isChain(one)).map(({ route }) => route)).toEqual([
      'POST /api/employee-roles/{roleId}/{permissionId}',
      'POST /api/individuals/{id}/questionnaires/create-by/legal-entity/{leId}/registry/{regId}/registry-entry/{entryId}',
      'POST /api/individuals/{id}/questionnaires/{qid}/negotiate/{x}',
      'GET /internal/debug/loans/{id}/generate-preview/{templateId}',
      // The account is the asker's own: whoever else is named is absent.
      'POST /api/chats/{id}/account/{accountId}/send',
      'POST /api/chats/{id}/account/{accountId}/waiting',
      'DELETE /api/chats/{id}/account/{accountId}/waiting',
      'POST /api/chats/{id}/account/{accountId}/read',
    ]);
  });
});
