import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page that starts the application; where nothing is built, one that says so. */
export function readPage(folder: string): string {
  const file = join(folder, 'index.html');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>Уговор</title><body><p>Приложение не собрано: запустите npm start';
}

/** The public pages that the build has drawn, by their addresses. */
export function readDrawn(folder: string): Map<string, { path: string; html: string; payload: string }> {
  const latest = join(folder, 'builds/latest.json');
  if (!existsSync(latest)) return new Map();
  const { id } = JSON.parse(readFileSync(latest, 'utf8')) as { id: string };
  const manifest = JSON.parse(readFileSync(join(folder, `builds/meta/${id}.json`), 'utf8')) as {
    prerendered: string[];
  };
  const read = (path: string, name: string) => readFileSync(join(folder, 'pages', path, name), 'utf8');
  const pages = manifest.prerendered.map((address) => {
    const path = address === '/' ? '' : address;
    return [address, { path, html: read(path, 'index.html'), payload: read(path, '_payload.json') }] as const;
  });
  return new Map(pages);
}

/** The page that starts the application, for each address of signed-in people with the files that it will need. */
export function readFramed(folder: string, shell: string): { address: RegExp; html: string }[] {
  const file = join(folder, 'pages/framed.json');
  if (!existsSync(file)) return [];
  const pages = JSON.parse(readFileSync(file, 'utf8')) as { path: string; links: string }[];
  // The more of an address is spelled out, the earlier it is tried.
  return pages
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ path, links }) => ({ address: patternOf(path), html: shell.replace('</head>', `${links}</head>`) }));
}

/** `/individual-{$id}`, `/restore/$token`: a parameter is a piece of the path, or a part of one. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\$\w+\}|\$\w+/g, '[^/]+')}$`);
