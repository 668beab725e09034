import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { closeDay } from '#contract/money/close-day.ts';
import { type BusinessDayStatus, type SubJobCode, type SubJobStatus, subJobCodes } from '#domain/money/close-day.ts';
import { addDays, addMonths, type Day, toDay } from '#domain/values/days.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';
import { objectName } from '#server/platform/object-name.ts';
import { certainNow, closeJob, isOver, openDayOf } from './days.ts';
import { isLed } from './lease.ts';

type Results = Answer<typeof closeDay.results>;

/** So many open errors are shown; there may be more. */
const mostErrors = 100;

/** Everything that the screen of the close shows. @throws Refusal `object.absent` where there is no such business day */
export async function resultsOf(ctx: Ctx, asked: Day | undefined): Promise<Results> {
  const { db } = ctx;
  const open = await openDayOf(db);
  const day = asked ?? open.day;
  const shown = await dayOf(db, day);
  if (!shown) throw new Refusal('object.absent');
  const { id, ...about } = shown;
  return {
    open: open.day,
    isOver: isOver(open.day, await certainNow(db)),
    isUnderWay: (await isLed(db)) || (await isOrdered(db)),
    shown: about,
    subs: await subsOf(db, id, about),
    ...(await openErrors(ctx)),
    days: await monthOf(db, day),
  };
}

/** Whether what somebody has ordered has not been begun yet. */
async function isOrdered(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select ${hasLivingJob(sql`${closeJob}`)} as there`.execute(db);
  return rows[0]!.there;
}

async function dayOf(db: Db, day: Day): Promise<(Results['shown'] & { id: number }) | undefined> {
  const found = await db
    .selectFrom('businessDays as d')
    .select(['d.id', 'd.day', 'd.status', 'd.startedAt', 'd.sealedAt', 'd.overrideReason', 'd.obstacles', 'd.entries'])
    .select('d.version')
    .select(sql<string | null>`encode(d.hash, 'hex')`.as('seal'))
    .select([operatorName('d.startedBy').as('startedBy'), operatorName('d.overriddenBy').as('overriddenBy')])
    .where('d.day', '=', day)
    .executeTakeFirst();
  return found && { ...found, status: found.status as BusinessDayStatus };
}

const operatorName = (column: string) =>
  sql<
    string | null
  >`(select concat_ws(' ', o.last_name, o.first_name) from operators o where o.account_id = ${sql.ref(column)})`;

/** All sub-jobs in their order; of those that are not done yet the figures are nothing. */
async function subsOf(db: Db, id: number, shown: Results['shown']): Promise<Results['subs']> {
  const rows = await db
    .selectFrom('subJobResults as r')
    .select([
      'r.sub',
      'r.status',
      'r.changed',
      'r.failed',
      'r.startedAt',
      'r.finishedAt',
      processedOfDay.as('processed'),
    ])
    .where('r.businessDayId', '=', id)
    .execute();
  const before = await db
    .selectFrom('subJobResults as r')
    .innerJoin('businessDays as d', 'd.id', 'r.businessDayId')
    .select(['r.sub', processedOfDay.as('processed')])
    .where('d.day', '=', addDays(shown.day as Day, -1))
    .execute();
  const done = new Map(rows.map((row) => [row.sub, figuresOf(row)]));
  const processedBefore = new Map(before.map(({ sub, processed }) => [sub, processed]));
  return subJobCodes.map((sub) => ({
    ...(done.get(sub) ?? nothing),
    status: (done.get(sub)?.status ?? 'waiting') as SubJobStatus,
    ...(sub === 'seal-day' && sealStep(shown)),
    sub,
    before: processedBefore.get(sub) ?? null,
  }));
}

const nothing = { processed: 0, changed: 0, skipped: 0, failed: 0, startedAt: null, finishedAt: null };

/** How many a sub-job has processed of a day: where it was done anew, what the pass before has done is not there to be found again. */
const processedOfDay = sql<number>`greatest(r.processed, r.processed_before)`;

/** Of what several passes have changed none is told twice. */
function figuresOf<Row extends { processed: number; changed: number; failed: number }>(row: Row) {
  const changed = Math.min(row.changed, row.processed - row.failed);
  return { ...row, changed, skipped: row.processed - row.failed - changed };
}

/** The seal is told by the day itself: it is there, or was refused. */
function sealStep({ status, entries, obstacles, sealedAt }: Results['shown']) {
  if (status === 'sealed') {
    return { ...nothing, status: 'done' as const, processed: entries, changed: entries, finishedAt: sealedAt };
  }
  return {
    ...nothing,
    status: status === 'stopped' ? ('failed' as const) : ('waiting' as const),
    failed: obstacles.length,
  };
}

/** The errors that nobody has resolved, of whatever day. */
async function openErrors({ app, db }: Ctx): Promise<Pick<Results, 'errors' | 'errorCount'>> {
  const open = db.selectFrom('subJobErrors as e').where('e.resolvedAt', 'is', null);
  const { errorCount } = await open.select(sql<number>`count(*)::int`.as('errorCount')).executeTakeFirstOrThrow();
  const rows = await open
    .innerJoin('businessDays as d', 'd.id', 'e.businessDayId')
    .select(['e.id', 'd.day', 'e.sub', 'e.objectId', 'e.cause', 'e.incident', 'e.attempts', 'e.at'])
    // Whoever sees what failed need not be one who sees who people are: of a person the number is told.
    .select(
      sql<
        string | null
      >`case when e.object_type <> 'individuals' then ${objectName(app.appDefinition, 'e.objectType', 'e.objectId')} end`.as(
        'object',
      ),
    )
    .orderBy('e.id', 'desc')
    .limit(mostErrors)
    .execute();
  const errors = rows.map(({ objectId, object, ...row }) => ({
    ...row,
    sub: row.sub as SubJobCode,
    object: objectId === 0 ? null : (object ?? `№ ${objectId}`),
  }));
  return { errors, errorCount };
}

async function monthOf(db: Db, day: Day): Promise<Results['days']> {
  const first = toDay(`${day.slice(0, 7)}-01`);
  const rows = await db
    .selectFrom('businessDays')
    .select(['day', 'status'])
    .select(sql<boolean>`override_reason is not null`.as('overridden'))
    .where('day', '>=', first)
    .where('day', '<', addMonths(first, 1))
    .orderBy('day')
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as BusinessDayStatus }));
}
