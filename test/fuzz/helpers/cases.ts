import fc, { type Arbitrary } from 'fast-check';
import qs from 'qs';
import { isText, isWrite, type Operation } from '#contract/kernel/op.ts';
import { asMultipart, smallFile } from '../../helpers/files/multipart.ts';
import { valid } from './arbitraries.ts';
import type { ActorName } from './asking.ts';
import { asForm, asJson, brokenBodies, brokenQueries, mutated, type WireBody } from './mutations.ts';
import type { World } from './world.ts';

/** One request to an operation, described so that a failing one can be read. */
export interface Case {
  actor: ActorName;
  path: string;
  body: WireBody;
  headers: Record<string, string>;
}

const hostileParams = [
  '0',
  '-1',
  '01',
  '1e3',
  '1.0',
  '999999999',
  '9007199254740993',
  '9223372036854775808',
  'NaN',
  'null',
  '__proto__',
  '%00',
  '%20',
  '%ff',
  '%',
  '%ED%A0%80',
  '%2F',
  '%252e%252e%252f',
  "1'%20or%201=1",
  '1;drop%20table%20accounts',
  'я'.repeat(10),
  'x'.repeat(200),
  'x'.repeat(600),
];

const hostileHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': 'key-1' },
  { 'idempotency-key': 'x'.repeat(500) },
  { 'idempotency-key': 'two words' },
  { 'if-match': '"1"' },
  { 'if-match': '*' },
  { cookie: 'session=broken; device=%00; __proto__=x' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'user-agent': `x${'я'.normalize('NFD').replace(/[^\x20-\x7e]/g, '?')}`.repeat(1_000) },
  { 'x-forwarded-for': "1.2.3.4, '; drop table sessions" },
  { accept: 'image/png', 'accept-encoding': 'br;q=0' },
  { 'x-http-method-override': 'DELETE' },
];

const often = <T>(arbitrary: Arbitrary<T>) => ({ arbitrary, weight: 6 });
const seldom = <T>(arbitrary: Arbitrary<T>) => ({ arbitrary, weight: 1 });

/** Requests of these actors to one operation: mostly right or nearly right ones, because those get furthest. */
export function casesOf(operation: Operation, world: World, actors: readonly ActorName[]): Arbitrary<Case> {
  // Made once: what follows an actor is made anew for each request.
  const ofAll = {
    query: queries(operation, world),
    body: isWrite(operation) ? bodies(operation, world) : fc.constant<WireBody>({ headers: {} }),
    headers: fc.oneof(often(fc.constant({})), seldom(fc.constantFrom(...hostileHeaders))),
  };
  return fc.constantFrom(...actors).chain((actor) =>
    fc.record({ path: paths(operation, world, actor), ...ofAll }).map(({ path, query, body, headers }) => ({
      actor,
      path: withQuery(path, query),
      body,
      headers,
    })),
  );
}

/** Requests as the contract wants them, of the actor's own objects: whether they succeed is up to the state of these alone. */
export function rightCasesOf(operation: Operation, world: World, actors: readonly ActorName[]): Arbitrary<Case> {
  const { def } = operation;
  const query = def.query ? valid(def.query, world.hints).map(asQuery) : fc.constant('');
  const form = (value: unknown): WireBody =>
    def.upload ? asMultipart(Object(value) as object, smallFile(def.upload)) : asJson(value);
  const body = def.body
    ? valid(def.body, world.hints).map((value) => safely(() => form(value), { headers: {} }))
    : fc.constant<WireBody>({ headers: {} });
  return fc
    .constantFrom(...actors)
    .chain((actor) => fc.record({ actor: fc.constant(actor), path: rightPath(operation, world, actor), query, body }))
    .map(({ actor, path, query, body }) => ({ actor, path: withQuery(path, query), body, headers: {} }));
}

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

const asQuery = (value: unknown): string => qs.stringify(value, { encodeValuesOnly: true }).slice(0, 8_000);

const rightParam = (operation: Operation, world: World, actor: ActorName, param: string): Arbitrary<string> =>
  isText(param)
    ? fc.constantFrom(...world.wordsOf(param, operation.path))
    : fc.constant(String(world.idOf(operation.def.on![param]!, actor, operation)));

const rightPath = (operation: Operation, world: World, actor: ActorName): Arbitrary<string> =>
  filled(
    operation,
    operation.params.map((param) => rightParam(operation, world, actor, param)),
  );

const paths = (operation: Operation, world: World, actor: ActorName): Arbitrary<string> =>
  filled(
    operation,
    operation.params.map((param) =>
      fc.oneof(often(rightParam(operation, world, actor, param)), seldom(fc.constantFrom(...hostileParams))),
    ),
  );

/** The path with its parameters, in their order. */
const filled = ({ path }: Operation, values: Arbitrary<string>[]): Arbitrary<string> =>
  fc.tuple(...values).map((given) => {
    let next = 0;
    return path.replace(/\{\w+\}/g, () => given[next++]!);
  });

function queries({ def }: Operation, { hints }: World): Arbitrary<string> {
  const broken = fc.constantFrom(...brokenQueries);
  if (!def.query) return fc.oneof(often(fc.constant('')), seldom(broken));
  const right = valid(def.query, hints);
  return fc.oneof(
    { arbitrary: right.map(asQuery), weight: 4 },
    { arbitrary: mutated(right).map((value) => safely(() => asQuery(value), '')), weight: 4 },
    { arbitrary: broken, weight: 2 },
  );
}

function bodies({ def }: Operation, { hints }: World): Arbitrary<WireBody> {
  const broken = fc.constantFrom(...brokenBodies);
  if (def.body && def.upload) return forms(valid(def.body, hints), smallFile(def.upload), broken);
  if (!def.body) return fc.oneof(often(fc.constant<WireBody>({ headers: {} })), { arbitrary: broken, weight: 3 });
  const right = valid(def.body, hints);
  return fc.oneof(
    { arbitrary: right.map(asJson), weight: 8 },
    { arbitrary: mutated(right).map(asJson), weight: 8 },
    { arbitrary: right.map((value) => safely(() => asForm(value), { headers: {} })), weight: 1 },
    { arbitrary: broken, weight: 3 },
  );
}

/** Forms with a file: right ones, spoilt ones, and such whose file is none. */
function forms(right: Arbitrary<unknown>, small: string, broken: Arbitrary<WireBody>): Arbitrary<WireBody> {
  const asForm = (value: unknown, file = small): WireBody =>
    safely<WireBody>(() => asMultipart(Object(value) as object, file), { headers: {} });
  return fc.oneof(
    { arbitrary: right.map((value) => asForm(value)), weight: 8 },
    { arbitrary: mutated(right).map((value) => asForm(value)), weight: 6 },
    { arbitrary: fc.tuple(right, fc.string()).map(([value, file]) => asForm(value, file)), weight: 3 },
    { arbitrary: broken, weight: 3 },
  );
}

/** A lone surrogate cannot be written into a URL; such a value goes only in JSON. */
function safely<T>(make: () => T, otherwise: T): T {
  try {
    return make();
  } catch {
    return otherwise;
  }
}
