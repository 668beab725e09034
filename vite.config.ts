import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';

/** The server that answers the development page. */
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

/** The server refuses writes from foreign origins, so the proxy speaks as a page of the server itself. */
const proxy: ProxyOptions = { target: server, changeOrigin: true, headers: { origin: server }, ws: true };

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: process.env.WEB_DIST ?? 'dist/web',
    emptyOutDir: true,
    // The content policy allows no inline resources except pictures, and small files cost nothing over one connection.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': proxy, '/internal': proxy } },
});
