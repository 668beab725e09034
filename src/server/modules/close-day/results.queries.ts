import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { closeDay } from '#contract/money/close-day.ts';
import {
  type BusinessDayStatus,
  type SubJobCode,
  type SubJobStatus,
  secondsLeft,
  subJobCodes,
} from '#domain/money/close-day.ts';
import { addDays, addMonths, type Day, toDay } from '#domain/values/days.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { certainNow } from '#server/platform/database/clock.ts';
import type { Db } from '#server/platform/database/db.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';
import { closeJob, isOver, openDayOf } from './days.ts';
import { isLed } from './lease.ts';
import { numbered, objectOf, pageOf, settlementOf } from './object.ts';

type Results = Answer<typeof closeDay.results>;
type ShownDay = Results['shown'] & { id: number };
/** A sub-job as it is shown, and how long it took for the day before. */
type Step = Results['subs'][number] & { secondsBefore: number | null };

/** So many open errors are shown; there may be more. */
const mostErrors = 100;

/** Everything that the screen of the close shows. @throws Refusal `object.absent` where there is no such business day */
export async function resultsOf(ctx: Ctx<Actor>, asked: Day | undefined): Promise<Results> {
  const { db } = ctx;
  const open = await openDayOf(db);
  const day = asked ?? open.day;
  const shown = await shownDay(db, day);
  if (!shown) throw new Refusal('object.absent');
  const steps = await subJobsOf(db, shown);
  const isUnderWay = (await isLed(db)) || (await isOrdered(db));
  const { id: _, ...about } = shown;
  return {
    open: open.day,
    isOver: isOver(open.day, await certainNow(db)),
    isUnderWay,
    secondsLeft: isUnderWay && about.status !== 'sealed' ? secondsLeft(steps) : null,
    shown: about,
    subs: steps.map(({ secondsBefore: _before, ...step }) => step),
    ...(await openErrors(ctx)),
    days: await monthOf(db, day),
    wantsLetter: await wantsLetter(db, ctx.actor.accountId),
  };
}

/** Whether what somebody has ordered has not been begun yet. */
async function isOrdered(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select ${hasLivingJob(sql`${closeJob}`)} as there`.execute(db);
  return rows[0]!.there;
}

/** A business day as it is shown, with its number; undefined where there is no such day. */
export async function shownDay(db: Db, day: Day): Promise<ShownDay | undefined> {
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

/** All sub-jobs of a day in their order; of those that are not done yet the figures are nothing. */
export async function subJobsOf(db: Db, shown: ShownDay): Promise<Step[]> {
  const rows = await db
    .selectFrom('subJobResults as r')
    .select(['r.sub', 'r.status', 'r.changed', 'r.failed', secondsOf.as('seconds'), processedOfDay.as('processed')])
    .where('r.businessDayId', '=', shown.id)
    .execute();
  const before = await db
    .selectFrom('subJobResults as r')
    .innerJoin('businessDays as d', 'd.id', 'r.businessDayId')
    .select(['r.sub', secondsOf.as('seconds'), processedOfDay.as('processed')])
    .where('d.day', '=', addDays(shown.day as Day, -1))
    .execute();
  const done = new Map(rows.map((row) => [row.sub, figuresOf(row)]));
  const dayBefore = new Map(before.map((row) => [row.sub, row]));
  return subJobCodes.map((sub) => ({
    ...(done.get(sub) ?? nothing),
    status: (done.get(sub)?.status ?? 'waiting') as SubJobStatus,
    ...(sub === 'seal-day' && sealStep(shown)),
    sub,
    before: dayBefore.get(sub)?.processed ?? null,
    secondsBefore: dayBefore.get(sub)?.seconds ?? null,
  }));
}

const nothing = { processed: 0, changed: 0, skipped: 0, failed: 0, seconds: null };

/** How long a sub-job took, or has been going on by the clock of the database. */
const secondsOf = sql<number>`greatest(0, round(extract(epoch from coalesce(r.finished_at, clock_timestamp()) - r.started_at)))::int`;

/** How many a sub-job has processed of a day: where it was done anew, what the pass before has done is not there to be found again. */
const processedOfDay = sql<number>`greatest(r.processed, r.processed_before)`;

/** Of what several passes have changed none is told twice. */
function figuresOf<Row extends { processed: number; changed: number; failed: number }>(row: Row) {
  const changed = Math.min(row.changed, row.processed - row.failed);
  return { ...row, changed, skipped: row.processed - row.failed - changed };
}

/** The seal is told by the day itself: it is there, or was refused. */
function sealStep({ status, entries, obstacles }: Results['shown']) {
  if (status === 'sealed') return { ...nothing, status: 'done' as const, processed: entries, changed: entries };
  return {
    ...nothing,
    status: status === 'stopped' ? ('failed' as const) : ('waiting' as const),
    failed: obstacles.length,
  };
}

const unresolved = (db: Db) => db.selectFrom('subJobErrors as e').where('e.resolvedAt', 'is', null);

/** How many errors nobody has resolved, of whatever day. */
export async function openErrorCount(db: Db): Promise<number> {
  const { count } = await unresolved(db).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}

async function openErrors({ app, db }: Ctx<Actor>): Promise<Pick<Results, 'errors' | 'errorCount'>> {
  const rows = await unresolved(db)
    .innerJoin('businessDays as d', 'd.id', 'e.businessDayId')
    .select(['e.id', 'd.day', 'e.sub', 'e.objectType', 'e.objectId', 'e.cause', 'e.incident', 'e.attempts', 'e.at'])
    .select(objectOf(app.appDefinition, 'e.objectType', 'e.objectId').as('object'))
    .select(settlementOf('e.objectType', 'e.objectId').as('settlementId'))
    .orderBy('e.id', 'desc')
    .limit(mostErrors)
    .execute();
  const errors = rows.map(({ objectType, objectId, object, settlementId, ...row }) => ({
    ...row,
    sub: row.sub as SubJobCode,
    object: objectId === 0 ? null : numbered(object, objectId),
    link: objectId === 0 ? null : pageOf(objectType, objectId, settlementId),
  }));
  return { errors, errorCount: await openErrorCount(db) };
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

/** Whether an account gets a letter with the figures of each closed day. */
export const wantsLetter = async (db: Db, accountId: number): Promise<boolean> =>
  (await db.selectFrom('closeLetters').select('id').where('accountId', '=', accountId).executeTakeFirst()) !==
  undefined;
