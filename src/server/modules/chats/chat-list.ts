import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { chats } from '#contract/settlements/chats.ts';
import { sideOf } from '#domain/negotiation/chat/chat.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { aboutColumns, aboutFor, lastFor, lastText, waitsForReader } from './chat-rows.ts';

type Reading = Ctx<Actor>;
type Filter = Input<typeof chats.list>['query']['filter'];

/** How many chats the counter of the frame counts at most: beyond it the page says «99+». */
const mostCounted = 100;

const readNo = (accountId: number) =>
  sql<number>`coalesce((select r.read_no from chat_reads r where r.chat_id = c.id and r.account_id = ${accountId}), 0)`;

function own(ctx: Reading, filter: Filter) {
  let rows = ctx.db.selectFrom('chats as c').where(ctx.within('chat', 'c'));
  if (filter?.waits !== undefined) {
    const waits = sql<boolean>`coalesce(c.last_side <> ${sideOf(ctx.actor.kind)}, false)`;
    rows = rows.where(waits, '=', filter.waits);
  }
  if (filter?.unread !== undefined) {
    rows = rows.where(sql<boolean>`(c.last_no > ${readNo(ctx.actor.accountId)})`, '=', filter.unread);
  }
  return rows;
}

/** One's chats, the one with the latest message first. */
export const chatList = defineList({
  rows: (ctx: Reading, { filter }: { filter?: Filter }) => own(ctx, filter),
  columns: (rows, ctx) =>
    rows
      .select(aboutColumns)
      .select([lastText.as('last'), sql<number>`c.last_no - ${readNo(ctx.actor.accountId)}`.as('unread')]),
  orders: { lastAt: { columns: ['c.lastAt', 'c.id'], direction: -1 } },
  shown: ({ last, ...row }, { actor }) => ({
    ...aboutFor({ actor: actor }, row),
    id: row.id,
    lastNo: row.lastNo,
    lastAt: row.lastAt,
    unread: Math.max(0, row.unread),
    waits: waitsForReader(actor, row.lastSide),
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
