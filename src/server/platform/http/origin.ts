import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '#contract/kernel/errors.ts';
import type { App } from '../app.ts';

/**
 * A write must come from our own pages or from a program that is no browser. Browsers say where a request was made
 * (`Sec-Fetch-Site`, older ones `Origin`), and pages cannot forge either.
 * @throws Refusal `access.foreign_origin`
 */
export function checkOrigin(app: App, headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('access.foreign_origin');
  const { origin } = headers;
  if (origin === undefined || site === 'same-origin') return;
  if (!isOwn(app, origin, headers.host)) throw new Refusal('access.foreign_origin');
}

const isOwn = (app: App, origin: string, host: string | undefined): boolean =>
  origin === new URL(app.config.publicUrl).origin || origin === `http://${host}`;
