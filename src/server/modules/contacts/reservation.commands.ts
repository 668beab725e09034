import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import type { ContactDebtor } from './debtor.queries.ts';

/**
 * More debtors than these are held by nobody: a creditor would stand still for as long as his registry loads, and the database keeps only so
 * many locks. Letters to so many are planned alone, and the law is asked again of each, under its own hold, before it goes.
 */
const most = 50;

/**
 * Holds what counts for a creditor and these debtors until the commit: whoever asks the law about one of them waits, and then counts what
 * is written here. Called before the contacts are read, so that two who ask at once never both find the last place free.
 * @param debtors their ИНН
 */
export async function holdContacts(tx: Tx, legalEntityId: number, debtors: readonly string[]): Promise<void> {
  const distinct = [...new Set(debtors)];
  if (distinct.length === 0 || distinct.length > most) return;
  // In one order, so that two who hold some of the same wait for one another and no more.
  await sql`select pg_advisory_xact_lock(pair) from (
    select hashtextextended('contacts of ' || ${legalEntityId}::bigint || ' with ' || debtor, 0) as pair
    from unnest(${distinct}::text[]) as debtor order by 1) pairs`.execute(tx);
}

/** The same of one debtor, who may be known without his ИНН. */
export const holdDebtor = (tx: Tx, { legalEntityId, inn, individualId }: ContactDebtor): Promise<void> =>
  holdContacts(tx, legalEntityId, [inn ?? `person ${individualId}`]);

/** Of one creditor one file of contacts is taken at a time: what is in it twice is found. */
export async function holdFiles(tx: Tx, legalEntityId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('files of contacts of ' || ${legalEntityId}::bigint, 0))`.execute(
    tx,
  );
}
