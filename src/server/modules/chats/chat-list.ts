import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { chats } from '#contract/settlements/chats.ts';
import { sideOf } from '#domain/negotiation/chat/chat.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { aboutColumns, aboutFor } from './chat-rows.ts';
import { lastFor, lastText } from './last-message.ts';

type Reading = Ctx<Actor>;
type Filter = Input<typeof chats.list>['query']['filter'];

/** How many chats, and messages of one, are counted at most: beyond it the page says «99+». */
const mostCounted = 100;

const readNo = (accountId: number) =>
  sql<number>`coalesce((select r.read_no from chat_reads r where r.chat_id = c.id and r.account_id = ${accountId}), 0)`;

/** What others have said since the reader looked; what the system tells of is no word that waits for him. */
const unseen = ({ actor }: Reading) => sql`(select from chat_messages m
  where m.chat_id = c.id and m.no > ${readNo(actor.accountId)} and m.side <> ${sideOf(actor.kind)} and m.deleted_at is null
  limit ${mostCounted})`;

/** Whether the last word is another side's, or an operator is asked to come; nothing waits for him where the call has ended. */
function waitsFor({ actor: { kind } }: Reading) {
  const answered = sql<boolean>`coalesce(c.last_side <> ${sideOf(kind)}, false)`;
  return kind === 'operator'
    ? sql<boolean>`(case when c.joined_at is not null then ${answered} when c.call_ended_at is not null then false
        else ${answered} or c.called_at is not null end)`
    : answered;
}

function own(ctx: Reading, filter: Filter) {
  let rows = ctx.db.selectFrom('chats as c').where(ctx.within('chat', 'c'));
  if (filter?.waits !== undefined) rows = rows.where(waitsFor(ctx), '=', filter.waits);
  if (filter?.unread !== undefined) {
    // Most chats are told apart without their messages.
    const isUnread = sql<boolean>`(c.last_no > ${readNo(ctx.actor.accountId)} and exists ${unseen(ctx)})`;
    rows = rows.where(isUnread, '=', filter.unread);
  }
  return rows;
}

/** One's chats, the one with the latest message first. */
export const chatList = defineList({
  rows: (ctx: Reading, { filter }: { filter?: Filter }) => own(ctx, filter),
  columns: (rows, ctx) =>
    rows
      .select(aboutColumns)
      .select([
        lastText.as('last'),
        sql<number>`(select count(*) from ${unseen(ctx)} as unseen)`.as('unread'),
        waitsFor(ctx).as('waits'),
      ]),
  orders: { lastAt: { columns: ['c.lastAt', 'c.id'], direction: -1 } },
  shown: ({ last, waits, ...row }, { actor }) => ({
    ...aboutFor({ actor: actor }, row),
    id: row.id,
    lastNo: row.lastNo,
    lastAt: row.lastAt,
    unread: row.unread,
    waits,
    last: lastFor(actor, last),
  }),
});

/** In how many of one's chats something is not read, up to a hundred. */
export async function unreadChats(ctx: Reading): Promise<{ count: number }> {
  const some = own(ctx, { unread: true }).select('c.id').limit(mostCounted);
  const { count } = await ctx.db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count };
}
