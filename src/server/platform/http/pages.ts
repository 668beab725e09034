import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#contract/kernel/errors.ts';

/**
 * Addresses that belong to the API, in whatever way they are spelled: they never answer with a page, so a program that
 * has mistyped one is not told that all is well.
 */
const apiPath = /^(https?:\/\/[^/]*)?[/\\]+(api|internal)([/\\]|$)/i;
const isApi = (path: string): boolean => apiPath.test(decodeURIComponent(path));

/**
 * Serves the browser application: its files, and for every other address the one page that starts it.
 * @param folder the built bundle
 */
export async function mountPages(server: FastifyInstance, folder: string): Promise<void> {
  if (existsSync(join(folder, 'assets'))) {
    await server.register(staticFiles, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names of these files carry their hash, so a copy never goes stale.
        void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
        if (path.endsWith('.svg')) void reply.header('Content-Type', 'image/svg+xml; charset=utf-8');
      },
    });
  }
  const page = readPage(folder);
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    if (!['GET', 'HEAD'].includes(request.method) || isApi(path) || path.startsWith('/assets/'))
      throw new Refusal('route.absent');
    return sendPage(reply, page);
  });
}

function readPage(folder: string): string {
  const file = join(folder, 'index.html');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>Уговор</title><p>Приложение не собрано: запустите npm start';
}

/** The content policy of the pages: nothing inline, nothing from elsewhere; the nonce is for the component library. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  reply.header(
    'Content-Security-Policy',
    [
      "default-src 'self'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ].join('; '),
  );
  return reply.code(200).type('text/html; charset=utf-8').send(page.replaceAll('%CSP_NONCE%', nonce));
}
