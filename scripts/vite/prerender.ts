import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Rollup } from 'vite';
import { linksOfPage } from './page-links.ts';

/** The public pages, and what each of them says about itself. */
export const publicPages: Readonly<Record<string, string>> = {
  '/': 'Уговор помогает должнику и кредитору договориться о погашении долга, подписать соглашение и закрыть вопрос.',
  '/signin': 'Вход в Уговор для физлиц, компаний и операторов.',
  '/signup': 'Регистрация в Уговоре: человеку с долгом и кредитору.',
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
  for (const [path, description] of Object.entries(publicPages)) {
    const { title, html } = await draw(path);
    const body = `<div id="root">${untilAlive(html)}</div>`;
    const page = shell
      .replace(/<title>.*?<\/title>/, `<title>${title}</title>`)
      .replace(/(<meta name="description" content=")[^"]*/, `$1${description}`)
      .replace('</head>', `${linksOfPage(path, shell, bundle)}</head>`)
      .replace('<div id="root"></div>', () => body);
    pages.push({ path: path === '/' ? '' : path, html: page, payload: { path, title, description } });
  }
  return pages;
}

/**
 * What is chosen, typed or pressed before the application is alive would be lost, so until then only links answer. The
 * script with which the router restores the scroll is inline, which the content policy forbids; the living router does
 * the same.
 */
const untilAlive = (html: string): string =>
  html.replace(/<(form|fieldset|button)(?=[ >])/g, '<$1 inert').replace(/<script>.*?<\/script>/gs, '');
