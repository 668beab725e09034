import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What scripts and styles may weigh as they are sent, in bytes (docs/quality.md P13, docs/decisions/0034). */
export const mostBytes = { signIn: 165_000, list: 200_000, further: 40_000 } as const;

/** The first page of whoever is signed in, and of a stranger; what a further one weighs is what it brings beside this. */
export const firstPages = { list: '/dashboard/individuals', signIn: '/signin' } as const;

const folder = resolve(process.env['WEB_DIST'] ?? 'dist/web');
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** Scripts and styles that a page names in its head, by their paths. */
const filesOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);

/** Most browsers take brotli, which lies beside each file. */
const bytesOf = (path: string): number => {
  const file = join(folder, path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
};

const sum = (paths: Iterable<string>): number => [...paths].reduce((bytes, path) => bytes + bytesOf(path), 0);

/** What the built pages name in their heads: of the sign-in and the list all of it, of each further page what it adds. */
export function builtWeights(): { signIn: number; list: number; further: { path: string; bytes: number }[] } {
  const shell = filesOf(read('index.html'));
  const framed = JSON.parse(read('pages/framed.json')) as { path: string; links: string }[];
  const first = new Set([...shell, ...filesOf(framed.find(({ path }) => path === firstPages.list)!.links)]);
  return {
    signIn: sum(new Set(filesOf(read(`pages${firstPages.signIn}/index.html`)))),
    list: sum(first),
    further: framed.map(({ path, links }) => ({
      path,
      bytes: sum(new Set(filesOf(links).filter((file) => !first.has(file)))),
    })),
  };
}
