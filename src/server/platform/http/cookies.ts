import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { CookieChange } from '../ctx.ts';

/** Behind TLS the `__Host-` prefix binds a cookie to this very host and to encrypted connections. */
const isSecure = (app: App): boolean => app.config.publicUrl.startsWith('https:');
const cookieName = (app: App, name: CookieChange['name']): string => (isSecure(app) ? `__Host-${name}` : name);

/** The token that a cookie of ours carries; null where there is none, or it is no token. */
export const readCookie = (app: App, request: FastifyRequest, name: CookieChange['name']): string | null =>
  tokenIn(request.cookies[cookieName(app, name)]);

/** The token of the session among the cookies of a handshake, which goes past the server of HTTP. */
export const sessionIn = (app: App, cookies: Readonly<Record<string, string | undefined>>): string | null =>
  tokenIn(cookies[cookieName(app, 'session')]);

const tokenIn = (value: string | undefined): string | null => (value && /^[\w-]{43}$/.test(value) ? value : null);

/** Puts the changed cookies into an answer: out of reach of scripts, and not sent with the writes of other sites. */
export function sendCookies(app: App, reply: FastifyReply, changes: readonly CookieChange[]): void {
  for (const { name, value, maxAgeSeconds } of changes) {
    reply.setCookie(cookieName(app, name), value ?? '', {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(app),
      maxAge: value === null ? 0 : maxAgeSeconds,
    });
    // What the pages themselves keep they clear by themselves, and the device must go on being known.
    if (name === 'session' && value === null) reply.header('Clear-Site-Data', '"cache"');
  }
}
