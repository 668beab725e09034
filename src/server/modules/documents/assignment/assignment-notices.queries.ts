import { type NotNull, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { claimParts } from '#domain/money/debt-parts.ts';
import { contactFlagNow } from '#server/modules/life-events/life-events.queries.ts';
import { isDenied } from '#server/modules/registries/invitations/claim-letters.commands.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import type { Individuals } from '#server/platform/database/schema.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';

/** Of which assignment of an entry a notice is due: another former creditor or deed has another mark. */
const deedMark = (alias: string) =>
  sql<string>`md5(concat_ws('|', ${sql.ref(`${alias}.cedentName`)}, ${sql.ref(`${alias}.cedentInn`)}, ${sql.ref(`${alias}.cessionRef`)}))`;

/** Claims that somebody of the platform has and their creditor has acquired, as far as they are in force. */
const acquiredClaims = (db: Db) =>
  db
    .selectFrom('registryEntries as e')
    .where('e.basis', '=', 'cession')
    .where('e.individualId', 'is not', null)
    .where('e.withdrawnAt', 'is', null)
    .where('e.settledAt', 'is', null);

/**
 * Whether no notice in force is about a claim `e`. Whoever looks among claims that were loaded a moment ago finds the notices by
 * the claim alone (docs/decisions/0065).
 */
const isUntold = sql<SqlBool>`not exists (select from ${lookup('issued_documents', sql`registry_entry_id = e.id`)} d
  where d.legal_entity_id = e.legal_entity_id and d.status = 'issued')`;

/**
 * Whether the last notice that the debtor of a claim `e` has had of its contract named this very creditor: a claim that was withdrawn
 * and loaded again has passed to nobody.
 */
const toldBefore = sql<boolean>`coalesce((
  select o.legal_entity_id = e.legal_entity_id from ${lookup('registry_entries', sql`individual_id = e.individual_id`)} o
    cross join lateral ${lookup('issued_documents', sql`registry_entry_id = o.id`)} d
  where o.contract_number = e.contract_number and d.individual_id = e.individual_id
  order by d.id desc limit 1), false)`;

type Debtor = Pick<Selectable<Individuals>, 'lastName' | 'firstName' | 'middleName' | 'deletedAt'>;

/** Those of a company whose debtors are not told yet, the claims of one debtor together. Asked for within `byDebtor`. */
export const untoldClaims = (
  db: Db,
  { legalEntityId, from, most }: { legalEntityId: number; from: number; most: number },
) =>
  acquiredClaims(db)
    .innerJoinLateral(lookup('individuals', sql`id = e.individual_id`).$castTo<Debtor>().as('i'), (join) =>
      join.onTrue(),
    )
    .select(['e.id', 'e.registryId', 'e.individualId', 'e.contractNumber', 'e.contractDate', 'e.asOf'])
    .select(['e.cedentName', 'e.cedentInn', 'e.cessionRef', 'e.cessionNotice', deedMark('e').as('deedMark')])
    .select(['i.lastName', 'i.firstName', 'i.middleName'])
    .select(claimParts.map((column) => `e.${column}` as const))
    .select(
      sql<number>`(select count(*) from ${lookup('issued_documents', sql`registry_entry_id = e.id`)} d)`.as(
        'issuedBefore',
      ),
    )
    .select(toldBefore.as('toldBefore'))
    .where('e.legalEntityId', '=', legalEntityId)
    .where('e.individualId', '>=', from)
    // Whoever has been erased is not written to.
    .where('i.deletedAt', 'is', null)
    .where(isUntold)
    .orderBy('e.individualId')
    .orderBy('e.id')
    .limit(most)
    .$narrowType<{ individualId: NotNull }>()
    .execute();
export type UntoldClaim = Awaited<ReturnType<typeof untoldClaims>>[number];

/**
 * The accounts that the bell of each of these claims is for. Of a debt that its debtor has denied, and of one who has died, it is for none;
 * a bankrupt is told who his creditor is now (docs/decisions/0107).
 */
export async function accountsToTell(tx: Tx, claimIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; accountId: number }>`
    select e.id, i.account_id from registry_entries e cross join lateral ${lookup('individuals', sql`id = e.individual_id`)} i
    where e.id = any(${claimIds}::bigint[]) and i.account_id is not null and not ${isDenied('full')}
      and ${contactFlagNow('e.individualId', 'e.contactFlag')} <> 'deceased'`.execute(tx);
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}

/**
 * Reads claims in the order of their debtors by the index that has this order (`registry_entries_ceded`), whatever is believed of
 * the table: any other way reads all claims of the company for each portion of them.
 */
export async function byDebtor<T>(tx: Tx, read: () => Promise<T>): Promise<T> {
  await sql`select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`.execute(
    tx,
  );
  const done = await read();
  await sql`select set_config('enable_sort', 'on', true), set_config('enable_incremental_sort', 'on', true)`.execute(
    tx,
  );
  return done;
}

/**
 * Notices `d` in force of claims `e` that were withdrawn or are somebody else's by now.
 * @param of a condition on `d`
 */
