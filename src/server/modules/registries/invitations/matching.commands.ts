import { sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type Publisher, publish } from '#server/platform/events.ts';
import { entryTables } from '../kinds.ts';
import { claimsChanged } from '../registries.events.ts';
import { noticeEntriesOf } from './notices.ts';

/**
 * A person has been verified: the entries that wait for his ИНН are his from now on, and he sees them. What he had under
 * an ИНН that he no longer has is his no more, unless he has taken it on himself.
 */
export async function findClaimsOf(ctx: Publisher & { app: App }, individualId: number): Promise<void> {
  const { db } = ctx;
  const { inn } = await db
    .selectFrom('individuals')
    .select('inn')
    .where('id', '=', individualId)
    .executeTakeFirstOrThrow();
  const before = await creditorsOf(db, individualId);
  for (const kind of ['full', 'simple'] as const) {
    await letGo(db, kind, individualId, inn);
    const ids = inn === null ? [] : await take(db, kind, individualId, inn);
    if (ids.length > 0) await noticeEntriesOf(db, kind, ids);
  }
  const touched = new Set([...before, ...(await creditorsOf(db, individualId))]);
  for (const legalEntityId of touched) await publish(ctx, claimsChanged, { legalEntityId });
}

/** Who has claims of a person. */
async function creditorsOf(tx: Tx, individualId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('registryEntries')
    .select('legalEntityId')
    .distinct()
    .where('individualId', '=', individualId)
    .where('withdrawnAt', 'is', null)
    .execute();
  return rows.map(({ legalEntityId }) => legalEntityId);
}

/** What he bargains about stays his; entries of simple registries are in no bargain. */
async function letGo(tx: Tx, kind: RegistryKind, individualId: number, inn: string | null): Promise<void> {
  const free = kind === 'full' ? sql`and frozen_at is null` : sql``;
  await sql`
    update ${sql.table(entryTables[kind])} set individual_id = null, version = version + 1, updated_at = now(),
      status = case when status = 'notification_sent' then 'search' else status end
    where individual_id = ${individualId} and debtor_inn is distinct from ${inn}
      and status in ('search', 'notification_sent') ${free}`.execute(tx);
}

async function take(tx: Tx, kind: RegistryKind, individualId: number, inn: string): Promise<number[]> {
  const notified = kind === 'simple' ? sql`, notified_at = now(), notification_channel = 'inside'` : sql``;
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(entryTables[kind])} set individual_id = ${individualId}, version = version + 1, updated_at = now(),
      status = case when status = 'search' then 'notification_sent' else status end ${notified}
    where debtor_inn = ${inn} and individual_id is null and withdrawn_at is null
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
