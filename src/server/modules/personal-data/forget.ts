import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isOfDebt } from '#domain/settings/debt-news.ts';
import { notificationEvents } from '#domain/settings/notification-event.ts';
import type { Day } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { disownedMark } from '#server/platform/secrets/disowned-mark.ts';
import { removeFiles } from './erase.ts';

/** So many rows of a kind at once: a transaction must stay short. */
export const most = 1_000;

const blankEntry = sql`last_name = 'Стёрто', first_name = '', middle_name = null, birth_date = null, phone = '', email = null,
  comment = null, reject_comment = null, withdrawn_at = coalesce(withdrawn_at, now())`;

/** Entries that nobody was found for. */
export async function forgetUnmatched(tx: Tx, before: Day): Promise<number> {
  const { numAffectedRows } = await sql`update simple_registry_entries set debtor_inn = 'erased-' || id, ${blankEntry}
    where id in (select id from simple_registry_entries
      where individual_id is null and created_at < ${before}::date and last_name <> 'Стёрто' limit ${most})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Entries that a debtor has called not his: by the mark of the ИНН the same one is known when it comes again. */
export const forgetDisowned = (app: App, tx: Tx, before: Day): Promise<number> =>
  markDisowned(app, tx, sql<SqlBool>`decision_at < ${before}::date`);

/** The same of all that a person has called not his, before he is erased: his ИНН is known by its mark alone from now on. */
export const markDisownedBy = (app: App, tx: Tx, individualId: number): Promise<number> =>
  markDisowned(app, tx, sql<SqlBool>`individual_id = ${individualId}`);

async function markDisowned({ secrets }: App, tx: Tx, chosen: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ id: number; inn: string }>`
    select id, debtor_inn as inn from simple_registry_entries
    where status = 'rejected_by_individual' and reject_reason = 'not_mine' and ${chosen}
      and debtor_inn ~ '^[0-9]' limit ${most}`.execute(tx);
  for (const { id, inn } of rows) {
    await sql`update simple_registry_entries set debtor_inn = ${disownedMark(secrets, inn)}, ${blankEntry}
      where id = ${id}`.execute(tx);
  }
  return rows.length;
}

/** What a debtor has written about a claim that he called not his; the claim itself is its creditor's until he withdraws it. */
export async function forgetRejections(tx: Tx, before: Day): Promise<number> {
  const { numAffectedRows } = await sql`update registry_entries set reject_comment = null
    where id in (select id from registry_entries
      where reject_reason = 'not_mine' and reject_comment is not null and decision_at < ${before}::date limit ${most})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Files that their owners have taken away; operators still read those of which a complaint waits or was found justified. */
export async function forgetFiles(app: App, tx: Tx, before: Day): Promise<number> {
  const { rows: gone } = await sql<{ fileId: number }>`delete from owned_files
    where id in (select id from owned_files o where deleted_at < ${before}::date
      and not exists (select from chat_messages m join complaints k on k.message_id = m.id
        where m.file_id = o.id and k.status <> 'dismissed') limit ${most}) returning file_id`.execute(tx);
  const { rows } = await sql<{ key: string }>`delete from stored_files f
    where f.id = any(${gone.map(({ fileId }) => fileId)}::bigint[])
      and not exists (select from owned_files o where o.file_id = f.id)
      and not exists (select from registries r where r.file_id = f.id) returning key`.execute(tx);
  const fileKeys = rows.map(({ key }) => ({ folder: 'files' as const, key }));
  if (fileKeys.length > 0) await app.jobs.add(tx, removeFiles.name, { places: fileKeys });
  return gone.length;
}

/** Consents that nobody relies upon any more. */
export async function forgetConsents(tx: Tx, before: Day): Promise<number> {
  const { numAffectedRows } = await sql`delete from consents
    where id in (select id from consents where revoked_at < ${before}::date limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * The log of what went to debtors, once the claim that it was about is over. A rejection ends the question of a simple registry; a claim of
 * a full one goes on until it is withdrawn or settled. What is complained of stays as long as the complaint.
 */
export async function forgetContacts(tx: Tx, before: Day): Promise<number> {
  const { numAffectedRows } = await sql`delete from entry_notices where id in (
    select n.id from entry_notices n
    left join registry_entries e on e.id = n.entry_id
    left join simple_registry_entries s on s.id = n.simple_entry_id
    where n.created_at < ${before}::date
      and (coalesce(e.withdrawn_at, e.settled_at, s.withdrawn_at) is not null
        or s.status = 'rejected_by_individual')
      and not exists (select from contact_records c join complaints k on k.contact_id = c.id where c.notice_id = n.id)
      limit ${most})`.execute(tx);
  // Letters have gone with their notices; of a request without a claim nothing says that it goes on.
  const others = await sql`delete from contact_records where id in (
    select c.id from contact_records c
    left join registry_entries e on e.id = c.registry_entry_id
    left join simple_registry_entries s on s.id = c.simple_entry_id
    where c.source <> 'letter' and c.at < ${before}::date
      and (coalesce(e.withdrawn_at, e.settled_at, s.withdrawn_at) is not null or s.status = 'rejected_by_individual'
        or num_nonnulls(c.registry_entry_id, c.simple_entry_id) = 0)
      and not exists (select from complaints k where k.contact_id = c.id) limit ${most})`.execute(tx);
  return Number(numAffectedRows) + Number(others.numAffectedRows ?? 0n);
}

/** Letters that are delivered, or will never be. */
export async function forgetLetters(tx: Tx, before: Day): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (select id from letters where status in ('sent', 'failed', 'unknown') and created_at < ${before}::date limit ${most}),
      freed as (update one_time_codes set letter_id = null where letter_id in (select id from old))
    delete from letters where id in (select id from old)`.execute(tx);
  return Number(numAffectedRows);
}

/** Events that tell a debtor of his debts, as the law counts: what went to him about them is proved for years. */
const eventsOfDebts = notificationEvents.filter((event) => isOfDebt(event, 'individual'));

/** So many deliveries are looked at in one portion: most are kept for years, and few of them are over. */
const lookedAt = 5_000;

/**
 * What went to people beside the cabinet, codes among it: of the next deliveries by their numbers those that are over.
 * @param contactsBefore until when what was told to debtors of their debts is forgotten, too (230-ФЗ)
 * @param after the last one that has been looked at; null to begin anew
 * @returns how many have gone, and the last one looked at; null at the end
 */
export async function forgetDeliveries(
  tx: Tx,
  { before, contactsBefore, after }: { before: Day; contactsBefore: Day; after: number | null },
): Promise<{ count: number; after: number | null }> {
  const { rows } = await sql<{ count: number; after: number | null }>`
    with portion as (select id, account_id, event, status, created_at from deliveries where id > ${after ?? 0} order by id limit ${lookedAt}),
      gone as (delete from deliveries where id in (
        select d.id from portion d join accounts a on a.id = d.account_id
        where d.status not in ('waiting', 'sending') and d.created_at < ${before}::date
          and (d.created_at < ${contactsBefore}::date or a.kind <> 'individual'
            or coalesce(d.event, '') <> all(${eventsOfDebts}::text[]))) returning id)
    select (select count(*)::int from gone) as count, max(id) filter (where created_at < ${before}::date) as after from portion`.execute(
    tx,
  );
  return rows[0]!;
}

/** What waited under links that are over, and where sessions that are over came from. */
export async function forgetTokens(tx: Tx, before: Day): Promise<number> {
  const links = await sql`update registration_tokens set payload_sealed = null
    where payload_sealed is not null and expires_at < ${before}::date`.execute(tx);
  const sessions = await sql`update sessions set ip = null, user_agent = null
    where (ip is not null or user_agent is not null) and expires_at < ${before}::date`.execute(tx);
  return Number((links.numAffectedRows ?? 0n) + (sessions.numAffectedRows ?? 0n));
}
