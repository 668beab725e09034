import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import { build, type Rollup } from 'vite';

const built = new Map<string, Promise<Rollup.RollupOutput>>();

/** Builds a page of the tests alone, which no build of the application takes in. What it needs is in its two files. */
function builtFrom(input: string): Promise<Rollup.RollupOutput> {
  const made =
    built.get(input) ??
    (build({
      configFile: false,
      logLevel: 'silent',
      plugins: [react()],
      build: {
        write: false,
        minify: false,
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        rolldownOptions: { input, output: { codeSplitting: false } },
      },
    }) as Promise<Rollup.RollupOutput>);
  built.set(input, made);
  return made;
}

/** Lets a tab answer `path` with the page that `input` starts. */
async function mount(page: Page, path: string, input: string): Promise<void> {
  const { output } = await builtFrom(input);
  const chunk = output.find((file) => file.type === 'chunk')!;
  const style = output.find((file) => file.fileName.endsWith('.css')) as Rollup.OutputAsset;
  const files: Record<string, { contentType: string; body: string }> = {
    [path]: {
      contentType: 'text/html',
      body: `<!doctype html><html lang="ru"><title>Bench</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${path}.css"><div id="root"></div><script type="module" src="${path}.js"></script>`,
    },
    [`${path}.js`]: { contentType: 'text/javascript', body: chunk.code },
    [`${path}.css`]: { contentType: 'text/css', body: String(style.source) },
  };
  await page.route(
    (url) => url.pathname in files,
    (route) => route.fulfill(files[new URL(route.request().url()).pathname]),
  );
}

/** Opens the page of src/web/dev/bench.tsx, where the global parts of the interface stand by themselves. */
export async function openBench(page: Page): Promise<void> {
  await mount(page, '/bench', 'src/web/dev/bench.tsx');
  await page.goto('/bench');
  await page.getByRole('button', { name: 'Под диалогом' }).waitFor();
}

/** Lets a tab open `/dev/ui`, where each part of the interface stands in each state. */
export const mountGallery = (page: Page): Promise<void> => mount(page, '/dev/ui', 'src/web/dev/alone.tsx');
