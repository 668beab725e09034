import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations } from '#contract/index.ts';
import { isText, isWrite, type Operation } from '#contract/kernel/op.ts';
import { valid } from '../fuzz/helpers/arbitraries.ts';
import { type ActorName, actorNames, actorsFor } from '../fuzz/helpers/asking.ts';
import { makeWorld, type World } from '../fuzz/helpers/world.ts';
import type { Reply } from '../helpers/client.ts';
import { readLog } from '../helpers/log.ts';
import { patience } from '../helpers/patience.ts';
import { canaries, canariesIn, canaryHeaders } from './helpers/canaries.ts';

let world: World;
beforeAll(async () => {
  // Nobody listens there, so that letters fail and their jobs have something to tell.
  world = await makeWorld({ smtpUrl: 'smtp://127.0.0.1:9' });
});
afterAll(async () => {
  // Failures of the database are forced here.
  world.testApp.undeclared.length = 0;
  await world.testApp.stop();
});

const query = (text: string, values: unknown[] = []) => world.testApp.owner.query(text, values);
const hints = Object.fromEntries(Object.entries(canaries).map(([name, value]) => [name, fc.constant(value)]));

const pathOf = (operation: Operation, actor: ActorName, token: string): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, param: string) =>
    isText(param) ? token : String(world.idOf(operation.def.on![param]!, actor, operation)),
  );

/** The right body of an operation with canaries in it; ids, versions and consents are those of the world. */
function marked({ def }: Operation): Record<string, unknown> | undefined {
  if (!def.body) return undefined;
  const arbitrary = valid(def.body, { ...world.hints, ...hints });
  return fc
    .sample(arbitrary as fc.Arbitrary<Record<string, unknown>>, { numRuns: 20, seed: 3 })
    .sort((a, b) => Object.keys(b).length - Object.keys(a).length)[0];
}

/** The same body with each of its fields broken in several ways, its value still in it. */
const broken = (body: Record<string, unknown>): Record<string, unknown>[] =>
  Object.entries(body).flatMap(([key, value]) =>
    [`${String(value)}\0`, `"${String(value)}`, ` ${JSON.stringify(value).repeat(40)}`, [value], { inside: value }].map(
      (wrong) => ({ ...body, [key]: wrong }),
    ),
  );

const queries = [
  `q=${encodeURIComponent(canaries.lastName)}`,
  `q=${encodeURIComponent(canaries.lastName)}%00`,
  `to=${canaries.email}`,
  `filter[verificationStatus]=${encodeURIComponent(canaries.middleName)}`,
  `sort[createdAt]=${canaries.phone.replace('+', '%2B')}`,
  `page=${canaries.inn}&limit=${canaries.snils}`,
  `a[b][c][d][e][f]=${canaries.email}`,
];

/** Whether anything was written since the world was made whole. */
let isUsed = true;

/**
 * Everything that is wrong is sent by the first of those who may ask: others are refused before it is read, or it is read
 * by the same rules.
 */
async function feed(operation: Operation, actor: ActorName, body: ReturnType<typeof marked>): Promise<Reply[]> {
  const isFirst = actor === actorsFor(operation)[0];
  const send = (path: string, given?: unknown, headers: Record<string, string> = {}) =>
    world.browser(actor).send(operation.method, path, given, { ...canaryHeaders, ...headers });
  const path = pathOf(operation, actor, canaries.token);
  const replies: Reply[] = [];
  await (isUsed ? world.restore() : query('delete from rate_limits'));
  for (const given of body ? [body, ...(isFirst ? broken(body) : [])] : [undefined])
    replies.push(await send(path, given));
  for (const text of isFirst ? queries : queries.slice(0, 1)) replies.push(await send(`${path}?${text}`, body));
  if (isFirst) {
    const json = { 'content-type': 'application/json' };
    if (operation.method !== 'GET') replies.push(await send(path, `{"email":"${canaries.email}",`, json));
    // With such a cookie he is nobody, whoever he was.
    replies.push(await send(path, body, { cookie: `session=${canaries.token}; device=${canaries.token}` }));
  }
  replies.push(await send(pathOf(operation, actor, encodeURIComponent(canaries.lastName)), body));
  isUsed = isWrite(operation) && replies.some(({ status }) => status < 400);
  return replies;
}

/** The log up to now: what was asked last is written last. */
async function wholeLog(): Promise<string> {
  const { headers } = await world.testApp.anonymous().get('/api/about');
  return vi.waitFor(() => {
    const log = readLog(world.testApp.dataDir);
    expect(log.includes(`"requestId":"${headers.get('x-request-id')}"`)).toBe(true);
    return log;
  }, patience);
}

