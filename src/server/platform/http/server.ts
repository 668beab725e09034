import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { type FastifyInstance, fastify } from 'fastify';
import qs from 'qs';
import type { App } from '../app.ts';
import { noticeRefusal } from './noticed.ts';
import { sendRefusal, toRefusal } from './refusals.ts';

/** Where no operation says less (body-limit.ts), a request body outside of file uploads is never larger. */
const bodyLimitBytes = 1024 * 1024;
/**
 * How long a client may take to send its headers, and then the whole request. Slow ones are looked for at an interval,
 * so a connection lives at most its time, one interval and the farewell: 26 s without headers, 61 s without a whole body.
 * It is destroyed then: whether it ends is not left to the client.
 */
export interface Patience {
  headersMs: number;
  requestMs: number;
  intervalMs: number;
  /** How long nothing may move on a connection, either way, while an answer is on its way. */
  idleMs: number;
}
const defaultPatience: Patience = { headersMs: 20_000, requestMs: 55_000, intervalMs: 5_000, idleMs: 120_000 };
/** So long a client who was refused may still read why. */
const farewellMs = 1_000;

/** Limits of the query parser (docs/specification.md §9). */
export const queryLimits = {
  parameterLimit: 1000,
  arrayLimit: 20,
  depth: 5,
  strictDepth: true,
  throwOnLimitExceeded: true,
  allowPrototypes: false,
  plainObjects: false,
} as const;

/** Reports of browsers: any program can write anything into one, so it is taken and not read. */
const reportTypes = ['application/csp-report', 'application/reports+json'];
const reportLimitBytes = 16 * 1024;
const passOver = (_request: unknown, _body: unknown, done: (error: null) => void): void => done(null);

/** What stands for a query string that breaks the limits; the operation then answers 400. */
export const brokenQuery = { broken: true };

/**
 * Routes carry no schemas of the HTTP library: the contract judges what comes in and what goes out. Without this its own
 * compilers of schemas would be loaded for nothing, several megabytes of them.
 */
function noSchemas(): never {
  throw new Error('A route is judged by its contract, not by a schema of the HTTP library');
}

/** Makes the HTTP server: parsers, limits, security headers, error answers. Routes are mounted on it afterwards. */
export async function makeServer(app: App, patience: Patience = defaultPatience): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    trustProxy: (_address, hop) => hop < app.config.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: patience.requestMs,
    connectionTimeout: patience.idleMs,
    keepAliveTimeout: 30_000,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.intervalMs,
      maxHeaderSize: 16_384,
    },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    clientErrorHandler: refuseBrokenRequest,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : unreadablePath),
    frameworkErrors: (error, _request, reply) => {
      void sendRefusal(app, reply, toRefusal(error));
    },
    routerOptions: {
      maxParamLength: 512,
      caseSensitive: true,
      ignoreTrailingSlash: false,
      querystringParser: parseQuery,
    },
  });
  // Browsers send plain text across sites without asking, and no operation expects it.
  server.removeContentTypeParser('text/plain');
  server.addContentTypeParser(reportTypes, { parseAs: 'string', bodyLimit: reportLimitBytes }, passOver);
  await server.register(cookie);
  await server.register(multipart, {
    limits: {
      fileSize: 20 * 1024 * 1024,
      files: 10,
      fields: 100,
      parts: 110,
      fieldSize: 64 * 1024,
      fieldNameSize: 200,
    },
  });
  await protect(server, app);
  server.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error);
    noticeRefusal(app, request, refusal.code);
    return sendRefusal(app, reply, refusal, error);
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (app.stopping.signal.aborted) reply.header('Connection', 'close');
    done(null, payload);
  });
  server.addHook('onResponse', async (request, reply) => {
    const { operation, actor } = request.requestContext ?? {};
    const { slowMs } = app.debug;
    if (slowMs > 0 && reply.elapsedTime >= slowMs) {
      app.log.warn(
        { requestId: request.id, operation: operation?.code, ms: Math.round(reply.elapsedTime) },
        'slow request',
      );
    }
    app.log.info(
      {
        requestId: request.id,
        operation: operation?.code,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        accountId: actor?.accountId,
      },
      'request',
    );
  });
  return server;
}

/** Where requests go whose path cannot be decoded: nowhere, but by the usual way, with its headers and its log line. */
const unreadablePath = '/api/unreadable';

function isReadable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url.split('?')[0]!);
    return true;
  } catch {
    return false;
  }
}

/** Security headers of every answer; pages add their own content policy with a nonce. */
async function protect(server: FastifyInstance, app: App): Promise<void> {
  const secure = app.config.publicUrl.startsWith('https:');
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    hsts: secure ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('Cache-Control', 'no-store');
    reply.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
  });
}

function parseQuery(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, queryLimits);
  } catch {
    return brokenQuery;
  }
}

/** Requests that are not HTTP get one short answer and a closed connection, also when the client never closes his side. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), farewellMs).unref();
}
