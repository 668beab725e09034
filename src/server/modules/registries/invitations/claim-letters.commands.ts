import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { flagSaid } from '#server/modules/contacts/debtor.queries.ts';
import { contactFlagNow } from '#server/modules/life-events/life-events.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { type LetterDebtor, planLetters } from './debtor-letters.commands.ts';

/** Whether its debtor has called a claim `e` not his, or has rejected it before it came as a full one: nobody writes to him of it. */
export const isDenied = (
  kind: RegistryKind,
): RawBuilder<SqlBool> => sql<SqlBool>`(e.reject_reason is not distinct from 'not_mine'
  or ${kind === 'full'}::boolean and exists (select from ${lookup('simple_registry_entries', sql`full_entry_id = e.id`)} s
    where s.reject_reason is not null))`;

const owing = { inn: sql.ref('d.inn'), creditor: sql.ref('d.legal_entity_id') };

/**
 * The debtors of entries whom a letter is to tell of them, one for all his entries of a creditor; of what he has denied there is none.
 * @param claims a from clause and its condition; `e` is the entry
 * @param having a condition on all entries of one debtor
 */
export async function claimDebtors(
  tx: Tx,
  kind: RegistryKind,
  claims: RawBuilder<unknown>,
  having: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<LetterDebtor[]> {
  const { rows } = await sql<LetterDebtor>`
    select d.*, ${contactFlagNow('d.individualId', sql`coalesce(d.closed, ${flagSaid(owing)})`)} as flag from (
      select e.individual_id, e.legal_entity_id, e.debtor_inn as inn, ${kind}::text as kind, min(e.id) as entry_id, max(e.email) as email,
        max(e.tz) as zone, min(e.contact_flag) filter (where e.contact_flag <> 'allowed') as closed
      from ${claims} and not ${isDenied(kind)}
      group by e.individual_id, e.legal_entity_id, e.debtor_inn having ${having}) d`.execute(tx);
  return rows;
}

/**
 * Letters about full claims that bring documents, one to each debtor: a letter that waits brings them as well, else one is planned.
 * @param entryIds claims of one creditor
 * @returns the letter that waits for each debtor; whom the law lets nobody write to has none
 */
export async function planClaimLetters(tx: Tx, entryIds: readonly number[], now: Date): Promise<Map<number, number>> {
  const chosen = sql<SqlBool>`e.id = any(${entryIds}::bigint[])`;
  // Locked, so that none of them goes out before it brings what is issued now.
  const { rows: waiting } = await sql<Waiting>`
    select n.id, n.individual_id from entry_notices n
    where (n.individual_id, n.legal_entity_id) in (select e.individual_id, e.legal_entity_id from registry_entries e where ${chosen})
      and n.about = 'claim' and n.channel = 'email' and n.status = 'planned' for update of n`.execute(tx);
  const letters = new Map(waiting.map(({ id, individualId }) => [individualId, id]));
  const debtors = await claimDebtors(tx, 'full', sql`registry_entries e where ${chosen}`);
  const others = debtors.filter(({ individualId }) => !letters.has(individualId));
  if (others.length === 0) return letters;
  const ids = await planLetters(tx, others, now);
  const planned = await tx
    .selectFrom('entryNotices')
    .select(['id', 'individualId'])
    .where('id', 'in', ids)
    .where('status', '=', 'planned')
    .execute();
  for (const { id, individualId } of planned) letters.set(individualId!, id);
  return letters;
}

interface Waiting {
  id: number;
  individualId: number;
}
