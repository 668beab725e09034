import type { pagePaths } from './page-paths.ts';

/** A page as its web module declares it: `/individual-{$id}`, `/restore/$token`. */
export type PagePath = (typeof pagePaths)[number];

/** The names of the parameters in a path. */
type ParamsOf<Path extends string> = Path extends `${string}{$${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}/$${infer Name}`
    ? Name
    : never;

/** A parameter; the parts of a key such as `/request-{$key}` come apart, it holds them with hyphens between. */
type Value = string | number | readonly number[];
/** Of how many ids the key of a page is made: with another number it leads nowhere. */
type Keys = {
  '/registry-{$key}': readonly [number, number];
  '/simplified-registry-{$key}': readonly [number, number];
  '/registry-entry-{$key}': readonly [number, number, number];
  '/request-{$key}': readonly [number, number];
};
type ValueIn<Path extends string> = Path extends keyof Keys ? Keys[Path] : Value;
type Given<Path extends string> = Readonly<Record<ParamsOf<Path>, ValueIn<Path>>> & Readonly<Record<string, Value>>;

declare const page: unique symbol;
/** The address of a page of the application within its site. Only `pagePath` makes one, so that none leads nowhere. */
export type PageAddress = string & { readonly [page]: true };

/** What `pagePath` is asked for: a page and, where its path has any, what is in the places of its parameters. */
export type PageOf<Path extends PagePath> = [
  path: Path,
  ...given: [ParamsOf<Path>] extends [never] ? [query?: Readonly<Record<string, Value>>] : [given: Given<Path>],
];

/** The address of a page. What is given beside the parameters of its path is its query. */
export function pagePath<const Path extends PagePath>(...[path, given]: PageOf<Path>): PageAddress {
  const rest = new Map(Object.entries<Value>(given ?? {}).map(([name, value]) => [name, written(value)]));
  const filled = path.replace(
    /\{\$(\w+)\}|\$(\w+)/g,
    (place, inside: string | undefined, alone: string | undefined) => {
      const name = inside ?? alone ?? '';
      const value = rest.get(name);
      if (value === undefined) throw new RangeError(`${path}: nothing for ${place}`);
      rest.delete(name);
      return value;
    },
  );
  const query = [...rest].map(([name, value]) => `${name}=${value}`).join('&');
  return (query ? `${filled}?${query}` : filled) as PageAddress;
}

const written = (value: Value): string =>
  encodeURIComponent(typeof value === 'object' ? value.join('-') : String(value));
