import { sql } from 'kysely';
import { addDays, addMonths, type Day } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import {
  forgetConsents,
  forgetContacts,
  forgetDeliveries,
  forgetDisowned,
  forgetFiles,
  forgetLetters,
  forgetRejections,
  forgetTokens,
  forgetUnmatched,
  most,
} from './forget.ts';

/** So many times a day at most: what is left then is taken the next day. */
const rounds = 100;

/**
 * Once a day deletes what has passed its retention. The day is written down first, so that of two nodes one does it.
 * @param today Moscow's day
 */
export async function runRetention(app: App, today: Day): Promise<void> {
  let sum: Counts = {};
  for (let round = 1; round <= rounds; round++) {
    const taken = await inSystemTransaction(app.database.db, 'personal-data.retention', async (tx) => {
      if (round === 1 && !(await beginDay(tx, today))) return null;
      const portion = await forgetPortion(app, tx, today);
      const inAll = Object.fromEntries(
        Object.entries(portion).map(([kind, count]) => [kind, count + (sum[kind] ?? 0)]),
      );
      await tx
        .updateTable('retentionRuns')
        .set({ counts: jsonText(inAll) })
        .where('day', '=', today)
        .execute();
      return { portion, inAll };
    });
    if (taken === null) return;
    sum = taken.inAll;
    if (Object.values(taken.portion).every((count) => count < most)) return;
  }
}

/** How many rows have gone on a day. */
export async function retainedOn(db: Db, day: Day): Promise<number> {
  const run = await db.selectFrom('retentionRuns').select('counts').where('day', '=', day).executeTakeFirst();
  return Object.values(run?.counts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** How many rows of each kind. */
type Counts = Readonly<Record<string, number>>;

/** Writes a day down, unless somebody has. */
async function beginDay(tx: Tx, day: Day): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('retentionRuns')
    .values({ day, counts: jsonText({}) })
    .onConflict((same) => same.column('day').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

async function forgetPortion(app: App, tx: Tx, today: Day): Promise<Counts> {
  // The audit must not keep of an entry what the entry itself loses.
  await sql`select set_config('ugovor.bulk', 'on', true)`.execute(tx);
  const terms = await settingsOf(tx);
  const contactsBefore = addMonths(today, -12 * terms.contactYears);
  const lettersBefore = addDays(today, -terms.letterDays);
  return {
    unmatched: await forgetUnmatched(tx, addMonths(today, -terms.unmatchedEntryMonths)),
    disowned: await forgetDisowned(app, tx, addDays(today, -Math.max(terms.disownedEntryDays, terms.reconsiderDays))),
    rejections: await forgetRejections(tx, addDays(today, -Math.max(terms.disownedEntryDays, terms.reconsiderDays))),
    files: await forgetFiles(app, tx, addDays(today, -terms.removedFileDays)),
    consents: await forgetConsents(tx, addMonths(today, -12 * terms.endedConsentYears)),
    contacts: await forgetContacts(tx, contactsBefore),
    deliveries: await forgetDeliveries(tx, lettersBefore, contactsBefore),
    letters: await forgetLetters(tx, lettersBefore),
    tokens: await forgetTokens(tx, addDays(today, -terms.deadTokenDays)),
  };
}