export const outdatedNotices = (of: RawBuilder<SqlBool>): RawBuilder<{ id: number }> => sql`
  select d.id from issued_documents d cross join lateral ${lookup('registry_entries', sql`id = d.registry_entry_id`)} e
  where ${of} and d.registry_entry_id is not null and d.status = 'issued'
    and (e.withdrawn_at is not null or e.individual_id is distinct from d.individual_id)`;

/** Notices `n`, with their documents `d` and claims `e`, that are in force and whose claims are not settled. */
const noticesInForce = sql`issued_documents d cross join lateral ${lookup('registry_entries', sql`id = d.registry_entry_id`)} e
    cross join lateral ${lookup('notices', sql`document_id = d.id`)} n
  where d.registry_entry_id is not null and d.status = 'issued' and e.settled_at is null`;

/**
 * Notices `d` in force of a verified company that name another deed or account than there is now. Those of settled claims stay as
 * they are, and those without a mark until they have one; what a company under verification says is not told.
 * @param account the mark of the account in use; null where there is none, which changes nothing
 */
export const changedNotices = (legalEntityId: number, account: string | null): RawBuilder<{ id: number }> => sql`
  select d.id from ${noticesInForce} and d.legal_entity_id = ${legalEntityId}
    and n.deed_mark is not null and (n.deed_mark <> ${deedMark('e')} or n.account_mark <> coalesce(${account}, n.account_mark))
    and exists (select from legal_entities where id = ${legalEntityId} and verification_status = 'verified')`;

/** The same of any company by the deed alone, and those without a mark: nodes of before 0117 issue such, and change deeds without a word. */
const otherDeeds = (of: RawBuilder<SqlBool>): RawBuilder<{ id: number }> => sql`
  select d.id from ${noticesInForce} and ${of} and (n.deed_mark is null or n.deed_mark <> ${deedMark('e')})`;

/** Notices in force of a company that bear no mark of what they told, with what they told. */
export async function unmarkedNotices(
  db: Db,
  legalEntityId: number,
  most: number,
): Promise<{ id: number; factsSealed: string }[]> {
  const { rows } = await sql<{ id: number; factsSealed: string }>`
    select n.id, d.facts_sealed as "factsSealed" from ${noticesInForce} and d.legal_entity_id = ${legalEntityId} and n.deed_mark is null
    order by n.id limit ${most}`.execute(db);
  return rows;
}

/** Writes down of which deed and account a notice has told. */
export const markNotice = (
  tx: Tx,
  id: number,
  { deed, accountMark }: { deed: readonly (string | null)[]; accountMark: string },
) =>
  tx
    .updateTable('notices')
    .set({ deedMark: sql<string>`md5(array_to_string(${deed}::text[], '|'))`, accountMark })
    .where('id', '=', id)
    .execute();

/** Of which accounts the notices in force of verified companies tell, except of those for whom a job looks already. */
export async function toldAccounts(db: Db, jobKey: JobKey): Promise<{ legalEntityId: number; marks: string[] }[]> {
  const { rows } = await sql<{ legalEntityId: number; marks: string[] }>`
    select told.id as "legalEntityId", array_agg(told.account_mark) as marks
    from (select distinct d.legal_entity_id as id, n.account_mark from ${noticesInForce} and n.account_mark is not null) told
    where exists (select from legal_entities c where c.id = told.id and c.verification_status = 'verified')
      and not ${hasLivingJob(jobKey(sql`told.id`))}
    group by told.id order by told.id`.execute(db);
  return rows;
}

/** Under which key the job of a company is in the queue. */
type JobKey = (legalEntityId: RawBuilder<number>) => RawBuilder<string>;

/**
 * Companies with notices to issue: acquired claims that their debtors know nothing of, where a company is verified, or notices to
 * be revoked or marked. Not those for whom a job does so already. Each acquired claim of somebody of the platform is read once.
 */
export async function companiesToTellOf(db: Db, jobKey: JobKey): Promise<number[]> {
  const rows = await db
    .selectFrom('legalEntities as c')
    .select('c.id')
    .where((of) => {
      const untold = acquiredClaims(db).select('e.id').where(sql<SqlBool>`e.legal_entity_id = c.id`).where(isUntold);
      const otherDeedsOf = sql<SqlBool>`exists (${otherDeeds(sql`d.legal_entity_id = c.id`)})`;
      return of.or([
        of.and([of('c.verificationStatus', '=', 'verified'), of.or([of.exists(untold), otherDeedsOf])]),
        sql<SqlBool>`exists (${outdatedNotices(sql`d.legal_entity_id = c.id`)})`,
      ]);
    })
    .where(sql<SqlBool>`not ${hasLivingJob(jobKey(sql`c.id`))}`)
    .orderBy('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The documents `d` of a settlement: its own, and the notices of the assignment of its claim. */
export const ofSettlement = (settlementId: number) =>
  sql<SqlBool>`(d.settlement_id = ${settlementId}
    or d.registry_entry_id = (select registry_entry_id from settlements where id = ${settlementId}))`;
