import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Resource } from '#contract/kernel/access.ts';
import { backgroundHeader } from '#contract/kernel/background-reads.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { isText, isWrite, type Method, type Operation } from '#contract/kernel/op.ts';
import { bookmarkHeader } from '#contract/kernel/page-bookmarks.ts';
import type { App } from '../app.ts';
import { checkActor } from '../auth/access.ts';
import { canonicalAddress, networkOf } from '../auth/address.ts';
import { type Actor, handlerAppliesScope, type Implemented, type Origin } from '../ctx.ts';
import { bodyLimitOf } from './body-limit.ts';
import { readCookie } from './cookies.ts';
import { checkNamed } from './objects.ts';
import { checkOrigin } from './origin.ts';
import { performOperation } from './perform.ts';
import { demandSigned } from './signed.ts';

/** What is known about a request before its body is read. */
export interface RequestContext {
  operation: Operation;
  actor: Actor | null;
  origin: Origin;
  /** Where the reader of a list says that he is (`platform/list/list-bookmarks.ts`). */
  bookmark?: string | undefined;
  params: Record<string, string | number>;
  /** Of what the handler has asked for the actor's scope. */
  scopeApplied: Set<Resource>;
  /** Which parameters of the path the handler has read. */
  read: Set<string>;
}

declare module 'fastify' {
  interface FastifyRequest {
    requestContext?: RequestContext;
  }
}

const intendedMethod = 'x-intended-method';

/** Derives from the contract every route, its OPTIONS probe, and 405 for the methods that a path does not have. */
export function mountRoutes(server: FastifyInstance, app: App): void {
  const paths = [...Map.groupBy(app.appDefinition.operations, ({ operation }) => operation.path)].map(
    ([path, implemented]) => ({
      path,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      own: new Map(implemented.map((one) => [one.operation.method, one])),
    }),
  );
  const byShape = new Map(paths.map(({ url, own }) => [shapeOf(url), own]));
  for (const { url, own } of paths) {
    for (const one of own.values()) mountOperation(server, app, url, one);
    mountProbe(server, app, url, own);
    mountCaught(server, url, own, byShape.get(shapeOf(url.replace(/[^/]+$/, ':x'))));
  }
  refuseAbsent(server, paths);
}

interface Path {
  path: string;
  own: Map<Method, Implemented>;
}

const shapeOf = (url: string): string => url.replace(/:\w+/g, ':');

/**
 * Answers 405 for the methods that `url` lacks and a path with a parameter in its last place has: of `/cards/new` and
 * `/cards/:id` the second would otherwise take a DELETE of the first for that of a card called «new».
 * @param own the operations at `url`, by their methods
 * @param others those at the path with the parameter
 */
function mountCaught(server: FastifyInstance, url: string, own: Path['own'], others: Path['own'] = new Map()): void {
  const method = [...others.keys()].filter((one) => !own.has(one));
  if (method.length === 0) return;
  server.route({
    method,
    url,
    onRequest: async (_request, reply) => refuseMethod(reply, own),
    handler: () => undefined,
  });
}

/**
 * 405 for an address that has no such method. It is looked for among the paths only when no route has answered: routes of
 * what is not there would be most of all routes, and take more memory than the others.
 */
function refuseAbsent(server: FastifyInstance, paths: readonly Path[]): void {
  let addresses: ReturnType<typeof addressesOf> | undefined;
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    addresses ??= addressesOf(paths);
    const [asked = ''] = request.url.split('?');
    const found = addresses.find(({ address }) => address.test(asked));
    if (found) refuseMethod(reply, found.own);
  });
}

/** Fixed paths come before those with a parameter in the same place, so that the first match is the right one. */
const addressesOf = (paths: readonly Path[]) =>
  paths
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
    .map(({ path, own }) => ({ address: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), own }));

/** @throws Refusal `method.absent` */
function refuseMethod(reply: FastifyReply, own: Path['own']): never {
  reply.header('Allow', allowed(own));
  throw new Refusal('method.absent');
}

