import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { backgroundTasks } from '#contract/platform/background-tasks.ts';
import { checkActor } from '#server/platform/auth/access.ts';
import { implement } from '#server/platform/ctx.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { exportNamed, queryOf } from './exports.ts';
import { forgetExpired, resultsOf, runExport } from './run-export.ts';

/** The list shows the latest ones. */
const shown = 20;
/** So many exports of one person wait or run at once, as with those that are downloaded at once. */
const perPerson = 2;

const state = sql<'waiting' | 'running' | 'done' | 'failed'>`state`.as('state');
const columns = ['id', 'title', state, 'bytes', 'message', 'createdAt', 'finishedAt', 'expiresAt'] as const;

export const backgroundTaskHandlers = implement(backgroundTasks, {
  async list(ctx) {
    const items = await ctx.db
      .selectFrom('backgroundTasks')
      .select(columns)
      .where(ctx.within('backgroundTask', 'backgroundTasks'))
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy('id', 'desc')
      .limit(shown)
      .execute();
    return { items };
  },
  async startExport(ctx, { body }) {
    const { app, db, actor } = ctx;
    const operation = exportNamed(app, body.operation)?.operation;
    if (!operation) throw new Refusal('input.invalid', { fields: { operation: 'Такой выгрузки нет' } });
    checkActor(operation, actor);
    queryOf(operation, body.query);
    const { accountId, sessionId } = actor;
    // One after the other, so that two clicks do not both find room for one more.
    await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
    const { count } = await db
      .selectFrom('backgroundTasks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('accountId', '=', accountId)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirstOrThrow();
    if (count >= perPerson) {
      throw new Refusal('rate.limited', { detail: 'Две ваши выгрузки уже идут. Дождитесь окончания одной из них' });
    }
    await forgetExpired(db);
    const { exportDays } = await settingsOf(db);
    const task = await db
      .insertInto('backgroundTasks')
      .values({
        accountId,
        sessionId,
        operation: operation.code,
        title: operation.group,
        querySealed: app.secrets.seal('background_tasks.query', body.query),
        expiresAt: sql<Date>`now() + make_interval(days => ${exportDays})`,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await app.jobs.add(db, runExport.name, { id: task.id });
    return task;
  },
  async file(ctx, { params }) {
    const { state, fileKey, fileName } = await ctx.db
      .selectFrom('backgroundTasks')
      .select(['state', 'fileKey', 'fileName'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    if (state !== 'done') throw new Refusal('move.illegal', { detail: 'Файл ещё не готов' });
    return { name: fileName!, stream: resultsOf(ctx.app).read(fileKey!) };
  },
  async remove(ctx, { params }) {
    const { fileKey } = await ctx.db
      .deleteFrom('backgroundTasks')
      .where('id', '=', params.id)
      .returning('fileKey')
      .executeTakeFirstOrThrow();
    if (fileKey) await resultsOf(ctx.app).remove(fileKey);
  },
});
