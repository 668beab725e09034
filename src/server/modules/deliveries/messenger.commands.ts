import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { type Interval, startInterval } from '#server/platform/jobs/interval.ts';
import type { MessengerUpdate } from '#server/platform/ports/messenger.ts';
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

const lookMs = 3_000;
/** Whatever people write to the bot, one look ends. */
const mostLooks = 20;
const linkMinutes = 10;
const chatContext = 'messenger_links.chat';

/** Gives a link that binds the messenger of whoever opens it; an earlier one binds nobody any more. @throws Refusal `channel.unavailable` */
export async function linkMessenger({ app, db, actor }: Writing): Promise<{ link: string; expiresAt: Date }> {
  if (!app.messenger) throw new Refusal('channel.unavailable');
  const token = newToken();
  const fresh = {
    tokenHash: hashToken(token),
    tokenExpiresAt: sql<Date>`now() + make_interval(mins => ${linkMinutes})`,
  };
  const { tokenExpiresAt } = await db
    .insertInto('messengerLinks')
    .values({ accountId: actor.accountId, ...fresh })
    .onConflict((same) => same.column('accountId').doUpdateSet(fresh))
    .returning('tokenExpiresAt')
    .executeTakeFirstOrThrow();
  return { link: app.messenger.linkOf(token), expiresAt: tokenExpiresAt! };
}

/** Writes to the person's messenger no more. */
export const unlinkMessenger = async ({ db, actor }: Writing): Promise<void> => {
  await db.deleteFrom('messengerLinks').where('accountId', '=', actor.accountId).execute();
};

/** Looks for those who have opened their links, while there are any. */
export const startLinking = (app: App): Interval | undefined =>
  app.messenger && startInterval(lookMs, app.log, 'messenger', () => bindOpened(app));

/** Binds the chats of those who have opened their links. */
export async function bindOpened(app: App): Promise<void> {
  const waits = await app.database.db
    .selectFrom('messengerLinks')
    .select('id')
    .where('tokenExpiresAt', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  if (!waits) return;
  // Asked for what is after them, they are forgotten there: what two nodes have read at once binds the same.
  let updates = await app.messenger!.updates();
  for (let look = 0; look < mostLooks && updates.length > 0; look++) {
    for (const update of updates) await bindBy(app, update);
    updates = await app.messenger!.updates(updates.at(-1)!.id);
  }
}

/** Nothing but `/start` with a living token does anything. A chat that is bound to somebody else stays his until he unbinds it. */
async function bindBy(app: App, { chat, text }: MessengerUpdate): Promise<void> {
  const [, token] = /^\/start ([\w-]{20,64})$/.exec(text) ?? [];
  if (token === undefined || chat === '') return;
  const chatMark = app.secrets.mark(chatContext, chat);
  await inSystemTransaction(app.database.db, 'deliveries.messenger', async (tx) => {
    const link = await tx
      .selectFrom('messengerLinks')
      .select('id')
      .where('tokenHash', '=', hashToken(token))
      .where('tokenExpiresAt', '>', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst();
    if (!link) return;
    const others = tx.selectFrom('messengerLinks').select('id').where('chatMark', '=', chatMark);
    if (await others.where('id', '<>', link.id).executeTakeFirst()) return;
    await tx
      .updateTable('messengerLinks')
      .set({
        chatMark,
        chatSealed: app.secrets.seal(chatContext, chat),
        linkedAt: sql<Date>`now()`,
        tokenHash: null,
        tokenExpiresAt: null,
      })
      .where('id', '=', link.id)
      .execute();
  });
}
