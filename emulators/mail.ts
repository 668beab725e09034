/**
 * A mail server for the demonstration and the tests: takes every letter by SMTP and shows it by HTTP.
 *
 * - `GET /letters?to=address` answers with the letters taken, the oldest first; without `to`, with all of them;
 * - `DELETE /letters` forgets them;
 * - `POST /behaviour` with `{ "mode": … }` says how the next letters are met, see `Mode`.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/**
 * `ok` takes letters, `refuse` answers 550 and `busy` 451 to the recipient, `drop` closes the connection instead of
 * asking for the text, `slow` answers three seconds late, `after` takes the letter and closes without an answer.
 */
const modes = ['ok', 'refuse', 'busy', 'drop', 'slow', 'after'] as const;
type Mode = (typeof modes)[number];

const slowMs = 3_000;

export interface ReceivedLetter {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: { key: string; value: string }[];
}

let mode: Mode = 'ok';
let letters: ReceivedLetter[] = [];

const refusals: Partial<Record<Mode, [code: number, words: string]>> = {
  refuse: [550, 'No such mailbox'],
  busy: [451, 'Try again later'],
};

const refusal = (): Error | null => {
  const [responseCode, words] = refusals[mode] ?? [];
  return words === undefined ? null : Object.assign(new Error(words), { responseCode });
};

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onAuth: (auth, _session, done) => done(null, { user: auth.username }),
  onRcptTo: (_address, _session, done) => done(refusal()),
  onData: (stream, session, done) => {
    if (mode === 'drop') return hangUp(session);
    void answer(stream, session, done);
  },
});
smtp.on('error', () => undefined);

async function answer(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  done: (error: Error | null, words?: string) => void,
): Promise<void> {
  try {
    done(null, `OK: queued as ${await take(stream, session)}`);
  } catch (error) {
    done(error as Error);
  }
}

async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<number> {
  const met = mode;
  const parsed = await PostalMime.parse(await buffer(stream));
  letters.push({
    to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
    from: parsed.from?.address ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    messageId: parsed.messageId ?? '',
    headers: parsed.headers.map(({ key, value }) => ({ key, value })),
  });
  if (met === 'after') hangUp(session);
  if (met === 'slow') await sleep(slowMs);
  return letters.length;
}

function hangUp(session: SMTPServerSession): void {
  for (const connection of smtp.connections) if (connection.id === session.id) connection.close();
}

const routes: Record<string, (request: IncomingMessage, url: URL) => unknown> = {
  'GET /letters': (_request, url) => {
    const to = url.searchParams.get('to');
    return letters.filter((letter) => to === null || letter.to === to);
  },
  'DELETE /letters': () => {
    letters = [];
    return {};
  },
  'POST /behaviour': async (request) => {
    const asked = (await json(request)) as { mode?: unknown };
    const known = modes.find((name) => name === asked.mode);
    if (!known) throw new Error(`mode must be one of ${modes.join(', ')}`);
    mode = known;
    return { mode };
  },
};

const http = createServer((request, response) => void show(request, response));

async function show(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const route = routes[`${request.method} ${url.pathname}`];
  response.setHeader('content-type', 'application/json; charset=utf-8');
  try {
    response.statusCode = route ? 200 : 404;
    response.end(JSON.stringify(route ? await route(request, url) : {}));
  } catch (error) {
    response.statusCode = 400;
    response.end(JSON.stringify({ message: String(error) }));
  }
}

// The emulator must not outlive whoever started it.
process.stdin.on('end', () => process.exit()).resume();
process.on('SIGTERM', () => process.exit());

smtp.listen(0, '127.0.0.1');
http.listen(0, '127.0.0.1');
await Promise.all([once(smtp.server, 'listening'), once(http, 'listening')]);
const portOf = (address: unknown): number => (address as AddressInfo).port;
console.log(JSON.stringify({ smtp: portOf(smtp.server.address()), http: portOf(http.address()) }));
