import { sql } from 'kysely';
import { scopeOf } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { backgroundTasks } from '#contract/platform/background-tasks.ts';
import { checkActor } from '#server/platform/auth/access.ts';
import { type Actor, type Ctx, implement } from '#server/platform/ctx.ts';
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
    const { state, fileKey, fileName, operation, createdAt } = await ctx.db
      .selectFrom('backgroundTasks')
      .select(['state', 'fileKey', 'fileName', 'operation', 'createdAt'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    if (state !== 'done') throw new Refusal('move.illegal', { detail: 'Файл ещё не готов' });
    await demandSameRights(ctx, operation, createdAt);
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

/**
 * What was exported by rights that its owner has no more is not his any longer: what he sees of others may have become less with
 * each change of his role, his companies, or what the role permits. What is about himself stays his.
 * @throws Refusal `access.denied`, and `move.illegal` where he may export it anew
 */
async function demandSameRights({ app, db, actor }: Ctx<Actor>, code: string, askedAt: Date): Promise<void> {
  const operation = exportNamed(app, code)?.operation;
  if (!operation) throw new Refusal('access.denied');
  checkActor(operation, actor);
  const { access } = operation.def;
  if (access === 'anyone' || scopeOf(access, actor.kind) === 'self') return;
  const { rows } = await sql`
    select from (
      select o.updated_at, o.role_id from operators o where o.account_id = ${actor.accountId}
      union all
      select m.updated_at, m.role_id from employees e join memberships m on m.employee_id = e.id where e.account_id = ${actor.accountId}
    ) place join roles r on r.id = place.role_id
    where greatest(place.updated_at, r.updated_at) > ${askedAt} limit 1`.execute(db);
  if (rows.length > 0)
    throw new Refusal('move.illegal', { detail: 'С тех пор ваши права изменились: выгрузите заново' });
}
