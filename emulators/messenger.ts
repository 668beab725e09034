/**
 * A messenger whose bots speak the Bot API, for the demonstration and the tests. The token of the only bot comes in `BOT_TOKEN`.
 *
 * - `POST /bot{token}/sendMessage` and `/getUpdates`, as the Bot API has them;
 * - `GET /chats` is the page that shows what the bot has written;
 * - `POST /control/chats/{id} {text}` writes to the bot, `{stopped: true}` stops it;
 * - `GET /control/messages` shows what the bot has written;
 * - `/control/behaviour`, which all partners have (partner.ts).
 */
import type { ServerResponse } from 'node:http';
import { type Answer, absent, escape, ok, openEmulator, sendPage } from './partner.ts';

const token = process.env['BOT_TOKEN'] ?? '';
interface Update {
  update_id: number;
  message: { chat: { id: number; type: 'private' }; text: string };
}
let updates: Update[] = [];
let lastId = 0;
const stopped = new Set<number>();
const messages: { chat: number; text: string; button: string | null }[] = [];

function write(chat: number, text: string): void {
  lastId++;
  updates.push({ update_id: lastId, message: { chat: { id: chat, type: 'private' }, text } });
}

function sendMessage(body: Record<string, unknown>): Answer {
  const chat = Number(body['chat_id']);
  if (stopped.has(chat)) {
    return { status: 403, body: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' } };
  }
  if (!Number.isInteger(chat))
    return { status: 400, body: { ok: false, error_code: 400, description: 'chat not found' } };
  const markup = body['reply_markup'] as { inline_keyboard?: { url: string }[][] } | undefined;
  messages.push({ chat, text: String(body['text']), button: markup?.inline_keyboard?.[0]?.[0]?.url ?? null });
  return ok({ ok: true, result: { message_id: messages.length } });
}

function getUpdates(body: Record<string, unknown>): Answer {
  const offset = Number(body['offset'] ?? 0);
  updates = updates.filter(({ update_id: id }) => id >= offset);
  return ok({ ok: true, result: updates.slice(0, Number(body['limit'] ?? 100)) });
}

function serve(_method: string, path: string, body: unknown): Answer {
  if (path === `/bot${token}/sendMessage`) return sendMessage(body as Record<string, unknown>);
  if (path === `/bot${token}/getUpdates`) return getUpdates(body as Record<string, unknown>);
  return absent;
}

function control(method: string, path: string, body: Record<string, unknown>): Answer {
  if (method === 'GET') return ok({ messages, asked: messenger.asked() });
  const chat = Number(path.split('/')[3]);
  if (body['stopped'] === true) stopped.add(chat);
  if (typeof body['text'] === 'string') write(chat, body['text']);
  return ok({});
}

function page(response: ServerResponse, _method: string, path: string): boolean {
  if (path !== '/chats') return false;
  const shown = messages.toReversed().map(({ chat, text, button }) => {
    const link = button === null ? '' : ` <a href="${escape(button)}">Открыть</a>`;
    return `<p><b>${chat}</b><br>${escape(text)}${link}</p>`;
  });
  sendPage(
    response,
    `<!doctype html><html lang="ru"><meta charset="utf-8"><title>Мессенджер</title>${shown.join('')}</html>`,
  );
  return true;
}

const messenger = await openEmulator({ key: '', admits: () => true, serve, control, page });
