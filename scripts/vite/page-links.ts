import type { Rollup } from 'vite';
import { modules } from '../../src/web/app/modules.ts';
import type { Page } from '../../src/web/kit/page/web-module.ts';

/** What a page needs, as tags of its head. */
export interface PageLinks {
  path: string;
  links: string;
}

/** What main.tsx brings up in steps: it is asked for at once. */
const application = 'web/start.tsx';
const frame = 'web/app/frame/dashboard-layout.tsx';
/** The operations by which the session asks who is signed in. */
const session = 'contract/access/auth.ts';
/** Who is signed in is the first thing that a guarded page asks; the browser asks it while the code is on its way. */
const askMe = '<link rel="preload" as="fetch" crossorigin href="/api/auth/me">';

const pages = modules.flatMap((module): readonly Page[] => module.pages);
const drawnBy = ({ file }: Page): string => `web/pages/${file}`;

/** The page that starts the application, with all that every page needs. */
export const wholeShell = (shell: string, bundle: Rollup.OutputBundle): string =>
  shell.replace('</head>', `${linksOf([application], shell, bundle).join('')}</head>`);

/**
 * The same for a page that shows nothing without its code: its fonts would come in the way of it. The application asks
 * for them as soon as the code is there.
 */
export const codeFirst = (page: string): string => page.replace(/\s*<link rel="preload" as="font"[^>]*>/g, '');

/**
 * The tags that each page of signed-in people begins with: without them the browser would learn of each next file only
 * from the one before it.
 * @param shell the page that starts the application; what it names already is left out
 */
export function framedPages(shell: string, bundle: Rollup.OutputBundle): PageLinks[] {
  return pages
    .filter(({ layout }) => layout === 'dashboard')
    .map((page) => ({
      path: page.path,
      links: [askMe, ...linksOf([frame, session, drawnBy(page)], shell, bundle)].join(''),
    }));
}

/** The tags of a public page. */
export function linksOfPage(path: string, shell: string, bundle: Rollup.OutputBundle): string {
  const page = pages.find((one) => one.path === path);
  if (!page) throw new Error(`No such page: ${path}`);
  return linksOf([drawnBy(page)], shell, bundle).join('');
}

/** The styles without which the page would be bare, and its scripts with all that they import. */
function linksOf(modules: readonly string[], shell: string, bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<Rollup.OutputChunk>();
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
    if (!chunk) throw new Error(`No chunk holds ${module}`);
    addWithImports(chunk, byName, needed);
  }
  const styles = new Set([...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  const isNew = (name: string): boolean => !shell.includes(`"/${name}"`);
  return [
    ...[...styles].filter(isNew).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...[...needed]
      .map(({ fileName }) => fileName)
      .filter(isNew)
      .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ];
}

function addWithImports(
  chunk: Rollup.OutputChunk,
  chunks: ReadonlyMap<string, Rollup.OutputChunk>,
  needed: Set<Rollup.OutputChunk>,
): void {
  if (needed.has(chunk)) return;
  needed.add(chunk);
  for (const name of chunk.imports) {
    const imported = chunks.get(name);
    if (imported) addWithImports(imported, chunks, needed);
  }
}
