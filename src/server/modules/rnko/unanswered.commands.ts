import { type SqlBool, sql } from 'kysely';
import type { Day } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/db.ts';
import { enqueueFormSending, enqueueIdentification } from './partner-jobs.ts';

/** One round asks about so many at most; the next one comes soon. */
const batch = 200;

/** What has not been taken is told again soon; who has taken it looks for hours, and tells by himself when he is done. */
const unheard = sql<SqlBool>`coalesce(asked_at, sent_at) <
  now() - case when partner_id is null then interval '1 minute' else interval '10 minutes' end`;

const waiting = (db: Db, table: 'rnkoIdentities' | 'rnkoForms') =>
  db.selectFrom(table).select('id').where('status', '=', 'sent').where(unheard).orderBy('id').limit(batch).execute();

/** Sees to it that every question without an answer is asked again: a lost message loses nobody. */
export async function askRnkoAgain(app: App): Promise<void> {
  if (!app.rnko) return;
  const { db } = app.database;
  for (const { id } of await waiting(db, 'rnkoIdentities')) await enqueueIdentification(app, db, id);
  for (const { id } of await waiting(db, 'rnkoForms')) await enqueueFormSending(app, db, id);
}

/** The identifications whose last day is over. */
export async function dueIdentities(db: Db, today: Day): Promise<number[]> {
  const rows = await db
    .selectFrom('rnkoIdentities')
    .select('id')
    .where('validUntil', '<', today)
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}
