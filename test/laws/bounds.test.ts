import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '#contract/index.ts';
import { boundedRecord, boundOf, Unbounded } from '#contract/kernel/bounds.ts';
import { isWrite, type Operation } from '#contract/kernel/op.ts';
import { screens } from '#contract/platform/screens.ts';
import { bodyLimitOf } from '#server/platform/http/body-limit.ts';
import { makeWorld, type World } from '../access/helpers/actors.ts';
import { addressOf, fromNowhere } from '../access/helpers/addresses.ts';
import { expected, targetsOf } from '../access/helpers/matrix.ts';
import type { Reply } from '../helpers/client.ts';

/** Every schema of what comes in, by the operation and the place where it stands. */
const inputs = operations.flatMap(({ route, def }) =>
  (['query', 'body'] as const).flatMap((place) =>
    def[place] ? [{ name: `${route} ${place}`, schema: def[place] }] : [],
  ),
);

/** Why a schema has no bound; null when it has one. */
function trouble(schema: z.ZodType): string | null {
  try {
    boundOf(schema);
    return null;
  } catch (error) {
    if (error instanceof Unbounded) return error.message;
    throw error;
  }
}

describe('what comes in', () => {
  test('is bounded in every part: texts, lists, records, objects and their nesting', () => {
    const found = inputs.map(({ name, schema }) => [name, trouble(schema)]).filter(([, why]) => why !== null);
    expect(inputs.length).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });

  test('is never deeper than five nor longer than 300 KB', () => {
    const bounds = inputs.map(({ name, schema }) => ({ name, ...boundOf(schema) }));
    expect(bounds.filter(({ depth, bytes }) => depth > 5 || bytes > 300 * 1024)).toEqual([]);
  });

  const text = z.string().max(5);
  test.each<[string, z.ZodType]>([
    ['a text', z.string()],
    ['a text of some form', z.string().regex(/^\d+$/)],
    ['a list', z.array(text)],
    ['texts in a list', z.array(z.string()).max(5)],
    ['a record', z.record(text, z.number())],
    ['keys of a record', boundedRecord(z.string(), z.number(), 5)],
    ['an open object', z.object({ a: text })],
    ['one of two', z.union([text, z.array(text)])],
    ['what is optional', z.strictObject({ a: z.string().optional() })],
    ['anything', z.unknown()],
    ['itself in itself', z.lazy(() => text)],
  ])('%s without a bound is found', (_name, schema) => {
    expect(trouble(schema)).not.toBeNull();
  });

  test('is never longer than its bound says', () => {
    const schema = z.strictObject({
      a: text,
      b: z
        .array(z.union([z.boolean(), text]))
        .max(3)
        .nullable(),
      c: z.int(),
    });
    const longest = { a: '\u0001'.repeat(5), b: Array(3).fill('\u0001'.repeat(5)), c: Number.MIN_SAFE_INTEGER };
    const { bytes } = boundOf(schema);
    expect(schema.safeParse(longest).success).toBe(true);
    expect(JSON.stringify(longest).length).toBeLessThanOrEqual(bytes);
    expect(bytes).toBeLessThan(200);
  });
});