describe('personal values that are fed to the server', () => {
  test.each(operations.map((operation) => [operation.route, operation] as const))(
    'are not repeated by an error of %s',
    async (_route, operation) => {
      const failed: Reply[] = [];
      const body = marked(operation);
      for (const actor of actorNames) {
        const replies = await feed(operation, actor, body);
        failed.push(...replies.filter(({ status }) => status >= 400));
      }
      expect(failed.flatMap(({ text }) => canariesIn(text))).toEqual([]);
    },
    60_000,
  );

  test('are not repeated when the database itself refuses them', async () => {
    const { testApp } = world;
    // Each of the three is refused, so what it starts from stays as it is.
    await world.restore();
    const update = () => {
      const path = `/api/individuals/${world.idOf('individual', 'administrator')}`;
      const { lastName, middleName } = canaries;
      return world.browser('administrator').patch(path, { lastName, middleName, version: 1 }, canaryHeaders);
    };
    await query(`update individuals set last_name = 'Иванов'`);
    await query(`alter table individuals add constraint refused check (last_name not like 'Канарейк%') not valid`);
    const checked = await update();
    await query('alter table individuals drop constraint refused');
    await query(`update individuals set last_name = 'Иванов'`);
    await query(`insert into individuals (last_name, first_name) values ($1, 'Анна')`, [canaries.lastName]);
    await query(`create unique index refused on individuals (last_name) where last_name like 'Канарейк%'`);
    const repeated = await update();
    await query('drop index refused');
    await query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'bad "%" and %', new.middle_name, quote_literal(new.last_name); end $$`);
    await query('create trigger refused before update on individuals for each row execute function refuse()');
    const raised = await update();
    await query('drop trigger refused on individuals');
    expect([checked, repeated, raised].map(({ status }) => status)).toEqual([500, 500, 500]);
    expect([checked, repeated, raised].flatMap(({ text }) => canariesIn(text))).toEqual([]);
    expect(testApp.undeclared).toHaveLength(3);
  });
});

describe('afterwards', () => {
  test('the log has every request and none of the values', async () => {
    const log = await wholeLog();
    const witnesses = ['"route":"/api/auth/reset-password/:token"', '"msg":"server.failed"', 'letter not delivered'];
    expect(witnesses.filter((witness) => !log.includes(witness))).toEqual([]);
    expect(canariesIn(log)).toEqual([]);
  });

  test('the log of the database has none of them', async (context) => {
    const { rows } = await query(`select setting from pg_settings where name = 'data_directory'`);
    const file = join(rows[0].setting, '..', '..', 'logs', 'postgres.log');
    if (process.env['TEST_DATABASE_URL']) context.skip('The log of a database that is not ours is not ours to read');
    await query(`do $$ begin raise log 'witness of the canaries'; end $$`);
    const log = await vi.waitFor(() => {
      const text = readFileSync(file, 'utf8');
      expect(text).toContain('witness of the canaries');
      return text;
    }, patience);
    expect(canariesIn(log)).toEqual([]);
  });

  test.each(['graphile_worker._private_jobs', 'rate_limits', 'idempotency_records', 'known_devices', 'nodes'])(
    'the table %s has none of them',
    async (table) => {
      const { rows } = await query(`select to_jsonb(t)::text as text from ${table} t`);
      expect(rows.flatMap(({ text }) => canariesIn(text))).toEqual([]);
    },
  );

  test('the description of the API and the errors of strangers have none of them', async () => {
    const stranger = world.testApp.anonymous();
    const answers = [await stranger.get('/api/openapi.json'), await stranger.get('/api/docs')];
    for (const operation of operations) {
      for (const given of operation.def.body ? [{}, { version: 1 }] : [undefined]) {
        answers.push(await stranger.send(operation.method, pathOf(operation, 'anonymous', 'x'), given));
      }
    }
    const failed = answers.filter(({ status }, index) => index < 2 || status >= 400);
    expect(failed.length).toBeGreaterThan(operations.length / 2);
    expect(failed.flatMap(({ text }) => canariesIn(text))).toEqual([]);
  });
});

test('a canary is known again in each of its forms', () => {
  expect(canariesIn(JSON.stringify(canaries)).length).toBeGreaterThan(15);
  expect(canariesIn(`12:00:01.739182+00 ${'0739182a'.repeat(8)}`), 'chance').toEqual([]);
  expect(canariesIn(encodeURIComponent(canaries.lastName))).toEqual(['Канарей']);
  expect(canariesIn('\\u041a\\u0430\\u043d\\u0430\\u0440\\u0435\\u0439')).toEqual(['Канарей']);
  expect(canariesIn('Иванов Иван, +7 916 123-45-67')).toEqual([]);
});
