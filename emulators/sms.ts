/**
 * A gateway of SMS for the demonstration and the tests. The key of the signatures comes in `SMS_KEY`; `SMS_ANSWERS` says what becomes
 * of messages by themselves: `deliver`, `fail`, or `wait` (for somebody to say).
 *
 * - The API of the gateway, signed both ways: see src/server/partners/sms.ts;
 * - `GET /phone` is the page that shows what has come to the phones;
 * - `/control/notices` and `/control/behaviour`, which all partners have (partner.ts);
 * - `POST /control/answers {answers}` says what becomes of messages by themselves;
 * - `POST /control/messages/{key} {status, reason}` says what has become of one;
 * - `GET /control/messages` shows all of them.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, absent, escape, found, ok, openEmulator, refused, sendPage } from './partner.ts';

const policies = ['deliver', 'fail', 'wait'] as const;
type Policy = (typeof policies)[number];
const asPolicy = (text: unknown): Policy => policies.find((one) => one === text) ?? 'wait';
/** A message is on its way for so long. */
const wayMs = 300;

export interface EmulatedSms {
  id: string;
  key: string;
  to: string;
  text: string;
  status: 'accepted' | 'delivered' | 'failed';
  reason: string | null;
  /** How many times it was asked for. */
  told: number;
}

const messages = new Map<string, EmulatedSms>();
let policy = asPolicy(process.env['SMS_ANSWERS']);

const shown = ({ id, key, status, reason }: EmulatedSms) => ({ id, key, status, reason });

/** Takes a message; one that is known under its key is not taken twice. */
function take({ key, to, text }: Record<string, unknown>): Answer {
  if (typeof key !== 'string' || typeof to !== 'string' || typeof text !== 'string') return refused('no message');
  const known = messages.get(key);
  if (known) {
    known.told++;
    return known.to === to && known.text === text ? ok(shown(known)) : refused('the key belongs to something else');
  }
  const made: EmulatedSms = {
    id: `sms-${randomUUID()}`,
    key,
    to,
    text,
    status: 'accepted',
    reason: null,
    told: 1,
  };
  messages.set(key, made);
  if (policy !== 'wait') void endByItself(made);
  return ok(shown(made));
}

async function endByItself(one: EmulatedSms): Promise<void> {
  await sleep(wayMs);
  if (one.status !== 'accepted') return;
  one.status = policy === 'fail' ? 'failed' : 'delivered';
  one.reason = policy === 'fail' ? 'Абонент недоступен' : null;
  tell(one);
}

const tell = ({ key, status }: EmulatedSms): void => void gateway.tell({ key, type: `message.${status}` });

function serve(method: string, path: string, body: unknown): Answer {
  if (method === 'POST' && path === '/messages') return take(body as Record<string, unknown>);
  const one = messages.get(path.split('/')[2] ?? '');
  return method === 'GET' && path.startsWith('/messages/') ? found(one && shown(one)) : absent;
}

function control(method: string, path: string, body: Record<string, unknown>): Answer {
  if (path === '/control/answers') policy = asPolicy(body['answers']);
  if (method === 'GET') return ok({ messages: [...messages.values()], asked: gateway.asked() });
  const one = messages.get(path.split('/')[3] ?? '');
  if (one) {
    Object.assign(one, body);
    tell(one);
  }
  return ok({});
}

const phonePage = (): string => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><title>Телефоны</title><meta name="viewport" content="width=device-width"></head>
<body style="font:16px/1.5 sans-serif;max-width:640px;margin:24px auto"><h1>Телефоны</h1>
${[...messages.values()]
  .toReversed()
  .map(({ to, text, status }) => `<p><b>${escape(to)}</b>, ${status}<br>${escape(text)}</p>`)
  .join('\n')}
</body></html>`;

const gateway = await openEmulator({
  key: process.env['SMS_KEY'] ?? '',
  serve,
  control,
  page(response, method, path) {
    if (method !== 'GET' || path !== '/phone') return false;
    sendPage(response, phonePage());
    return true;
  },
});