describe('over HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.testApp.stop());

  const writes = operations.filter((one) => isWrite(one) && !one.def.signed);

  /** The answer to somebody who may do it, of something that he may do it to. @throws where there is nobody */
  function sentBy(operation: Operation, body: string, headers: Record<string, string>): Promise<Reply> {
    const target = targetsOf(operation)[0]!;
    for (const actor of world.actors) {
      const path = expected(operation, actor.person, target) === '✓' && addressOf(world, actor, operation, target);
      if (path) return actor.client.send(operation.method, path, body, { ...headers, ...fromNowhere() });
    }
    throw new Error(`nobody may ask ${operation.route}`);
  }

  test('a body longer than its operation ever takes is refused unread', async () => {
    const answers: [string, number][] = [];
    for (const one of writes) {
      const tooLong = `{"a":"${'x'.repeat(bodyLimitOf(one))}"}`;
      const reply = await sentBy(one, tooLong, { 'content-type': 'application/json' });
      answers.push([one.route, reply.status]);
    }
    expect(answers.length).toBeGreaterThan(150);
    expect(answers.filter(([, status]) => status !== 413)).toEqual([]);
  });

  test('a form is refused where the contract describes JSON', async () => {
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    const parts = { 'content-type': 'multipart/form-data; boundary=b' };
    const answers: [string, number, string][] = [];
    for (const one of writes.filter(({ def }) => def.body && !def.upload)) {
      const multipart = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
      for (const [body, headers] of [
        ['a=1', urlencoded],
        [multipart, parts],
      ] as const) {
        const { status, body: said } = await sentBy(one, body, headers);
        answers.push([one.route, status, said.message]);
      }
    }
    expect(answers.length).toBeGreaterThan(200);
    expect(answers.filter(([, status]) => status !== 415)).toEqual([]);
    expect(new Set(answers.map(([, , message]) => message))).toEqual(
      new Set(['Такой вид тела запроса не поддерживается']),
    );
  });

  const view = (table: object, more: object = {}) => ({
    screen: 'individuals',
    name: 'Мои',
    query: '',
    table,
    ...more,
  });
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

  test('the look of a saved view is bounded in keys and bytes, and its screen is one of those that there are', async () => {
    const { client } = await world.testApp.individual();
    const save = async (body: object) => (await client.post('/api/saved-views', body)).status;
    expect(await save(view(many(20_000)))).toBe(413);
    expect(await save(view(many(1_000)))).toBe(400);
    expect(await save(view({ widths: many(101) }))).toBe(400);
    expect(await save(view({ widths: many(100), columns: ['name'], density: 'dense' }))).toBe(201);
    const longNames = (length: number) => Array.from({ length: 100 }, () => 'я'.repeat(length));
    const widths = Object.fromEntries(longNames(47).map((name, at) => [`${name}${at}`, 1]));
    expect(await save(view({ columns: longNames(50), widths }))).toBe(201);
    expect(await save(view({}, { screen: 'x' }))).toBe(400);
    for (const query of [
      'javascript:alert(1)',
      'https://evil.example/?q=1',
      '//evil.example',
      '/x?q=1',
      'q=1#x',
      'q=1&',
    ]) {
      expect([query, await save(view({}, { query }))]).toEqual([query, 400]);
    }
    for (const query of ['', 'q=%D0%9F', 'q=Петрова', 'filter[status][]=a&filter[status][]=b&sort[name]=-1']) {
      expect([query, await save(view({}, { query }))]).toEqual([query, 201]);
    }
  });

  test('a person keeps at most fifty views of a screen and three hundred in all, also when he saves them at once', async () => {
    const { client, accountId } = await world.testApp.individual();
    const kept = async () => {
      const found = await world.testApp.owner.query('select count(*)::int from saved_views where account_id = $1', [
        accountId,
      ]);
      return found.rows[0].count;
    };
    const fill = (screen: string, count: number) =>
      world.testApp.owner.query(
        `insert into saved_views (account_id, screen, name, query, view)
         select $1, $2, 'вид ' || n, '', '{}' from generate_series(1, $3::int) n`,
        [accountId, screen, count],
      );
    await fill('individuals', 48);
    const saves = Array.from({ length: 6 }, (_, at) =>
      client.post('/api/saved-views', view({}, { name: `новый ${at}` })),
    );
    expect((await Promise.all(saves)).map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201, 201, 400, 400, 400, 400,
    ]);
    expect((await client.post('/api/saved-views', view({}, { name: 'вид 1' }))).status).toBe(201);
    for (const screen of screens.slice(0, 5)) await fill(screen, 50);
    expect(await kept()).toBe(300);
    expect((await client.post('/api/saved-views', view({}, { screen: 'tariffs' }))).body.fields.name).toMatch(/300/);
  });
});
