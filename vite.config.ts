import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { chunks } from './scripts/vite/chunks.ts';
import { finishBuild } from './scripts/vite/finish-build.ts';

/** The server that answers the development page. */
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

/** The server refuses writes from foreign origins, so the proxy speaks as a page of the server itself. */
const proxy: ProxyOptions = { target: server, changeOrigin: true, headers: { origin: server }, ws: true };

export default defineConfig({
  plugins: [react(), finishBuild()],
  build: {
    outDir: process.env.WEB_DIST ?? 'dist/web',
    emptyOutDir: true,
    // The content policy allows no inline resources except pictures, and small files cost nothing over one connection.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The domain and the contract only say what is true and what can be asked: what nobody uses of them stays out.
      treeshake: { moduleSideEffects: [{ test: /\/src\/(domain|contract)\//, sideEffects: false }] },
      output: { codeSplitting: { groups: chunks } },
    },
    // Every browser that knows the colours below knows `modulepreload` too. Of the parts of a page only the
    // styles are told beforehand: the page has brought most of what they import, and the lists of it weighed as much.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostId }) =>
        /\/start-/.test(hostId) ? files : files.filter((file) => file.endsWith('.css')),
    },
    // They know `light-dark()`, with which each colour of the palette is declared.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: { proxy: { '/api': proxy, '/internal': proxy } },
});
