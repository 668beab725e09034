import { sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { type Publisher, publish } from '#server/platform/events.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { entryTables, type RegistryKey } from '../kinds.ts';
import { claimsChanged, claimsSought } from '../registries.events.ts';
import { sendNoticesOfEntries } from './notices.ts';

/** So many persons are asked for at once. */
const seekingAtOnce = 500;

/**
 * Has a person, his requests and the claims of registries looked at once more when this transaction is over. It may run beside a load:
 * neither sees what the other has not committed, and whichever ends last finds it.
 */
export const enqueueMatching = (
  { app, db }: Pick<Writing, 'app' | 'db'>,
  { individualId }: { individualId: number },
): Promise<void> => app.jobs.add(db, 'match-person', { individualId });

/** Has all who wait for a company looked at once it is verified: there may be thousands of them, so that the approval waits for none. */
export const enqueueCompanyMatching = (
  { app, db }: Pick<Writing, 'app' | 'db'>,
  { legalEntityId }: { legalEntityId: number },
): Promise<void> => app.jobs.add(db, 'match-company', { legalEntityId });

/** Has everybody matched whose requests look for a company: those of full form for its claims, simple ones for the company itself. */
export const matchCompany = (app: App, { legalEntityId }: { legalEntityId: number }): Promise<void> =>
  inSystemTransaction(app.database.db, 'registries.match', async (db) => {
    const { rows } = await sql<{ individualId: number }>`
      select q.individual_id from legal_entities le join requests q on q.creditor_inn = le.inn
        where le.id = ${legalEntityId} and q.status = 'search' and q.archived_at is null
      union select s.individual_id from legal_entities le join simple_requests s on s.creditor_inn = le.inn
        where le.id = ${legalEntityId} and s.stage = 'search' and s.archived_at is null and s.deleted_at is null`.execute(
      db,
    );
    for (const { individualId } of rows) await enqueueMatching({ app, db }, { individualId });
  });

/** Verified persons whose requests look for a creditor, beyond a number. */
export async function seekingPersons(db: Db, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from individuals i where i.verification_status = 'verified' and i.deleted_at is null and i.id > ${after}
      and (exists (select from requests q where q.individual_id = i.id and q.status = 'search' and q.archived_at is null)
        or exists (select from simple_requests s where s.individual_id = i.id and s.stage = 'search'
          and s.archived_at is null and s.deleted_at is null))
    order by i.id limit ${seekingAtOnce}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the claims of a verified person and lets his requests look for theirs; what is found already stays as it is. */
export const matchPerson = (app: App, { individualId }: { individualId: number }): Promise<void> =>
  inSystemTransaction(app.database.db, 'registries.match', async (db) => {
    const person = await db
      .selectFrom('individuals')
      .select('inn')
      .where('id', '=', individualId)
      .where('verificationStatus', '=', 'verified')
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!person) return;
    const ctx = { app, db, actor: null };
    await takeWaiting(ctx, individualId, person.inn);
    await publish(ctx, claimsSought, { individualId });
  });

/** The same of those who were verified while a registry was loaded: its entries about them know nothing of it yet. */
export async function matchMissed(ctx: Publisher & { app: App }, { id, kind }: RegistryKey): Promise<void> {
  const { rows } = await sql<{ id: number; inn: string }>`
    select distinct i.id, i.inn from ${sql.table(entryTables[kind])} e
    join lateral ${lookup('individuals', sql`inn = e.debtor_inn`)} i
      on i.verification_status = 'verified' and i.deleted_at is null
    where e.registry_id = ${id} and e.individual_id is null and e.withdrawn_at is null`.execute(ctx.db);
  for (const { id: individualId, inn } of rows) await takeWaiting(ctx, individualId, inn);
}

/** Entries that wait for the ИНН of a person are his, and their creditors learn of it. */
async function takeWaiting(ctx: Publisher & { app: App }, individualId: number, inn: string | null): Promise<void> {
  if (inn === null) return;
  for (const kind of ['full', 'simple'] as const) {
    const ids = await take(ctx.db, kind, individualId, inn);
    if (ids.length === 0) continue;
    await sendNoticesOfEntries(ctx.db, kind, ids);
    if (kind === 'simple') continue;
    for (const legalEntityId of await creditorsOf(ctx.db, individualId))
      await publish(ctx, claimsChanged, { legalEntityId });
  }
}

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
    if (ids.length > 0) await sendNoticesOfEntries(db, kind, ids);
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
