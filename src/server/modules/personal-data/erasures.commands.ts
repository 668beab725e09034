import { sql } from 'kysely';
import type { Keeper } from '#domain/settings/retention.ts';
import { addDays, type Day, toDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { erasePerson } from './erase.ts';
import { markDisownedBy } from './forget.ts';
import { findSubject } from './subject.queries.ts';

/**
 * What stands in the way of erasing a person: his debts and settlements that are not over. That a claim is not his he says alone: it is
 * its creditor's to withdraw, so it keeps him until then.
 */
async function keepersOf(db: Db, individualId: number): Promise<Keeper[]> {
  const { rows } = await sql<Record<Keeper, boolean>>`select
    exists (select from requests where individual_id = ${individualId} and status not in ('waiting', 'search', 'closed')) as request,
    exists (select from settlements where individual_id = ${individualId} and status <> 'closed') as settlement,
    exists (select from registry_entries where individual_id = ${individualId}
      and withdrawn_at is null and settled_at is null) as claim,
    exists (select from payments where individual_id = ${individualId} and status in ('created', 'processing')) as payment`.execute(
    db,
  );
  return (Object.entries(rows[0]!) as [Keeper, boolean][]).filter(([, keeps]) => keeps).map(([keeper]) => keeper);
}

/** A person does not want to be known here any more: he is erased when he has had time to regret it and nothing keeps him. */
export async function askErasure({ db, actor, day }: Writing): Promise<void> {
  const { accountId, individualId } = actor;
  if (individualId === null) return;
  const { regretDays } = await settingsOf(db);
  await db
    .insertInto('erasures')
    .values({
      individualId,
      accountId,
      dueOn: addDays(day, regretDays),
      keptBy: await keepersOf(db, individualId),
      lookedOn: day,
    })
    .execute();
}

/** He has changed his mind in time. */
export async function cancelErasure({ db, actor, now }: Writing): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ status: 'cancelled', endedAt: now })
    .where('accountId', '=', actor.accountId)
    .where('status', '=', 'waiting')
    .execute();
}

/** An erasure that waits, as its person is told of it. */
export async function waitingErasure(db: Db, accountId: number): Promise<{ dueOn: Day; keptBy: Keeper[] } | null> {
  const found = await db
    .selectFrom('erasures')
    .select(['dueOn', 'keptBy'])
    .where('accountId', '=', accountId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return found ? { dueOn: toDay(found.dueOn), keptBy: found.keptBy as Keeper[] } : null;
}

/** Erasures to be looked at today: each once a day until nothing keeps its person. */
export async function dueErasures(db: Db, today: Day): Promise<number[]> {
  const rows = await db
    .selectFrom('erasures')
    .select('id')
    .where('status', '=', 'waiting')
    .where('dueOn', '<=', today)
    .where((eb) => eb.or([eb('lookedOn', 'is', null), eb('lookedOn', '<', today)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases a person whose data nothing holds any more, and writes the act down; else writes down what holds them. */
export async function runErasure(app: App, tx: Tx, id: number, today: Day): Promise<void> {
  const waiting = await tx
    .selectFrom('erasures')
    .select(['accountId', 'individualId'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) return;
  // Nothing new may begin while it is looked whether anything goes on.
  await tx.selectFrom('individuals').select('id').where('id', '=', waiting.individualId).forUpdate().execute();
  const keptBy = await keepersOf(tx, waiting.individualId);
  if (keptBy.length > 0) {
    await tx.updateTable('erasures').set({ keptBy, lookedOn: today }).where('id', '=', id).execute();
    return;
  }
  await markDisownedBy(app, tx, waiting.individualId);
  const { act, digest } = await erasePerson(app, tx, id, await findSubject(tx, waiting.accountId));
  await tx
    .updateTable('erasures')
    .set({
      status: 'done',
      keptBy,
      lookedOn: today,
      endedAt: sql<Date>`now()`,
      act: jsonText(act),
      auditDigest: digest,
    })
    .where('id', '=', id)
    .execute();
}
