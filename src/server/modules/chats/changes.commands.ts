import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { chats } from '#contract/settlements/chats.ts';
import { isEditable, isRestorable } from '#domain/negotiation/chat/chat.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { demandTone, lockChat, takeNumber } from './chats.commands.ts';
import { demandOpen } from './contact-rule.commands.ts';
import { isCondemned, isReturnable } from './message-rows.ts';
import { messageById } from './receive.ts';

type Shown = Answer<typeof chats.send>;

/** A message that its author, or an operator, changes: the chat first, as whoever writes holds it. */
async function lockMessage(tx: Tx, chatId: number, id: number) {
  const chat = await lockChat(tx, chatId);
  const message = await tx
    .selectFrom('chatMessages as m')
    .select(['id', 'accountId', 'text', 'createdAt', 'editedAt', 'deletedAt', 'deletedBy', 'fileId'])
    .select(isCondemned('m').as('isCondemned'))
    .where('id', '=', id)
    .where('chatId', '=', chatId)
    .executeTakeFirstOrThrow();
  return { ...message, chat };
}

interface Patch {
  text?: string;
  editedAt?: Date;
  deletedAt?: Date | null;
  deletedBy?: number | null;
}

/** Changes a message so that its readers hear of it. */
async function change(ctx: Writing, chatId: number, id: number, patch: Patch): Promise<Shown> {
  const { lastChange } = await takeNumber(ctx.db, chatId, false);
  await ctx.db
    .updateTable('chatMessages')
    .set({ ...patch, change: lastChange })
    .where('id', '=', id)
    .execute();
  return messageById(ctx, chatId, id);
}

/** Puts a message away; its place stays. Put away twice it is as once, but what an operator takes away its author does not bring back. */
export async function removeMessage(ctx: Writing, chatId: number, id: number): Promise<Shown> {
  const { deletedAt, deletedBy } = await lockMessage(ctx.db, chatId, id);
  const isTakenOver = ctx.actor.kind === 'operator' && deletedBy !== ctx.actor.accountId;
  if (deletedAt !== null && !isTakenOver) return messageById(ctx, chatId, id);
  return change(ctx, chatId, id, { deletedAt: ctx.now, deletedBy: ctx.actor.accountId });
}

/** Brings a message back, its author within a day, operators whenever they are asked. @throws Refusal `move.illegal` */
export async function restoreMessage(ctx: Writing, chatId: number, id: number): Promise<Shown> {
  const message = await lockMessage(ctx.db, chatId, id);
  if (message.deletedAt === null) return messageById(ctx, chatId, id);
  demandInnocent(message);
  if (!isReturnable(message, ctx)) {
    throw new Refusal('move.illegal', { detail: 'Вернуть сообщение можно в течение суток, и только своё' });
  }
  await demandOpen(ctx, message.chat);
  return change(ctx, chatId, id, { deletedAt: null, deletedBy: null });
}

/** What operators have found justified stays away. @throws Refusal `move.illegal` */
function demandInnocent(message: { isCondemned: boolean }): void {
  if (message.isCondemned)
    throw new Refusal('move.illegal', {
      detail: 'Жалоба на это сообщение признана обоснованной: вернуть его нельзя',
    });
}

/** Puts right what somebody has written a moment ago; what it said stays with us. @throws Refusal `move.illegal` */
export async function editMessage(ctx: Writing, chatId: number, id: number, text: string): Promise<Shown> {
  const message = await lockMessage(ctx.db, chatId, id);
  if (message.text === text) return messageById(ctx, chatId, id);
  if (message.accountId !== ctx.actor.accountId || message.text === null || !isEditable(message, ctx.now)) {
    throw new Refusal('move.illegal', { detail: 'Исправить можно только своё сообщение, в первые 15 минут' });
  }
  if (message.editedAt !== null && (await isContact(ctx.db, id))) {
    throw new Refusal('move.illegal', { detail: 'Сообщение, которым вы написали первым, исправляют один раз' });
  }
  demandTone(ctx, message.chat, text);
  await demandOpen(ctx, message.chat);
  await ctx.db
    .insertInto('chatEdits')
    .values({ messageId: id, text: message.text, writtenAt: message.editedAt ?? message.createdAt })
    .execute();
  return change(ctx, chatId, id, { text, editedAt: ctx.now });
}

/** Whether a word took a place that the law has for contacts: put right again and again it would be as many of them. */
const isContact = async (tx: Tx, messageId: number): Promise<boolean> =>
  (await tx.selectFrom('contactRecords').select('id').where('messageId', '=', messageId).executeTakeFirst()) !==
  undefined;

/** Takes the file of a message away, or brings it back. @throws Refusal `object.absent`, `move.illegal` */
export async function turnFile(ctx: Writing, chatId: number, fileId: number, isBack: boolean): Promise<Shown> {
  const chat = await lockChat(ctx.db, chatId);
  const found = await ctx.db
    .selectFrom('ownedFiles as o')
    .innerJoin('chatMessages as m', 'm.fileId', 'o.id')
    .select(['m.id', 'o.deletedAt', isCondemned('m').as('isCondemned')])
    .where('o.id', '=', fileId)
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  const { id, deletedAt } = found;
  if ((deletedAt === null) === isBack) return messageById(ctx, chatId, id);
  if (isBack) demandInnocent(found);
  if (isBack && ctx.actor.kind !== 'operator' && !isRestorable(deletedAt, ctx.now)) {
    throw new Refusal('move.illegal', { detail: 'Вернуть файл можно в течение суток' });
  }
  if (isBack) await demandOpen(ctx, chat);
  await ctx.db
    .updateTable('ownedFiles')
    .set({ deletedAt: isBack ? null : ctx.now })
    .where('id', '=', fileId)
    .execute();
  return change(ctx, chatId, id, {});
}
