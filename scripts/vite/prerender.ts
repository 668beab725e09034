import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Rollup } from 'vite';

/** The public pages: the module that draws each of them, and what it says about itself. */
export const publicPages: Readonly<Record<string, { module: string; description: string }>> = {
  '/': {
    module: 'home/home-page.tsx',
    description:
      'Уговор помогает должнику и кредитору договориться о погашении долга, подписать соглашение и закрыть вопрос.',
  },
  '/signin': { module: 'auth/sign-in-page.tsx', description: 'Вход в Уговор для физлиц, компаний и операторов.' },
  '/signup': { module: 'auth/sign-up-page.tsx', description: 'Регистрация в Уговоре: человеку с долгом и кредитору.' },
};

/** What src/web/prerender.tsx exports. */
type Draw = (path: string) => Promise<{ title: string; html: string }>;

interface DrawnPage {
  path: string;
  html: string;
  payload: { path: string; title: string; description: string };
}

/**
 * Draws the public pages, so that they are seen before the application has come.
 * @param shell the page that starts the application
 * @param folder for the drawing program, which is not kept
 */
export async function drawPages(shell: string, bundle: Rollup.OutputBundle, folder: string): Promise<DrawnPage[]> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    ssr: { noExternal: true },
    build: { ssr: 'src/web/prerender.tsx', outDir: folder, emptyOutDir: true, copyPublicDir: false },
  });
  const { draw }: { draw: Draw } = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  const pages: DrawnPage[] = [];
  for (const [path, { module, description }] of Object.entries(publicPages)) {
    const { title, html } = await draw(path);
    const body = `<div id="root">${untilAlive(html)}</div>`;
    const page = shell
      .replace(/<title>.*?<\/title>/, `<title>${title}</title>`)
      .replace(/(<meta name="description" content=")[^"]*/, `$1${description}`)
      .replace('</head>', `  ${resourcesOf(module, bundle, shell)}\n  </head>`)
      .replace('<div id="root"></div>', () => body);
    pages.push({ path: path === '/' ? '' : path, html: page, payload: { path, title, description } });
  }
  return pages;
}

/**
 * What is typed before the application is alive would be lost, so until then nothing can be. The script with which the
 * router restores the scroll is inline, which the content policy forbids; the living router does the same.
 */
const untilAlive = (html: string): string =>
  html.replaceAll('<form ', '<form inert ').replace(/<script>.*?<\/script>/gs, '');

/** The styles without which the drawing would be bare, and the scripts that will bring it to life. */
function resourcesOf(module: string, bundle: Rollup.OutputBundle, shell: string): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/web/modules/${module}`));
  if (!page) throw new Error(`No chunk of its own: ${module}`);
  const needed = withImports(page, new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
  const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [
    ...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...needed.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
  ]
    .filter((link, index, links) => links.indexOf(link) === index && !shell.includes(/href="[^"]+"/.exec(link)![0]))
    .join('\n    ');
}

function withImports(
  chunk: Rollup.OutputChunk,
  chunks: ReadonlyMap<string, Rollup.OutputChunk>,
  seen = new Set<Rollup.OutputChunk>(),
): Rollup.OutputChunk[] {
  if (seen.has(chunk)) return [];
  seen.add(chunk);
  const imports = chunk.imports.flatMap((name) => {
    const imported = chunks.get(name);
    return imported ? withImports(imported, chunks, seen) : [];
  });
  return [...imports, chunk];
}
