import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { chats } from '#contract/settlements/chats.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { lockChat, postEvent } from './chats.commands.ts';

/** A talk about a debt whose row is held is open to operators from now on, which both sides read in it; once. */
export async function openToOperators(
  ctx: Writing,
  { id, calledAt }: { id: number; calledAt: Date | null },
): Promise<void> {
  if (calledAt !== null) return;
  await ctx.db.updateTable('chats').set({ calledAt: ctx.now }).where('id', '=', id).execute();
  await postEvent(ctx, id, 'chat.called');
}

/** Calls those of the operators who may write here; they are told where, and by what reason. @throws Refusal `move.illegal` */
export async function callOperator(ctx: Writing, chatId: number, why: string): Promise<void> {
  const chat = await lockChat(ctx.db, chatId);
  const { kind, leftAt, calledAt, settlementId, requestId, individualId } = chat;
  if (calledAt !== null) return;
  if (kind !== 'request' || leftAt !== null)
    throw new Refusal('move.illegal', { detail: 'Оператор здесь и без приглашения' });
  await openToOperators(ctx, chat);
  const link =
    settlementId === null
      ? pagePath('/request-{$key}', { key: [individualId!, requestId!] })
      : pagePath('/settlement-{$id}', { id: settlementId });
  await notify(ctx.db, await operatorsWith(ctx.db, chats.send), {
    event: 'chat.called',
    title: 'Оператора позвали в разговор о долге',
    detail: why,
    link,
  });
}
