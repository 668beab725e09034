import { sql } from 'kysely';
import { sideOf } from '#domain/negotiation/chat/chat.ts';
import { eventText } from '#domain/negotiation/chat/chat-events.ts';
import { registryEventText } from '#domain/registries/registry-message.ts';
import type { Actor } from '#server/platform/ctx.ts';

/** What is read of the last message of a chat. */
interface LastMessage {
  text: string | null;
  event: string | null;
  details: object;
  accountId: number | null;
  kind: string | null;
  file: string | null;
}
/** The last message of each chat of a list. */
export const lastText = sql<LastMessage | null>`(select jsonb_build_object('text', case when m.deleted_at is null then left(m.text, 200) end, 'event', m.event, 'details', m.details,
    'accountId', m.account_id, 'kind', a.kind, 'file', f.name)
  from chat_messages m left join accounts a on a.id = m.account_id
    left join owned_files o on o.id = m.file_id and o.deleted_at is null and m.deleted_at is null left join stored_files f on f.id = o.file_id
  where m.chat_id = c.id and m.no = c.last_no)`;

/** The last message in one line, as its reader may see it; null where nothing was said. */
export function lastFor(actor: Actor, last: LastMessage | null): { text: string; own: boolean } | null {
  if (!last) return null;
  const by = last.kind === null ? null : sideOf(last.kind as Actor['kind']);
  const told = last.event === null ? null : (registryEventText(last.event, last.details) ?? eventText(last.event, by));
  const own = last.event === null && last.accountId === actor.accountId;
  return { text: told ?? last.text ?? last.file ?? 'Сообщение удалено', own };
}
