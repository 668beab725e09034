import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { notifications } from '#contract/platform/notifications.ts';
import { type Actor, type Ctx, implement } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { objectName } from '#server/platform/object-name.ts';
import { choose, readChoices, setSchedule } from './choices.ts';

const own = (ctx: Ctx<Actor>) =>
  ctx.db.selectFrom('notifications as n').where(ctx.within('notification', 'n')).where('n.decidedAt', 'is', null);

const columnsFor = ({ app }: Ctx) =>
  [
    'n.id',
    'n.title',
    'n.detail',
    'n.link',
    'n.createdAt',
    'n.readAt',
    objectName(app.appDefinition, 'n.aboutType', 'n.aboutId').as('about'),
  ] as const;

const list = defineList({
  rows(ctx: Ctx<Actor>, { filter }: Pick<Input<typeof notifications.list>['query'], 'filter'>) {
    const unread = filter?.unread;
    return unread === undefined ? own(ctx) : own(ctx).where('n.readAt', unread ? 'is' : 'is not', null);
  },
  columns: (rows, ctx) => rows.select(columnsFor(ctx)),
  orders: { createdAt: { columns: ['n.createdAt', 'n.id'], direction: -1 } },
});

export const notificationHandlers = implement(notifications, {
  list: (ctx, { query }) => list.page(ctx, query),
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
  choices: (ctx) => readChoices(ctx),
  choose: (ctx, { body }) => choose(ctx, body),
  setSchedule: (ctx, { body }) => setSchedule(ctx, body),
});
