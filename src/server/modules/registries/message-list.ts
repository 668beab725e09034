import type { Answer, Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import { registryEventText } from '#domain/registries/registry-message.ts';
import { markRead } from '#server/modules/chats/chats.commands.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import { type Criteria, defineList } from '#server/platform/list/define-list.ts';

/** What the system tells in the chat of a registry; what people say there is read in the chat. */
const messages = defineList({
  rows: ({ db }: Ctx, _criteria: Criteria<unknown>, registryId: number) =>
    db
      .selectFrom('chatMessages as m')
      .where('m.event', 'is not', null)
      .where('m.chatId', 'in', db.selectFrom('chats').select('id').where('registryId', '=', registryId)),
  columns: (rows) => rows.select(['m.id', 'm.no', 'm.event', 'm.details', 'm.entryId', 'm.createdAt']),
  orders: { createdAt: { columns: ['m.id'], direction: -1 } },
});

/** One page of the messages about a registry, the latest first. */
export async function messagesPage(
  ctx: Ctx<Actor>,
  registryId: number,
  query: Input<typeof registries.messages>['query'],
): Promise<Answer<typeof registries.messages>> {
  const seen = await ctx.db
    .selectFrom('chatReads as r')
    .innerJoin('chats as c', 'c.id', 'r.chatId')
    .select('r.readNo')
    .where('c.registryId', '=', registryId)
    .where('r.accountId', '=', ctx.actor.accountId)
    .executeTakeFirst();
  const page = await messages.page(ctx, query, registryId);
  return {
    ...page,
    items: page.items.map(({ no, event, details, ...message }) => ({
      ...message,
      text: registryEventText(event!, details) ?? '',
      read: no <= (seen?.readNo ?? 0),
    })),
  };
}

/** The viewer has read everything about a registry up to now. */
export async function readMessages({ db, actor }: Writing, registryId: number): Promise<void> {
  const chat = await db
    .selectFrom('chats')
    .select(['id', 'lastNo'])
    .where('registryId', '=', registryId)
    .executeTakeFirst();
  if (chat) await markRead(db, actor, chat.id, chat.lastNo);
}
