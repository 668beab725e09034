import * as z from 'zod';
import type { MessengerBot, MessengerUpdate } from '#server/platform/ports/messenger.ts';
import { Breaker } from './breaker.ts';
import { PartnerRefused, PartnerSilent, PartnerUnreached } from './errors.ts';
import { post } from './post.ts';

/** A bot that speaks the Bot API: where its service is, its token, and where people open it. */
interface BotAddress {
  url: string;
  token: string;
  /** The page that opens the bot, without a trailing slash: `https://t.me/ugovor_bot`. */
  page: string;
}

const timeoutMs = 5_000;
const mostUpdates = 100;

const Refused = z.object({ ok: z.literal(false), error_code: z.literal(403) });
const Sent = z.object({ ok: z.literal(true), result: z.object({ message_id: z.int() }) });
const Updates = z.object({
  ok: z.literal(true),
  result: z.array(
    z.object({
      update_id: z.int(),
      message: z
        .object({ chat: z.object({ id: z.int(), type: z.string() }), text: z.string().optional() })
        .optional()
        .catch(undefined),
    }),
  ),
});
type Update = z.output<typeof Updates>['result'][number];

/** A bot over HTTP. Its token stands in the addresses of the service, so none of them is told in an error. */
export function openMessengerBot({ url, token, page }: BotAddress): MessengerBot {
  // Two nodes that read at once are refused there, which says nothing of sending.
  const breakers = { sendMessage: new Breaker(), getUpdates: new Breaker() };
  const call = <T>(schema: z.ZodType<T>, method: keyof typeof breakers, body: object): Promise<T | null> =>
    breakers[method].call(
      () => request(schema, `${url}/bot${token}/${method}`, body),
      () => new PartnerUnreached('The messenger is left alone after several failures'),
      (error) => error instanceof PartnerSilent,
    );
  return {
    linkOf: (linkToken) => `${page}?start=${linkToken}`,
    async send(chat, text, button) {
      const keyboard = { inline_keyboard: [[{ text: button.label, url: button.url }]] };
      const sent = await call(Sent, 'sendMessage', { chat_id: chat, text, reply_markup: keyboard });
      return sent === null ? { status: 'gone' } : { status: 'sent', providerId: String(sent.result.message_id) };
    },
    async updates(after) {
      const since = after === undefined ? {} : { offset: after + 1 };
      const got = await call(Updates, 'getUpdates', { ...since, limit: mostUpdates, allowed_updates: ['message'] });
      return (got?.result ?? []).map(updateOf);
    },
  };
}

/** What was written in a group is nobody's word to the bot. */
const updateOf = ({ update_id: id, message }: Update): MessengerUpdate => ({
  id,
  chat: message?.chat.type === 'private' ? String(message.chat.id) : '',
  text: message?.text?.slice(0, 200) ?? '',
});

/** Whether it is the service itself that forbids, and nobody on the way to it. */
const isBotApi = (text: string): boolean => Refused.safeParse(parsed(text)).success;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns null when the person has stopped the bot @throws PartnerSilent, PartnerRefused */
async function request<T>(schema: z.ZodType<T>, url: string, body: object): Promise<T | null> {
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await post(url, { timeoutMs, headers, body: JSON.stringify(body) });
  if (status === 403 && isBotApi(text)) return null;
  if (status === 400) throw new PartnerRefused(String(status));
  if (status !== 200) throw new PartnerSilent(`The messenger answered ${status}`);
  const answer = schema.safeParse(parsed(text));
  if (!answer.success) throw new PartnerSilent('The messenger answered something else than was agreed');
  return answer.data;
}
