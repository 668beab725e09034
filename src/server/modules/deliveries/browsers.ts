import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { currentPushKey } from './push-keys.commands.ts';

/** One person is told in so many browsers at most. */
const mostBrowsers = 10;

/** The key that a browser is bound by; made when somebody asks for it first. @throws Refusal `channel.unavailable` */
export async function browserKey({ app, db }: Writing): Promise<{ publicKey: string }> {
  if (!app.push) throw new Refusal('channel.unavailable');
  const { publicKey } = await currentPushKey(app, db);
  return { publicKey };
}

/**
 * Binds the browser that asks. One that somebody else has bound before tells him no more: an address is of a browser, not of a person.
 * @throws Refusal `channel.unavailable` where browsers are not told; `input.invalid` of an address that is of no push service
 */
export async function bindBrowser(
  ctx: Writing,
  { endpoint, publicKey }: { endpoint: string; publicKey: string },
): Promise<{ id: number }> {
  const { app, db, actor, origin } = ctx;
  if (!app.push) throw new Refusal('channel.unavailable');
  const key = await db.selectFrom('pushKeys').select('id').where('publicKey', '=', publicKey).executeTakeFirst();
  if (!app.push.accepts(endpoint) || !key) {
    throw new Refusal('input.invalid', {
      fields: { endpoint: 'Этот браузер не умеет принимать уведомления площадки' },
    });
  }
  const said = {
    accountId: actor.accountId,
    pushKeyId: key.id,
    endpointSealed: app.secrets.seal('push_subscriptions.endpoint', endpoint),
    browser: origin.userAgent.slice(0, 200),
  };
  const bound = await db
    .insertInto('pushSubscriptions')
    .values({ ...said, endpointMark: app.secrets.mark('push_subscriptions.endpoint', endpoint) })
    .onConflict((same) => same.column('endpointMark').doUpdateSet({ ...said, createdAt: sql<Date>`now()` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await forgetOldest(ctx);
  return bound;
}

/** Whoever binds one more than that has long forgotten the first. */
const forgetOldest = ({ db, actor }: Writing) =>
  db
    .deleteFrom('pushSubscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('pushSubscriptions as s')
        .select('s.id')
        .where('s.accountId', '=', actor.accountId)
        .orderBy('s.id', 'desc')
        .offset(mostBrowsers),
    )
    .execute();