function mountOperation(server: FastifyInstance, app: App, url: string, { operation, handler }: Implemented): void {
  const { signed } = operation.def;
  server.route({
    method: operation.method,
    url,
    bodyLimit: bodyLimitOf(operation),
    // Everything that can refuse without the body refuses before the body is read.
    onRequest: async (request) => {
      const context = begin(app, operation, request);
      if (isWrite(operation)) checkOrigin(app, request.headers);
      await admit(app, context, request, { looksUp: !handlerAppliesScope(handler) });
    },
    ...(signed && { preParsing: (request, _reply, payload) => demandSigned(app, signed, request, payload) }),
    handler: (request, reply) => performOperation(app, request, reply, request.requestContext!, handler),
  });
}

/**
 * The permission probe: OPTIONS with the intended method in `Access-Control-Request-Method`, or, from a page, which
 * browsers do not let set that header, in `X-Intended-Method`. It answers from the same access check as the operation
 * itself, with the objects of the path, and never runs the handler.
 */
function mountProbe(server: FastifyInstance, app: App, url: string, own: Map<Method, Implemented>): void {
  server.options(url, async (request, reply) => {
    reply.header('Allow', allowed(own));
    const intended = request.headers['access-control-request-method'] ?? request.headers[intendedMethod];
    if (intended === undefined) return reply.code(204).send();
    const found = own.get(intended as Method);
    if (!found) throw new Refusal('method.absent');
    await admit(app, begin(app, found.operation, request), request, { counted: false });
    return reply.code(204).send();
  });
}

/** What is known of a request before anybody has looked who asks. */
function begin(app: App, operation: Operation, request: FastifyRequest): RequestContext {
  request.requestContext = {
    operation,
    actor: null,
    origin: originOf(app, request),
    bookmark: request.headers[bookmarkHeader]?.toString(),
    params: {},
    scopeApplied: new Set(),
    read: new Set(),
  };
  return request.requestContext;
}

/**
 * Access, in this order: who (401), may he at all (403), how often (429), which object (404). The last is left to a
 * handler that finds the object itself.
 * @throws Refusal
 */
async function admit(
  app: App,
  context: RequestContext,
  request: FastifyRequest,
  { counted = true, looksUp = true } = {},
): Promise<void> {
  const { operation, origin } = context;
  const { session } = origin;
  const isUse =
    request.headers[backgroundHeader] === undefined ||
    (isWrite(operation) && !operation.def.asks && request.method !== 'OPTIONS');
  context.actor = session === null || operation.def.sessionless ? null : await app.sessions.find(session, { isUse });
  checkActor(operation, context.actor);
  if (counted && operation.def.limit) await app.limits.take(operation.def.limit, networkOf(origin.ip));
  context.params = readParams(operation, request.params as Record<string, string>);
  if (looksUp) await checkNamed(app, context);
}

/** An id that is not a positive integer names nothing, so it is absent like any unknown one. */
function readParams(operation: Operation, given: Record<string, string>): Record<string, string | number> {
  const params: Record<string, string | number> = {};
  for (const param of operation.params) {
    const value = given[param] ?? '';
    if (isText(param)) {
      if (value.includes('\0') || !value.isWellFormed()) throw new Refusal('object.absent');
      params[param] = value;
      continue;
    }
    if (!/^[1-9]\d{0,15}$/.test(value) || !Number.isSafeInteger(Number(value))) throw new Refusal('object.absent');
    params[param] = Number(value);
  }
  return params;
}

function originOf(app: App, request: FastifyRequest): Origin {
  return {
    requestId: request.id,
    // What a proxy has written and nobody can read is no address: then there is the one of the connection.
    ip: canonicalAddress(request.ip) ?? canonicalAddress(request.socket.remoteAddress ?? '') ?? '',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    session: readCookie(app, request, 'session'),
    device: readCookie(app, request, 'device'),
    login: null,
  };
}

const allowed = (own: Map<Method, unknown>): string => [...own.keys(), 'OPTIONS'].join(', ');
