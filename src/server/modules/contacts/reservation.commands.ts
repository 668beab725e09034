import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { type ContactDebtor, claimDebtor, flagNow } from './debtor.queries.ts';

/** More debtors than these are not held one by one: the database keeps only so many locks. */
const most = 50;

/**
 * Holds what counts for a creditor and these debtors until the commit: whoever asks the law about one of them waits, and then counts what
 * is written here. Called before the contacts are read, so that two who ask at once never both find the last place free. Many are held with all
 * others of the creditor.
 * @param debtors their ИНН
 */
export async function holdContacts(tx: Tx, legalEntityId: number, debtors: readonly string[]): Promise<void> {
  const distinct = [...new Set(debtors)];
  if (distinct.length === 0) return;
  const lock = sql.raw(distinct.length > most ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(hashtextextended('contacts of ' || ${legalEntityId}::bigint, 0))`.execute(tx);
  if (distinct.length > most) return;
  // In one order, so that two who hold some of the same wait for one another and no more.
  await sql`select pg_advisory_xact_lock(pair) from (
    select hashtextextended('contacts of ' || ${legalEntityId}::bigint || ' with ' || debtor, 0) as pair
    from unnest(${distinct}::text[]) as debtor order by 1) pairs`.execute(tx);
}

/**
 * The same for letters that are only planned: where they are many nobody is held, or a creditor would stand still for as long as his registry loads. The
 * law is asked again of each, under its own hold, before it goes.
 */
export async function holdFew(tx: Tx, legalEntityId: number, debtors: readonly string[]): Promise<void> {
  if (new Set(debtors).size <= most) await holdContacts(tx, legalEntityId, debtors);
}

/**
 * The same of one debtor, who may be known without his ИНН.
 * @returns him with what registries say of him now: while he was waited for, one may have closed him
 */
export async function holdDebtor<Debtor extends ContactDebtor>(tx: Tx, debtor: Debtor): Promise<Debtor> {
  const { legalEntityId, inn, individualId, registryEntryId } = debtor;
  await holdContacts(tx, legalEntityId, [inn ?? `person ${individualId}`]);
  if (registryEntryId !== null) return { ...debtor, flag: (await claimDebtor(tx, registryEntryId)).flag };
  return inn === null ? debtor : { ...debtor, flag: await flagNow(tx, legalEntityId, inn) };
}

/** Of one creditor one file of contacts is taken at a time: what is in it twice is found. */
export async function holdFiles(tx: Tx, legalEntityId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('files of contacts of ' || ${legalEntityId}::bigint, 0))`.execute(
    tx,
  );
}
