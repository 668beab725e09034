import { sql } from 'kysely';
import { notifications } from '#contract/platform/notifications.ts';
import { type Actor, type Ctx, implement } from '#server/platform/ctx.ts';
import { readPage } from '#server/platform/list/list.ts';
import { objectName } from '#server/platform/object-name.ts';

const own = (ctx: Ctx<Actor>) =>
  ctx.db.selectFrom('notifications as n').where(ctx.within('notification', 'n')).where('n.decidedAt', 'is', null);

const about = objectName('n.aboutType', 'n.aboutId').as('about');
const columns = ['n.id', 'n.title', 'n.detail', 'n.link', 'n.createdAt', 'n.readAt', about] as const;

export const notificationHandlers = implement(notifications, {
  async list(ctx, { query }) {
    let rows = own(ctx);
    const unread = query.filter?.unread;
    if (unread !== undefined) rows = rows.where('n.readAt', unread ? 'is' : 'is not', null);
    const sorts = { createdAt: { columns: ['n.createdAt', 'n.id'], first: -1 as const } };
    return readPage(ctx, rows, (some) => some.select(columns), sorts, query);
  },
  async unread(ctx) {
    const { count } = await own(ctx)
      .where('n.readAt', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return { count };
  },
  async read(ctx, { body }) {
    const unread = ctx.db
      .updateTable('notifications')
      .set({ readAt: sql<Date>`now()` })
      .where('accountId', '=', ctx.actor.accountId)
      .where('readAt', 'is', null);
    if (!body.ids) await unread.execute();
    else if (body.ids.length > 0) await unread.where('id', 'in', body.ids).execute();
  },
});
