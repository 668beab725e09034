import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { chats } from '#contract/settlements/chats.ts';
import { type Called, operatorOf } from '#domain/negotiation/chat/chat.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { lockChat, postEvent } from './chats.commands.ts';

/** A talk about a debt whose row is held. */
type LockedChat = Called & { id: number };

/** A talk is open to operators from now on, which both sides read in it; nothing where they are called already, or take part. */
export async function openToOperators(
  ctx: Writing,
  chat: LockedChat,
  { byComplaint }: { byComplaint: boolean },
): Promise<void> {
  if (operatorOf(chat) !== 'absent') return;
  const called = { calledAt: ctx.now, callEndedAt: null, calledByComplaint: byComplaint };
  await ctx.db.updateTable('chats').set(called).where('id', '=', chat.id).execute();
  await postEvent(ctx, chat.id, 'chat.called');
}

/**
 * A complaint about a message of the talk is decided, which both sides read. Who was called by complaints alone has done what he was called for once none
 * of them waits: the call ends, what operators may read stays.
 */
export async function tellOfDecision(
  ctx: Writing,
  chat: LockedChat & { calledByComplaint: boolean },
  { isLast }: { isLast: boolean },
): Promise<void> {
  await postEvent(ctx, chat.id, 'chat.decided');
  if (!isLast || !chat.calledByComplaint || operatorOf(chat) === 'absent') return;
  const ended = { callEndedAt: ctx.now, joinedAt: null };
  await ctx.db.updateTable('chats').set(ended).where('id', '=', chat.id).execute();
}

/** Calls those of the operators who may write here; they are told where, and by what reason. @throws Refusal `move.illegal` */
export async function callOperator(ctx: Writing, chatId: number, why: string): Promise<void> {
  const chat = await lockChat(ctx.db, chatId);
  const { kind, leftAt, settlementId, requestId, individualId } = chat;
  if (operatorOf(chat) !== 'absent') return;
  if (kind !== 'request' || leftAt !== null)
    throw new Refusal('move.illegal', { detail: 'Оператор здесь и без приглашения' });
  await openToOperators(ctx, chat, { byComplaint: false });
  const link =
    settlementId === null
      ? pagePath('/request-{$key}', { key: [individualId!, requestId!] })
      : pagePath('/settlement-{$id}', { id: settlementId });
  await notify(ctx.db, await operatorsWith(ctx.db, chats.send), {
    event: 'chat.called',
    title: 'Оператора позвали в разговор о долге',
    detail: why,
    link,
    about: { table: 'chats', id: chatId },
    topic: 'chat.called',
  });
}
