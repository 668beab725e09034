import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { chats } from '#contract/settlements/chats.ts';
import { AUTHOR_KINDS, type ChatSide, sideOf } from '#domain/negotiation/chat/chat.ts';
import type { ChatEvent } from '#domain/negotiation/chat/chat-events.ts';
import { judgeTone } from '#domain/negotiation/chat/tone.ts';
import { MESSAGE_FOLDER } from '#domain/values/file-kinds.ts';
import { keepChatContact } from '#server/modules/contacts/chat-contacts.commands.ts';
import { addFile } from '#server/modules/files/files.commands.ts';
import { messageFiles } from '#server/modules/files/files.queries.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Actor, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { contactedBy, demandContact } from './contact-rule.commands.ts';
import { messageById } from './receive.ts';

type Sent = Answer<typeof chats.send>;

/** A chat whose row is held: until the commit nobody else takes a number of it. */
export const lockChat = (tx: Tx, id: number) =>
  tx
    .selectFrom('chats')
    .select(['id', 'kind', 'requestId', 'settlementId', 'individualId', 'legalEntityId'])
    .select(['lastNo', 'lastSide', 'calledAt', 'calledByComplaint', 'callEndedAt', 'joinedAt', 'leftAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** The next number of a change, and of a message where there is a new one. */
export const takeNumber = (tx: Tx, chatId: number, isNew: boolean) =>
  tx
    .updateTable('chats')
    .set({
      lastChange: sql`last_change + 1`,
      ...(isNew && { lastNo: sql`last_no + 1`, lastAt: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', chatId)
    .returning(['lastNo', 'lastChange'])
    .executeTakeFirstOrThrow();

/** Tells in a chat what happens to it. */
export async function postEvent(ctx: Writing, chatId: number, event: ChatEvent): Promise<void> {
  await sql`select post_to_chat(${chatId}, ${ctx.actor.accountId}, ${event}, '{}', null)`.execute(ctx.db);
}

/**
 * Stores a message. One that was stored before by the same key of the same sender is answered as it is.
 * @throws Refusal `input.invalid`, `move.illegal`, `quota.exceeded`; `idempotency.reused` when something else was said by this key
 */
export async function sendMessage(
  ctx: Writing,
  chatId: number,
  { key, text = '', replyTo }: Input<typeof chats.send>['body'],
  file: Uploaded | undefined,
): Promise<Sent> {
  if (text === '' && !file)
    throw new Refusal('input.invalid', { fields: { text: 'Напишите что-нибудь или приложите файл' } });
  const chat = await lockChat(ctx.db, chatId);
  const earlier = await storedBy(ctx, chatId, key);
  if (earlier) {
    const isSame =
      earlier.said === text && earlier.replyNo === (replyTo ?? null) && earlier.sha256 === (file?.sha256 ?? null);
    if (!isSame) throw new Refusal('idempotency.reused');
    return messageById(ctx, chatId, earlier.id);
  }
  if (chat.leftAt !== null)
    throw new Refusal('move.illegal', { detail: 'Этот кредитор больше не ведёт заявку: писать некому' });
  const { actor, db } = ctx;
  const side = sideOf(actor.kind);
  demandTone(ctx, chat, text);
  const contacted = await contactedBy(ctx, chat);
  if (contacted) await demandContact(ctx, contacted);
  if (side === 'operator' && chat.joinedAt === null && chat.kind === 'request') await join(ctx, chatId);
  const answered = replyTo === undefined ? null : await answeredId(db, chatId, replyTo);
  const fileId = file ? (await addFile(ctx, messageFiles(chatId), MESSAGE_FOLDER, file)).id : null;
  const said = { side, accountId: actor.accountId, clientKey: key, text: text === '' ? null : text };
  const { id, no } = await storeMessage(db, chat, { ...said, fileId, replyTo: answered });
  if (contacted) await keepChatContact(ctx, contacted, id);
  await followOwn(db, actor, chatId, no);
  return messageById(ctx, chatId, id);
}

/** What somebody says takes its number. */
export async function storeMessage(
  tx: Tx,
  { id: chatId, lastSide }: { id: number; lastSide: string | null },
  said: {
    side: ChatSide;
    accountId: number;
    clientKey: string;
    text: string | null;
    fileId: number | null;
    replyTo: number | null;
  },
): Promise<{ id: number; no: number }> {
  const { side } = said;
  const { lastNo: no, lastChange: change } = await takeNumber(tx, chatId, true);
  const authorKind = side === 'operator' ? AUTHOR_KINDS.admin : AUTHOR_KINDS.client;
  const { id } = await tx
    .insertInto('chatMessages')
    .values({ ...said, chatId, no, change, authorKind })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('chats')
    .set({ lastSide: side, ...(lastSide !== side && { waitsSince: sql<Date>`now()` }) })
    .where('id', '=', chatId)
    .execute();
  return { id, no };
}

/** What a creditor may not say to his debtor is not sent. @throws Refusal `input.invalid` */
export function demandTone(
  { actor, day }: Pick<Writing, 'actor' | 'day'>,
  { kind }: { kind: string },
  text: string,
): void {
  const tone = actor.kind === 'employee' && kind === 'request' ? judgeTone(text, day) : null;
  if (tone?.stops) throw new Refusal('input.invalid', { fields: { text: tone.reason } });
}

/** What a key has said before, in the words of then: a message may have been edited since. Its file counts by its content. */
const storedBy = ({ db, actor }: Writing, chatId: number, key: string) =>
  db
    .selectFrom('chatMessages as m')
    .leftJoin('chatMessages as r', 'r.id', 'm.replyTo')
    .leftJoin('ownedFiles as o', 'o.id', 'm.fileId')
    .leftJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(['m.id', 'r.no as replyNo', 'f.sha256'])
    .select(
      sql<string>`coalesce((select e.text from chat_edits e where e.message_id = m.id order by e.id limit 1), m.text, '')`.as(
        'said',
      ),
    )
    .where('m.chatId', '=', chatId)
    .where('m.accountId', '=', actor.accountId)
    .where('m.clientKey', '=', key)
    .executeTakeFirst();

/** An operator takes part from his first word on, and everybody sees that he does. */
async function join(ctx: Writing, chatId: number): Promise<void> {
  await ctx.db.updateTable('chats').set({ joinedAt: ctx.now }).where('id', '=', chatId).execute();
  await postEvent(ctx, chatId, 'chat.joined');
  await settleNotifications(ctx.db, { table: 'chats', id: chatId }, 'chat.called');
}

async function answeredId(tx: Tx, chatId: number, no: number): Promise<number> {
  const found = await tx
    .selectFrom('chatMessages')
    .select('id')
    .where('chatId', '=', chatId)
    .where('no', '=', no)
    .executeTakeFirst();
  if (!found) throw new Refusal('input.invalid', { fields: { replyTo: 'Такого сообщения нет' } });
  return found.id;
}

/** His own word is read by whoever had read all before it; what he has not seen he has not read by writing. */
export async function followOwn(
  tx: Tx,
  { accountId, kind }: Pick<Actor, 'accountId' | 'kind'>,
  chatId: number,
  no: number,
): Promise<void> {
  await sql`insert into chat_reads (chat_id, account_id, side, read_no)
    select ${chatId}, ${accountId}, ${sideOf(kind)}, ${no} where ${no} = 1
    on conflict do nothing`.execute(tx);
  await tx
    .updateTable('chatReads')
    .set({ readNo: no, readAt: sql<Date>`now()` })
    .where('chatId', '=', chatId)
    .where('accountId', '=', accountId)
    .where('readNo', '=', no - 1)
    .execute();
}

/** Somebody has read so far; whoever has read further stays there. */
export async function markRead(tx: Tx, actor: Actor, chatId: number, upTo: number): Promise<void> {
  await sql`insert into chat_reads (chat_id, account_id, side, read_no)
    select id, ${actor.accountId}, ${sideOf(actor.kind)}, least(${upTo}::int, last_no) from chats where id = ${chatId}
    on conflict (chat_id, account_id) do update set read_no = excluded.read_no, read_at = now()
      where chat_reads.read_no < excluded.read_no`.execute(tx);
}
