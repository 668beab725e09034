import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/kernel/errors.ts';
import type { App } from '../app.ts';
import { readDrawn, readFramed, readPage } from './built-pages.ts';
import { readCookie } from './cookies.ts';
import { demoEntranceData } from './demo-entrance.ts';
import { openNotice } from './open-notice.ts';
import { mountPushWorker } from './push-worker.ts';

/**
 * Addresses that belong to the API, in whatever way they are spelled: they never answer with a page, so a program that
 * has mistyped one is not told that all is well.
 */
const apiPath = /^(https?:\/\/[^/]*)?[/\\]+(api|internal)([/\\]|$)/i;
const isApi = (path: string): boolean => apiPath.test(decodeURIComponent(path));
/** Files that were built: what is not there is absent, not a page. */
const filePath = /^\/(assets|builds)\/|\/_payload\.json$/;

/** What these say means nothing for a script, a style or a font, and dozens of those come at once. */
const ofDocuments = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** The name of a file changes with its contents, so a copy never goes stale. */
const forever = 'public, max-age=31536000, immutable';

/**
 * Serves the browser application: its files, the pages drawn at build time, and for every other address the one page
 * that starts it.
 * @param folder the built bundle
 */
export async function mountPages(server: FastifyInstance, app: App, folder: string): Promise<void> {
  await mountAssets(server, folder);
  await mountFiles(server, folder, 'builds', {
    cacheOf: (path) => (path.endsWith('latest.json') ? 'no-store' : forever),
  });
  mountPushWorker(server);
  const marked = (html: string): string =>
    html.replace(/<body[^>]*>/, (body) => body + openNotice(app) + demoEntranceData(app));
  const shell = readPage(folder);
  const drawn = readDrawn(folder);
  const framed = readFramed(folder, shell);
  for (const { path, payload } of drawn.values()) {
    server.get(`${path}/_payload.json`, (_request, reply) => reply.type('application/json').send(payload));
  }
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    if (!['GET', 'HEAD'].includes(request.method) || isApi(path) || filePath.test(path))
      throw new Refusal('route.absent');
    // Whoever may be signed in is led on from the public pages, so he need not see them first.
    const session = readCookie(app, request, 'session');
    const page = session ? framed.find(({ address }) => address.test(path)) : drawn.get(path);
    return sendPage(request, reply, marked(page?.html ?? shell));
  });
}

async function mountFiles(
  server: FastifyInstance,
  folder: string,
  name: string,
  { cacheOf, ...options }: Partial<FastifyStaticOptions> & { cacheOf: (path: string) => string },
): Promise<void> {
  const root = join(folder, name);
  if (!existsSync(root)) return;
  await server.register(staticFiles, {
    root,
    prefix: `/${name}/`,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('Cache-Control', cacheOf(path));
      if (/\.svg(\.br|\.gz)?$/.test(path)) void reply.header('Content-Type', 'image/svg+xml; charset=utf-8');
      else for (const name of ofDocuments) reply.removeHeader(name).raw.removeHeader(name);
    },
    ...options,
  } as FastifyStaticOptions);
}

/**
 * Serves what was built by its name. The plugin by itself reads the folder anew for each file, to learn whether it is spelled so:
 * among fifteen hundred names that costs more than all the rest. Here the names are kept, and looked for once more when one is
 * not among them.
 */
async function mountAssets(server: FastifyInstance, folder: string): Promise<void> {
  const root = join(folder, 'assets');
  if (!existsSync(root)) return;
  let names = new Set(await readdir(root));
  const isThere = async (name: string): Promise<boolean> =>
    names.has(name) || (names = new Set(await readdir(root))).has(name);
  await server.register(async (scope) => {
    await mountFiles(scope, folder, 'assets', {
      serve: false,
      decorateReply: true,
      preCompressed: true,
      etag: false,
      lastModified: false,
      cacheOf: () => forever,
    });
    scope.route<{ Params: { name: string } }>({
      method: ['HEAD', 'GET'],
      url: '/assets/:name',
      errorHandler(error, request, reply) {
        // Whoever has gone away meanwhile wants no answer.
        if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
        else return scope.errorHandler(error, request, reply);
      },
      handler: async ({ params }, reply) =>
        (await isThere(params.name)) ? reply.sendFile(params.name) : reply.callNotFound(),
    });
  });
}

/** Where browsers report what they have kept from running: an operation of the system. */
const reports = '/api/content-reports';

/** The content policy of the pages: nothing inline, nothing from elsewhere. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  // The older way beside the newer one: not all browsers know it.
  `report-uri ${reports}`,
  'report-to content',
].join('; ');

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  reply.header('Content-Security-Policy', policy).header('Reporting-Endpoints', `content="${reports}"`);
  const html = painted(page, request.cookies['theme']);
  return reply.code(200).type('text/html; charset=utf-8').send(html);
}

/** The theme that the person chose is there with the first paint. */
const painted = (page: string, theme: string | undefined): string =>
  theme === 'light' || theme === 'dark' ? page.replace('<html ', `<html data-theme="${theme}" `) : page;
