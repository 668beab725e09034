import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { MONTH_OBSTACLES, monthObstacle } from '#domain/money/ledger-months.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { monthEnd, monthOf } from '#domain/values/months.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';
import { transition } from '#server/platform/state/transition.ts';
import { calendarOf, ledgerMonthState } from './month-rows.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'ledger.closeMonth': { about: 'ledgerMonths'; details: null };
  }
}

/** The job that writes the balances of a month which nothing is booked into any more. */
export const closeMonthJob = 'close-ledger-month';
/** So often the queue tries it before the clock does. */
const maxAttempts = 3;

/** @throws Refusal `move.illegal` with what is in the way of closing a month */
async function demandClosable(tx: Tx, month: Day): Promise<void> {
  const obstacle = monthObstacle(month, await calendarOf(tx));
  if (obstacle) throw new Refusal('move.illegal', { detail: MONTH_OBSTACLES[obstacle] });
}

/**
 * One person holds that a month may be closed, another decides.
 * @param day any day of the month
 * @returns the month
 * @throws Refusal `move.illegal` when it may not be closed yet, or the same waits already
 */
export async function proposeClose(ctx: Writing, day: Day): Promise<Day> {
  const month = monthOf(day);
  await demandClosable(ctx.db, month);
  await ctx.db
    .insertInto('ledgerMonths')
    .values({ month })
    .onConflict((conflict) => conflict.column('month').doNothing())
    .execute();
  const { id } = await ctx.db
    .selectFrom('ledgerMonths')
    .select('id')
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  const said = `С ${formatDay(month)} по ${formatDay(monthEnd(month))}. Открыть месяц снова нельзя: исправления войдут в следующий`;
  await proposeApproval(ctx, 'ledger.closeMonth', { table: 'ledgerMonths', id }, said);
  return month;
}

/**
 * The second person has agreed: from now on nothing is booked into the month, and its balances are written by a job once everybody
 * knows of it.
 * @throws Refusal `move.illegal`
 */
export async function beginClose(ctx: Writing, { objectId }: Proposed<'ledger.closeMonth'>): Promise<void> {
  const { month } = await ctx.db
    .selectFrom('ledgerMonths')
    .select('month')
    .where('id', '=', objectId)
    .executeTakeFirstOrThrow();
  await demandClosable(ctx.db, month as Day);
  const set = { closedBy: ctx.actor.accountId };
  await transition(ctx, ledgerMonthState(objectId), 'begin', { set });
  await enqueueClose(ctx.app, ctx.db, objectId);
}

const enqueueClose = ({ jobs }: App, db: Db | Tx, monthId: number): Promise<void> =>
  jobs.add(db, closeMonthJob, { monthId }, { key: `${closeMonthJob}:${monthId}`, maxAttempts });

/** A month whose job has given up, or was lost with its process, is taken up again. */
export async function resumeCloses(app: App): Promise<void> {
  const { db } = app.database;
  const left = await db
    .selectFrom('ledgerMonths')
    .select('id')
    .where('status', '=', 'closing')
    .where(sql<boolean>`not ${hasLivingJob(sql`${sql.lit(`${closeMonthJob}:`)} || ledger_months.id`)}`)
    .execute();
  for (const { id } of left) await enqueueClose(app, db, id);
}
