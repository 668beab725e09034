import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import { build, type Rollup } from 'vite';

let built: Promise<Rollup.RollupOutput> | undefined;

/** Opens the page of src/web/bench.tsx, where the global parts of the interface stand by themselves. */
export async function openBench(page: Page): Promise<void> {
  built ??= build({
    configFile: false,
    logLevel: 'silent',
    plugins: [react()],
    build: { write: false, minify: false, rolldownOptions: { input: 'src/web/bench.tsx' } },
  }) as Promise<Rollup.RollupOutput>;
  const { output } = await built;
  const chunk = output.find((file) => file.type === 'chunk')!;
  const style = output.find((file) => file.fileName.endsWith('.css')) as Rollup.OutputAsset;
  const files: Record<string, { contentType: string; body: string }> = {
    '/bench': {
      contentType: 'text/html',
      body: '<!doctype html><html lang="ru"><title>Bench</title><link rel="stylesheet" href="/bench.css"><main id="root"></main><script type="module" src="/bench.js"></script>',
    },
    '/bench.js': { contentType: 'text/javascript', body: chunk.code },
    '/bench.css': { contentType: 'text/css', body: String(style.source) },
  };
  await page.route(/\/bench(\.js|\.css)?$/, (route) => route.fulfill(files[new URL(route.request().url()).pathname]));
  await page.goto('/bench');
  await page.getByRole('button', { name: 'Под диалогом' }).waitFor();
}
