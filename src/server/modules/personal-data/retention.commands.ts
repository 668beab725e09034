import { sql } from 'kysely';
import type { SettingValues } from '#domain/settings/settings.ts';
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
import { forgetComplaints } from './forget-complaints.ts';

/** So many times a day at most: what is left then is taken the next day. */
const rounds = 100;

/**
 * Once a day deletes what has passed its retention. The day is written down first, so that of two nodes one does it.
 * @param today Moscow's day
 */
export async function runRetention(app: App, today: Day): Promise<void> {
  let sum: Counts = {};
  let from: Place = { isMore: true, after: await deliveriesAfter(app.database.db) };
  for (let round = 1; round <= rounds; round++) {
    const taken = await inSystemTransaction(app.database.db, 'personal-data.retention', async (tx) => {
      if (round === 1 && !(await beginDay(tx, today))) return null;
      const { counts, next } = await forgetPortion(app, tx, today, from);
      const inAll = { ...sum };
      for (const [kind, count] of Object.entries(counts)) inAll[kind] = count + (sum[kind] ?? 0);
      await tx
        .updateTable('retentionRuns')
        .set({ counts: jsonText(inAll), deliveriesAfter: next.after })
        .where('day', '=', today)
        .execute();
      return { inAll, next };
    });
    if (taken === null) return;
    sum = taken.inAll;
    from = taken.next;
    if (!from.isMore && from.after === null) return;
  }
}

/** Where a portion goes on. */
interface Place {
  /** Whether there may be more of anything but deliveries. */
  readonly isMore: boolean;
  /** The last delivery that has been looked at; null once all have been. */
  readonly after: number | null;
}

/** Where the last day has stopped among the deliveries. */
async function deliveriesAfter(db: Db): Promise<number | null> {
  const runs = db.selectFrom('retentionRuns').select('deliveriesAfter').orderBy('day', 'desc').limit(1);
  return (await runs.executeTakeFirst())?.deliveriesAfter ?? null;
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

async function forgetPortion(
  app: App,
  tx: Tx,
  today: Day,
  { isMore, after }: Place,
): Promise<{ counts: Counts; next: Place }> {
  // The audit must not keep of an entry what the entry itself loses.
  await sql`select set_config('ugovor.bulk', 'on', true)`.execute(tx);
  const terms = await settingsOf(tx);
  const contactsBefore = addMonths(today, -12 * terms.contactYears);
  const before = addDays(today, -terms.letterDays);
  const deliveries = await forgetDeliveries(tx, { before, contactsBefore, after });
  const others = isMore ? await forgetOthers(app, tx, today, terms) : {};
  return {
    counts: { ...others, deliveries: deliveries.count },
    next: { isMore: Object.values(others).some((count) => count >= most), after: deliveries.after },
  };
}

async function forgetOthers(app: App, tx: Tx, today: Day, terms: SettingValues): Promise<Counts> {
  const regret = addDays(today, -Math.max(terms.disownedEntryDays, terms.reconsiderDays));
  return {
    unmatched: await forgetUnmatched(tx, addMonths(today, -terms.unmatchedEntryMonths)),
    disowned: await forgetDisowned(app, tx, regret),
    rejections: await forgetRejections(tx, regret),
    files: await forgetFiles(app, tx, addDays(today, -terms.removedFileDays)),
    consents: await forgetConsents(tx, addMonths(today, -12 * terms.endedConsentYears)),
    // Before the contacts, which they keep.
    complaints: await forgetComplaints(tx, addMonths(today, -12 * terms.contactYears)),
    contacts: await forgetContacts(tx, addMonths(today, -12 * terms.contactYears)),
    letters: await forgetLetters(tx, addDays(today, -terms.letterDays)),
    tokens: await forgetTokens(tx, addDays(today, -terms.deadTokenDays)),
  };
}
