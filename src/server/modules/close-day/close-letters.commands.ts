import { closeDay } from '#contract/money/close-day.ts';
import { isJump, SUB_JOBS } from '#domain/money/close-day.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { closeLetters } from './letters.ts';
import { openErrorCount, shownDay, subJobsOf, wantsLetter } from './results.queries.ts';

/** Somebody wants those letters from now on, or wants none. */
export async function chooseLetter({ db, actor: { accountId } }: Writing, wanted: boolean): Promise<void> {
  if (!wanted) await db.deleteFrom('closeLetters').where('accountId', '=', accountId).execute();
  else if (!(await wantsLetter(db, accountId))) {
    await db
      .insertInto('closeLetters')
      .values({ accountId })
      .onConflict((same) => same.doNothing())
      .execute();
  }
}

/** Sends the figures of a day that has just been sealed to those who want them and may still see them, in the transaction of its seal. */
export async function sendFigures(ctx: { app: App; db: Tx }, day: Day): Promise<void> {
  const { app, db } = ctx;
  const allowed = await operatorsWith(db, closeDay.results);
  if (allowed.length === 0) return;
  const recipients = await db
    .selectFrom('closeLetters as l')
    .innerJoin('accounts as a', 'a.id', 'l.accountId')
    .select('a.email')
    .where('l.accountId', 'in', allowed)
    .execute();
  if (recipients.length === 0) return;
  const shown = await shownDay(db, day);
  if (!shown) throw new Error(`There is no business day ${day}`);
  const letter = {
    day: formatDay(day),
    isOverridden: shown.overrideReason !== null,
    seal: shown.seal ?? '',
    errorCount: await openErrorCount(db),
    figures: (await subJobsOf(db, shown)).map(({ sub, processed, before, failed }) => ({
      title: SUB_JOBS[sub].title,
      done: `${processed} ${SUB_JOBS[sub].counts}`,
      before,
      failed,
      isJump: isJump(processed, before),
    })),
    link: pageUrl(app, '/close-day'),
  };
  for (const { email } of recipients) await queueLetter(ctx, closeLetters.dayClosed, email, letter);
}
