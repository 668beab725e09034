import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { chats } from '#contract/settlements/chats.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { isReturnable, messageFor, messagesOf, readsOf } from './message-rows.ts';

type Reading = Ctx<Actor>;
type Question = Input<typeof chats.receive>['body'];

/** One message as its reader sees it now. */
export async function messageById(ctx: Reading, chatId: number, id: number): Promise<Answer<typeof chats.send>> {
  const row = await messagesOf(ctx.db, chatId).where('m.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return messageFor(ctx, row, await readsOf(ctx.db, chatId));
}

/** Messages by their numbers; of those before a number, and of the last ones, the latest are taken and given in order. */
export async function receive(ctx: Reading, chatId: number, asked: Question): Promise<Answer<typeof chats.receive>> {
  // The numbers are read first: whatever comes meanwhile is after them, and is asked for with the next announcement.
  const { lastNo, lastChange } = await ctx.db
    .selectFrom('chats')
    .select(['lastNo', 'lastChange'])
    .where('id', '=', chatId)
    .executeTakeFirstOrThrow();
  const { limit } = asked;
  const rows = await chosen(messagesOf(ctx.db, chatId), asked)
    .limit(limit + 1)
    .execute();
  const taken = rows.slice(0, limit);
  if (isBackwards(asked)) taken.reverse();
  const reads = await readsOf(ctx.db, chatId);
  return {
    items: taken.map((row) => messageFor(ctx, row, reads)),
    more: rows.length > limit,
    lastNo,
    lastChange,
    reads,
  };
}

const isBackwards = ({ after, changedAfter, since }: Question): boolean =>
  after === undefined && changedAfter === undefined && since === undefined;

function chosen(rows: ReturnType<typeof messagesOf>, asked: Question) {
  const { after, before, changedAfter, since, q } = asked;
  let some = rows;
  if (after !== undefined) some = some.where('m.no', '>', after);
  if (before !== undefined) some = some.where('m.no', '<', before);
  if (changedAfter !== undefined) some = some.where('m.change', '>', changedAfter);
  if (since !== undefined) some = some.where('m.createdAt', '>=', moscowMidnight(since));
  if (q !== undefined) {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    some = some.where('m.deletedAt', 'is', null).where(sql<boolean>`m.text ilike ${like}`);
  }
  if (changedAfter !== undefined) return some.orderBy('m.change');
  return some.orderBy('m.no', isBackwards(asked) ? 'desc' : 'asc');
}

/** How many deleted messages are offered at once: older ones are past bringing back, but for operators. */
const mostDeleted = 200;

/** Deleted messages that the reader may bring back, with what they said. */
export async function deletedMessages(ctx: Reading, chatId: number): Promise<Answer<typeof chats.readDeleted>> {
  const rows = await messagesOf(ctx.db, chatId)
    .where('m.deletedAt', 'is not', null)
    .$if(ctx.actor.kind !== 'operator', (some) => some.where('m.accountId', '=', ctx.actor.accountId))
    .orderBy('m.no', 'desc')
    .limit(mostDeleted)
    .execute();
  const items = rows
    .filter((row) => isReturnable(row, ctx))
    .map((row) => ({ ...messageFor(ctx, row, []), text: row.text }));
  return { items: items.toReversed() };
}
