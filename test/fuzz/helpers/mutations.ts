import fc, { type Arbitrary } from 'fast-check';
import qs from 'qs';

const nested = (levels: number): unknown => {
  let value: unknown = 'дно';
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};
/** An own property of this name, as JSON.parse makes it. */
const prototypeKey = (): unknown => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}');

/** What no field expects, or only few. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '\0',
  'нуль\0внутри',
  '\ud800',
  'половина \udfff знака',
  '\u202eовтсдовереп',
  'a\r\nSet-Cookie: x=1',
  "' or 1=1; drop table accounts; --",
  '{{7*7}}${7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '2025-02-30',
  '9'.repeat(400),
  'я'.repeat(100_000),
  '😀'.repeat(300),
  [],
  [null],
  [[['x']]],
  Array.from({ length: 21 }, () => 1),
  Array.from({ length: 5_000 }, (_, index) => index),
  {},
  { toString: 'x', length: -1 },
  prototypeKey(),
  nested(6),
  nested(2_000),
];
const hostileKeys = [
  'unknown',
  '__proto__',
  'constructor',
  'id',
  'toString',
  '',
  'ключ',
  'x'.repeat(10_000),
  '\0',
  '\ud800',
];

type Path = readonly (string | number)[];

/** The places of a value that a mutation can change, the value itself included. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** A copy with something else at one place; `undefined` takes the place away. */
function replaced(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as unknown as Record<number, unknown>)
    : { ...(value as object) };
  copy[key] = replaced(copy[key], rest, change);
  return copy;
}

function withKey(value: unknown, key: string, extra: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [key]: extra };
  const copy = { ...value };
  // A plain assignment would set the prototype instead of making the property.
  Object.defineProperty(copy, key, { value: extra, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** A right value with one place made wrong. */
export const mutated = (right: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .record({
      value: right,
      place: fc.nat(),
      hostile: fc.constantFrom(...hostileValues),
      key: fc.constantFrom(...hostileKeys),
      kind: fc.constantFrom('replace', 'remove', 'wrap', 'unwrap', 'add', 'grow'),
    })
    .map(({ value, place, hostile, key, kind }) => {
      const paths = pathsOf(value);
      return replaced(value, paths[place % paths.length]!, (old) => {
        if (kind === 'remove') return undefined;
        if (kind === 'wrap') return [old];
        if (kind === 'unwrap') return { value: old };
        if (kind === 'add') return withKey(old, key, hostile);
        if (kind === 'grow' && typeof old === 'string') return old.repeat(1_000);
        return hostile;
      });
    });

/** A body as it goes over the wire. */
export interface WireBody {
  body?: string | Uint8Array;
  headers: Record<string, string>;
}
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

export const asJson = (value: unknown): WireBody => ({ body: JSON.stringify(value) ?? '', headers: json });
export const asForm = (value: unknown): WireBody => ({ body: qs.stringify(value).replaceAll('\0', ''), headers: form });

/** Bodies that are not what they say they are. */
export const brokenBodies: readonly WireBody[] = [
  { headers: {} },
  { body: '', headers: json },
  { body: '{"a":', headers: json },
  { body: '{"a":1}}', headers: json },
  { body: '{"__proto__":{"x":1}}', headers: json },
  { body: '{"constructor":{"prototype":{"x":1}}}', headers: json },
  { body: '{"a":1,"a":2}', headers: json },
  { body: 'null', headers: json },
  { body: '1e999', headers: json },
  { body: '"text"', headers: json },
  { body: '[]', headers: json },
  { body: '['.repeat(200_000), headers: json },
  { body: '\ufeff{}', headers: json },
  { body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), headers: json },
  { body: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
  { body: '{}', headers: { ...json, 'content-encoding': 'gzip' } },
  { body: '{}', headers: { 'content-type': 'text/plain' } },
  { body: '<a/>', headers: { 'content-type': 'application/xml' } },
  { body: '{}', headers: { 'content-type': 'нет такого'.normalize('NFD').replace(/[^\x20-\x7e]/g, '?') } },
  { body: new Uint8Array([123, 125]), headers: {} },
  { body: 'a[b][c][d][e][f][g]=1&__proto__[x]=1', headers: form },
  { body: 'a=1&'.repeat(1_001), headers: form },
  { body: '%ff%fe=%', headers: form },
  { body: '{}', headers: { 'content-type': 'multipart/form-data' } },
  { body: '--b\r\n', headers: multipart },
  { body: '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n', headers: multipart },
  {
    body: '--b\r\nContent-Disposition: form-data; name="f"; filename="../../x"\r\n\r\nx\r\n--b--\r\n',
    headers: multipart,
  },
  { body: new Uint8Array(10 * 1024 * 1024).fill(0x20), headers: json },
];

/** Query strings that break the parser's limits, or try what lies behind it. */
export const brokenQueries: readonly string[] = [
  Array.from({ length: 1_001 }, (_, index) => `p${index}=1`).join('&'),
  'filter[a][b][c][d][e][f]=1',
  `filter[status][]=${Array.from({ length: 21 }, () => 'x').join('&filter[status][]=')}`,
  'page=1&page=2',
  'limit=10&limit[]=20&limit[x]=30',
  'sort=createdAt&sort[createdAt]=1',
  '__proto__[x]=1',
  'constructor[prototype][x]=1',
  'sort[__proto__]=1',
  'filter=text',
  'filter[]=1',
  'q[]=1&q[]=2',
  'q[$ne]=1',
  'q=%00',
  'q=%ff%fe',
  'q=%ED%A0%80',
  'q=%',
  'page=NaN&limit=Infinity',
  'page=9223372036854775808',
  '&&&===',
  '[]=1',
  '%5B%5D=%5B',
  `q=${'я'.repeat(1_000)}`,
];
