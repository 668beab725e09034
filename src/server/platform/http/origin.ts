import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Refusal } from '#contract/kernel/errors.ts';
import type { App } from '../app.ts';

/**
 * A write, as also the opening of a socket, must come from our own pages or from a program that is no browser. Browsers say where a request was made
 * (`Sec-Fetch-Site` and `Origin`), and pages cannot forge either.
 * @throws Refusal `access.foreign_origin`
 */
export function checkOrigin(app: App, headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('access.foreign_origin');
  const { origin } = headers;
  if (origin === undefined) return;
  // A page that hides its address hides it from its own server too.
  if (origin === 'null' && site === 'same-origin') return;
  if (!isOwn(app, origin, headers.host)) throw new Refusal('access.foreign_origin');
}

/**
 * Where PUBLIC_URL says our addresses these are all. Otherwise the one that the browser has asked for is ours, unless it
 * is a name: anybody can point a name of his at this machine.
 */
function isOwn({ config }: App, origin: string, host = ''): boolean {
  if (config.origins) return config.origins.includes(origin);
  if (origin === new URL(config.publicUrl).origin) return true;
  return origin === `http://${host}` && isNoForeignName(URL.parse(origin)?.hostname ?? '', config.host);
}

const isNoForeignName = (name: string, host: string): boolean =>
  name === 'localhost' || name === host || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
