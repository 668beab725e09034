/** Limits of the query parser (docs/specification.md §9). */
const maxParameters = 1000;
const maxItems = 20;
const maxDepth = 5;

export type Query = Record<string, unknown>;

/** `{ sort: { name: 1 }, filter: { status: ['a'] } }` → `sort[name]=1&filter[status][]=a`; what is absent is left out. */
export function stringifyQuery(query: Query): string {
  return Object.entries(query)
    .flatMap(([key, value]) => pairsOf(encodeURIComponent(key), value))
    .join('&');
}

function pairsOf(key: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(`${key}[]`, item));
  if (typeof value !== 'object') return [`${key}=${encodeURIComponent(value as string | number | boolean)}`];
  return Object.entries(value).flatMap(([inner, item]) => pairsOf(`${key}[${encodeURIComponent(inner)}]`, item));
}

/** The reverse; every value stays text. What breaks the limits, or is no such notation, is dropped. */
export function parseQuery(text: string): Query {
  const query: Query = {};
  for (const [key, value] of [...new URLSearchParams(text)].slice(0, maxParameters)) {
    const path = [...key.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map(([whole, inner]) => inner ?? whole);
    if (path.length > 0 && path.length <= maxDepth + 1 && !path.includes('__proto__')) put(query, path, value);
  }
  return query;
}

function put(query: Query, path: string[], value: string): void {
  const isList = path.at(-1) === '';
  const names = isList ? path.slice(0, -1) : path;
  const last = names.pop();
  if (last === undefined) return;
  let target = query;
  for (const name of names) {
    if (typeof target[name] !== 'object' || Array.isArray(target[name])) target[name] = {};
    target = target[name] as Query;
  }
  const values = Array.isArray(target[last]) ? (target[last] as unknown[]) : [];
  target[last] = isList ? [...values, value].slice(0, maxItems) : value;
}
