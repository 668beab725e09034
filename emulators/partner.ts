/**
 * What the emulators of partners have in common: an API that only the platform may call, signed both ways, that can be
 * told to misbehave, and messages to the platform that are repeated until it has heard.
 *
 * - `POST /control/notices {url}` says where to tell what happens; null tells nobody;
 * - `POST /control/behaviour {mode}` says how the next requests of the API are met, see `modes`;
 * - `POST /control/clock {ahead}` moves its clock by so many milliseconds from that of the machine.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSigned, signedHeaders } from '../src/server/platform/auth/signature.ts';
import { moveClock } from './moved-clock.ts';

/**
 * `ok` answers, `error` answers 500, `denied` answers 401 as to a wrong key, `hang` never answers, `after` does the work and then hangs, `broken` cuts the JSON
 * short, `huge` answers without end, `redirect` sends elsewhere, `absent` answers 404, `refusing` answers 409 to what is new, `repeated` does it and
 * answers 409 as to what it has heard before.
 */
const modes = [
  'ok',
  'error',
  'denied',
  'hang',
  'after',
  'broken',
  'huge',
  'redirect',
  'absent',
  'refusing',
  'repeated',
] as const;
type Mode = (typeof modes)[number];

/**
 * What a partner is like all the time, several of them by `PARTNER_TEMPER`: `slow` thinks before each answer, `failing`
 * answers the first of four requests about a thing with 500, `lying` answers the third of four as if about another and
 * sends before each true message one that it has not signed and one about nobody.
 */
const tempers = ['slow', 'failing', 'lying'] as const;
const temper = new Set(tempers.filter((one) => process.env['PARTNER_TEMPER']?.split(',').includes(one)));
const slowMs = 1_000;

export interface Answer {
  status: number;
  body: unknown;
}
export const ok = (body: unknown): Answer => ({ status: 200, body });
export const absent: Answer = { status: 404, body: { message: 'no such thing' } };
export const found = (thing: object | undefined): Answer => (thing ? ok(thing) : absent);
export const refused = (message: string): Answer => ({ status: 409, body: { message } });

/** What one partner is, beside what all have in common. */
interface Emulated {
  /** The key of the signatures. */
  key: string;
  /** By what he knows the platform where that is no signature. */
  admits?(headers: IncomingMessage['headers']): boolean;
  /** The API that only the platform may call. */
  serve(method: string, path: string, body: unknown): Answer;
  /** What tests and people may ask of it, under `/control/`. */
  control(method: string, path: string, body: Record<string, unknown>): Answer;
  /** Its pages for people. @returns whether the path is one of them */
  page(response: ServerResponse, method: string, path: string, form: URLSearchParams): boolean;
}

/** A partner that listens. */
export interface Listening {
  origin: string;
  /** How many requests of the API have come. */
  asked(): number;
  /** Tells the platform, again and again until it has heard. */
  tell(about: { key: string; type: string }): Promise<void>;
}

