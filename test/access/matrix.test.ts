import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { isWrite, type Operation } from '#contract/kernel/op.ts';
import type { Reply } from '../helpers/client.ts';
import { type Actor, makeWorld, type World } from './helpers/actors.ts';
import { addressOf, fromNowhere } from './helpers/addresses.ts';
import { type ExpectedAnswer, expected, type Target, targetsOf } from './helpers/matrix.ts';
import { sample } from './helpers/sample.ts';
import { differences, snapshot } from './helpers/tables.ts';

/** One question of the matrix: somebody, an operation, whose object. */
interface Cell {
  operation: Operation;
  actor: Actor;
  target: Target;
  path: string;
  says: ExpectedAnswer;
  /** By these turns every third one is of each operation, each person and each kind of object. */
  turn: number;
}

/** Every cell is asked in earnest, and in a usual run every third is probed besides: both go by the same admission. */
const isThorough = process.env['PROBES'] === 'all';

let world: World;
let cells: Cell[];
let impossible: string[];
/** Every row before the first question. */
let before: Awaited<ReturnType<typeof snapshot>>;
beforeAll(async () => {
  world = await makeWorld();
  // Of the call that is planned the clock asks the law, since something has happened to its debtor: here it has been asked.
  await world.testApp.owner.query(`update contact_records set asked_at = now() where status = 'planned'`);
  before = await snapshot(world.testApp.app.database.db);
  ({ cells, impossible } = everyCell());
});
afterAll(() => world.testApp.stop());

function everyCell(): { cells: Cell[]; impossible: string[] } {
  const found: Cell[] = [];
  const without: string[] = [];
  for (const [row, operation] of operations.entries()) {
    for (const [column, actor] of world.actors.entries()) {
      for (const [object, target] of targetsOf(operation).entries()) {
        const says = expected(operation, actor.person, target);
        const path = addressOf(world, actor, operation, target);
        if (path === null) without.push(`${operation.code}: ${actor.person.kind}, ${target}`);
        else found.push({ operation, actor, target, path, says, turn: (row + column + object) % 3 });
      }
    }
  }
  return { cells: found, impossible: [...new Set(without)] };
}

/** Asks as somebody would who means it. */
const ask = ({ operation, actor, path }: Cell): Promise<Reply> =>
  actor.client.send(operation.method, path, operation.def.body && sample(operation.def.body, 'all'), fromNowhere());

/** A write of this kind stops after access: an unknown field or a malformed key of repetition is 400. Reading just reads. */
async function askInVain(cell: Cell): Promise<Reply> {
  const { operation, actor, path } = cell;
  const reply = await actor.client.send(operation.method, path, operation.def.body && { 'unknown field': 1 }, {
    ...fromNowhere(),
    ...(isWrite(operation) && { 'idempotency-key': 'not a key' }),
  });
  // On a busy machine the exports of one person before it may not have ended.
  return reply.status === 429 && typeof operation.def.file === 'string' ? askInVain(cell) : reply;
}

const nameOf = ({ operation, actor, target }: Cell): string => `${operation.route} × ${actor.person.name} × ${target}`;
const broken = ({ status }: Reply): boolean => status >= 500 || status === 429 || status === 405;

/** Asks of all cells, several at once, and collects what is wrong with the answers. */
async function wrongAmong(some: readonly Cell[], judge: (cell: Cell) => Promise<string | null>): Promise<string[]> {
  const queue = [...some];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let cell = queue.shift(); cell; cell = queue.shift()) {
      const problem = await judge(cell);
      if (problem !== null) wrong.push(`${nameOf(cell)}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return wrong.sort();
}

describe('access', () => {
  const isDenied = ({ says }: Cell): boolean => says !== '✓';

  test('leaves out nobody: everybody has an object of his own', () => {
    expect(impossible).toEqual([]);
    expect(cells.length).toBeGreaterThan(operations.length * world.actors.length);
  });

  test('is answered by a probe as the contract says, even to a preflight from another site', {
    timeout: 300_000,
  }, async () => {
    const probed = cells.filter(({ turn }) => isThorough || turn === 0);
    const wrong = await wrongAmong(probed, async ({ operation, actor, path, says }) => {
      const reply = await actor.client.send('OPTIONS', path, undefined, {
        ...fromNowhere(),
        'access-control-request-method': operation.method,
        origin: 'https://elsewhere.example',
      });
      const right = reply.status === (says === '✓' ? 204 : Number(says));
      const shares = [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'));
      if (!right) return `probe answered ${reply.status}, the operation ${says}`;
      if (!reply.headers.get('allow')?.includes(operation.method)) return 'no Allow';
      if (says === '✓' && reply.text !== '') return 'the probe has a body';
      return shares.length > 0 ? `the probe shares: ${shares.join()}` : null;
    });
    expect(wrong).toEqual([]);
  });

  test('is denied by the operation to everybody, about every object, to whom the contract gives none', {
    timeout: 300_000,
  }, async () => {
    const denied = cells.filter(isDenied);
    const wrong = await wrongAmong(denied, async (cell) => {
      const reply = await ask(cell);
      return reply.status === Number(cell.says) ? null : `${cell.says} in the contract, answered ${reply.status}`;
    });
    expect(wrong).toEqual([]);
    expect(denied.length).toBeGreaterThan(cells.length / 4);
  });

  test('leaves no trace of refused requests and of probes', async () => {
    expect(differences(before, await snapshot(world.testApp.app.database.db))).toEqual([]);
  });

  test('is given by the operation to everybody else', { timeout: 300_000 }, async () => {
    const wrong = await wrongAmong(
      cells.filter((cell) => !isDenied(cell)),
      async (cell) => {
        const reply = await askInVain(cell);
        if (broken(reply)) return `answered ${reply.status} ${reply.text}`;
        return [401, 403, 404].includes(reply.status) ? `answered ${reply.status}` : null;
      },
    );
    expect(wrong).toEqual([]);
  });

  test('is judged before what is asked: who may not ask learns nothing of his mistakes', async () => {
    const ofEach = Map.groupBy(cells.filter(isDenied), ({ operation, says }) => `${operation.code} ${says}`);
    const wrong = await wrongAmong(
      [...ofEach.values()].map(([cell]) => cell!),
      async (cell) => {
        const { status } = await askInVain(cell);
        return status === Number(cell.says) ? null : `answered ${status}`;
      },
    );
    expect(wrong).toEqual([]);
  });
});

describe('a method that a path does not have', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const byPath = Map.groupBy(operations, ({ path }) => path);

  test('is 405 with the methods that it has, asked in earnest or by a probe', async () => {
    const anybody = world.actors[0]!;
    const wrong: string[] = [];
    for (const [path, own] of byPath) {
      const allow = [...own.map(({ method }) => method), 'OPTIONS'].join(', ');
      const address = addressOf(world, anybody, own[0]!, 'absent')!;
      for (const method of methods.filter((one) => !own.some((operation) => operation.method === one))) {
        const replies = [
          await anybody.client.send(method, address),
          await anybody.client.send('OPTIONS', address, undefined, { 'access-control-request-method': method }),
        ];
        for (const reply of replies) {
          const right = reply.status === 405 && reply.headers.get('allow') === allow;
          if (!right) wrong.push(`${method} ${path}: ${reply.status}, Allow: ${reply.headers.get('allow')}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('is told by a probe that intends none: 204 with all methods', async () => {
    const anybody = world.actors[0]!;
    const reply = await anybody.client.send('OPTIONS', '/api/individuals');
    expect([reply.status, reply.headers.get('allow'), reply.text]).toEqual([204, 'GET, OPTIONS', '']);
  });
});
