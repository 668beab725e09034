import { sql } from 'kysely';
import { chats } from '#contract/settlements/chats.ts';
import { MESSAGE_FOLDER } from '#domain/values/file-kinds.ts';
import { messageFiles, readFile } from '#server/modules/files/files.queries.ts';
import { type Actor, type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { callOperator } from './call.commands.ts';
import { editMessage, removeMessage, restoreMessage, turnFile } from './changes.commands.ts';
import { chatList, unreadChats } from './chat-list.ts';
import { chatInfo, ownReadNo } from './chat-rows.ts';
import { markRead, sendMessage } from './chats.commands.ts';
import { deletedMessages, receive } from './receive.ts';
import { recallWaiting, waitWithMessage } from './waiting.commands.ts';

type Reading = Ctx<Actor>;

export const chatHandlers = implement(chats, {
  info: (ctx, { params }) => chatInfo(ctx, params.id),
  async send(ctx, { params, body, file }) {
    await ctx.app.limits.take('messageAccount', String(ctx.actor.accountId));
    return sendMessage(ctx, params.id, body, file);
  },
  async wait(ctx, { params, body }) {
    await ctx.app.limits.take('messageAccount', String(ctx.actor.accountId));
    await waitWithMessage(ctx, params.id, body);
    return chatInfo(ctx, params.id);
  },
  async recall(ctx, { params }) {
    await recallWaiting(ctx.db, params.id, ctx.actor.accountId);
    return chatInfo(ctx, params.id);
  },
  receive: (ctx, { params, body }) => receive(ctx, params.id, body),
  readDeleted: (ctx, { params }) => deletedMessages(ctx, params.id),
  async read(ctx, { params, body }) {
    await markRead(ctx.db, ctx.actor, params.id, body.no);
    return { readNo: await ownReadNo(ctx.db, params.id, ctx.actor.accountId) };
  },
  remove: (ctx, { params }) => removeMessage(ctx, params.id, params.messageId),
  restore: (ctx, { params }) => restoreMessage(ctx, params.id, params.messageId),
  file: (ctx, { params }) => readFile(ctx, messageFiles(params.id), MESSAGE_FOLDER, params.fileId),
  removeFile: (ctx, { params }) => turnFile(ctx, params.id, params.fileId, false),
  restoreFile: (ctx, { params }) => turnFile(ctx, params.id, params.fileId, true),
  edit: (ctx, { params, body }) => editMessage(ctx, params.id, params.messageId, body.text),
  async call(ctx, { params, body }) {
    await callOperator(ctx, params.id, body.reason);
    return chatInfo(ctx, params.id);
  },
  list: (ctx, { query }) => chatList.page(ctx, query),
  unread: unreadChats,
  ofSettlement: (ctx, { params }) =>
    chatOf(
      ctx,
      sql`(c.request_id, c.legal_entity_id) = (
    select request_id, legal_entity_id from settlements where id = ${params.id})`,
    ),
  ofRequest: (ctx, { params }) => chatOf(ctx, sql`c.request_id = ${params.qid} and c.left_at is null`),
  ofRegistry: (ctx, { params }) => chatOf(ctx, sql`c.registry_id = ${params.r}`),
  ofSimpleRegistry: (ctx, { params }) => chatOf(ctx, sql`c.registry_id = ${params.r}`),
  ofSupport: supportChat,
});

/** The chat about an object of the path, where the reader takes part in it. */
async function chatOf(ctx: Reading, about: ReturnType<typeof sql<boolean>>): Promise<{ id: number | null }> {
  const found = await ctx.db
    .selectFrom('chats as c')
    .select('c.id')
    .where(about)
    .where(ctx.within('chat', 'c', chats.info))
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { id: found?.id ?? null };
}

/** Everybody has one chat with those who support, made when he first asks for it. */
async function supportChat({ db, actor }: Writing): Promise<{ id: number }> {
  const { accountId, individualId } = actor;
  const find = () =>
    db
      .selectFrom('chats')
      .select('id')
      .where('accountId', '=', accountId)
      .where('kind', '=', 'support')
      .executeTakeFirst();
  const known = await find();
  if (known) return known;
  await db
    .insertInto('chats')
    .values({ kind: 'support', accountId, individualId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())!;
}