/** Opens the emulator on a port of its own and says on stdout which; it ends together with whoever started it. */
export async function openEmulator(emulated: Emulated): Promise<Listening> {
  const { key } = emulated;
  let mode: Mode = 'ok';
  let noticesTo: string | null = null;
  let asked = 0;
  /** How many times it was asked about a thing, by the thing's key. */
  const times = new Map<string, number>();

  const control = (method: string, path: string, body: Record<string, unknown>): Answer => {
    if (path === '/control/notices') noticesTo = (body['url'] as string | null) ?? null;
    if (path === '/control/behaviour') mode = modes.find((one) => one === body['mode']) ?? 'ok';
    if (path === '/control/clock') moveClock(Number(body['ahead']));
    return emulated.control(method, path, body);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = request;
    const { pathname } = new URL(url, 'http://localhost');
    const bytes = await buffer(request);
    const isControl = pathname.startsWith('/control/');
    if (!isControl && emulated.page(response, method, pathname, new URLSearchParams(bytes.toString()))) return;
    const isKnown =
      emulated.admits?.(request.headers) ?? isSigned(key, request.headers, `${method} ${pathname}`, bytes, new Date());
    if (!isControl && !isKnown) {
      return send(response, { status: 401, body: {} });
    }
    try {
      const body = bytes.length > 0 ? JSON.parse(bytes.toString()) : {};
      if (isControl) return send(response, control(method, pathname, body));
      asked++;
      const about = String(body.key ?? pathname.split('/').at(-1));
      const time = (times.get(about) ?? 0) + 1;
      times.set(about, time);
      if (temper.has('slow')) await sleep(slowMs);
      const serve = (): Answer => emulated.serve(method, pathname, body);
      const met = method === 'GET' && (mode === 'refusing' || mode === 'repeated') ? 'ok' : mode;
      return await misbehave(response, modeAt(met, time), liesAt(time) ? () => aboutAnother(serve()) : serve);
    } catch {
      return send(response, { status: 400, body: {} });
    }
  };

  /** One attempt. @returns whether the platform has heard, or there is nobody to tell */
  const tellOnce = async (about: { key: string; type: string }, signedWith = key): Promise<boolean> => {
    if (noticesTo === null) return true;
    const url = new URL(noticesTo);
    const body = JSON.stringify({ id: randomUUID(), ...about });
    const headers = signedHeaders(signedWith, `POST ${url.pathname}`, body);
    const heard = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    }).catch(() => null);
    return heard?.ok ?? false;
  };

  const tell: Listening['tell'] = async (about) => {
    if (temper.has('lying')) {
      await tellOnce(about, 'not the key'.repeat(4));
      await tellOnce({ ...about, key: randomUUID() });
    }
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await tellOnce(about)) return;
      await sleep(500 * 2 ** attempt);
    }
  };

  // The emulator must not outlive whoever started it.
  process.stdin.on('end', () => process.exit()).resume();
  process.on('SIGTERM', () => process.exit());
  const http = createServer((request, response) => void answer(request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  console.log(JSON.stringify({ http: port }));
  return { origin: `http://127.0.0.1:${port}`, asked: () => asked, tell };
}

/** What a failing partner does of himself, unless he has been told to misbehave. */
const modeAt = (mode: Mode, time: number): Mode =>
  mode === 'ok' && temper.has('failing') && time % 4 === 1 ? 'error' : mode;
const liesAt = (time: number): boolean => temper.has('lying') && time % 4 === 3;
const aboutAnother = ({ status, body }: Answer): Answer => ({
  status,
  body: { ...(body as object), key: randomUUID() },
});

async function misbehave(response: ServerResponse, mode: Mode, work: () => Answer): Promise<void> {
  if (mode === 'hang') return;
  if (mode === 'error') return send(response, { status: 500, body: {} });
  if (mode === 'denied') return send(response, { status: 401, body: {} });
  if (mode === 'redirect') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  if (mode === 'absent') return send(response, absent);
  if (mode === 'refusing') return send(response, refused('no'));
  const done = work();
  if (mode === 'after') return;
  if (mode === 'repeated') return send(response, refused('the key is known'));
  if (mode === 'broken') return void response.writeHead(done.status).end(JSON.stringify(done.body).slice(0, -5));
  if (mode === 'huge') return pour(response);
  send(response, done);
}

async function pour(response: ServerResponse): Promise<void> {
  const part = Buffer.alloc(1024 * 1024, ' ');
  response.writeHead(200);
  for (let sent = 0; sent < 10 && !response.destroyed; sent++) {
    response.write(part);
    await sleep(5);
  }
  response.end();
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);

/** A page for a person. */
export const sendPage = (response: ServerResponse, html: string): void =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
/** Leads a person elsewhere after his answer. */
export const sendAway = (response: ServerResponse, location: string): void =>
  void response.writeHead(303, { location }).end();
