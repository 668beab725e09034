import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { codeFirst, framedPages, wholeShell } from './page-links.ts';
import { precompress } from './precompress.ts';
import { drawPages, publicPages } from './prerender.ts';

/**
 * What follows the bundle: its id and manifest, the public pages drawn ahead, and smaller copies of its files.
 * The id is the hash of the names of the files, which carry the hashes of their contents.
 */
export function finishBuild(): Plugin {
  return {
    name: 'finish-build',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }, bundle) {
        if (this.environment.name !== 'client') return;
        const folder = dir!;
        const id = idOf(bundle);
        const page = wholeShell(readFileSync(join(folder, 'index.html'), 'utf8').replace('%BUILD_ID%', id), bundle);
        write(folder, 'index.html', codeFirst(page));
        for (const { path, html, payload } of await drawPages(page, bundle, join(folder, '.drawing'))) {
          write(folder, `pages${path}/index.html`, html);
          write(folder, `pages${path}/_payload.json`, JSON.stringify(payload));
        }
        write(folder, 'pages/framed.json', JSON.stringify(framedPages(page, bundle)));
        rmSync(join(folder, '.drawing'), { recursive: true });
        const about = { id, timestamp: Date.now() };
        const prerendered = Object.keys(publicPages);
        write(folder, `builds/meta/${id}.json`, JSON.stringify({ ...about, prerendered }));
        write(folder, 'builds/latest.json', JSON.stringify(about));
        await precompress(join(folder, 'assets'));
      },
    },
  };
}

function idOf(bundle: Rollup.OutputBundle): string {
  const names = Object.keys(bundle).sort().join('\n');
  return createHash('sha256').update(names).digest('hex').slice(0, 16);
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
