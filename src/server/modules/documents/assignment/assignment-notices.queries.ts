import { type NotNull, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { claimParts } from '#domain/money/debt-parts.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import type { Individuals } from '#server/platform/database/schema.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';

/** Of which assignment of an entry there is to tell: another former creditor or deed has another mark. */
const deedMark = (alias: string) =>
  sql<string>`md5(concat_ws('|', ${sql.ref(`${alias}.cedentName`)}, ${sql.ref(`${alias}.cedentInn`)}, ${sql.ref(`${alias}.cessionRef`)}))`;

/** Claims that somebody of the platform has and their creditor has acquired, as far as they stand. */
const acquiredClaims = (db: Db) =>
  db
    .selectFrom('registryEntries as e')
    .where('e.basis', '=', 'cession')
    .where('e.individualId', 'is not', null)
    .where('e.withdrawnAt', 'is', null)
    .where('e.settledAt', 'is', null);

/**
 * Whether no notice in force tells of a claim `e`. Whoever looks among claims that were loaded a moment ago finds the notices by
 * the claim alone (docs/decisions/0065).
 */
const isUntold = sql<SqlBool>`not exists (select from ${lookup('issued_documents', sql`registry_entry_id = e.id`)} d
  where d.legal_entity_id = e.legal_entity_id and d.status = 'issued')`;

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
    .select(['e.id', 'e.individualId', 'e.contractNumber', 'e.contractDate', 'e.asOf'])
    .select(['e.cedentName', 'e.cedentInn', 'e.cessionRef', 'e.cessionNotice', deedMark('e').as('deedMark')])
    .select(['i.lastName', 'i.firstName', 'i.middleName'])
    .select(claimParts.map((column) => `e.${column}` as const))
    .select(
      sql<number>`(select count(*) from ${lookup('issued_documents', sql`registry_entry_id = e.id`)} d)`.as(
        'issuedBefore',
      ),
    )
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

/**
 * Notices `d` in force of a verified company that tell of another deed or account than there is now. Those from before the marks,
 * and of settled claims, stay as they are; what a company under verification says is not told.
 * @param account the mark of the account in use; null where there is none, which changes nothing
 */
export const changedNotices = (legalEntityId: number, account: string | null): RawBuilder<{ id: number }> => sql`
  select d.id from issued_documents d cross join lateral ${lookup('registry_entries', sql`id = d.registry_entry_id`)} e
    cross join lateral ${lookup('notices', sql`document_id = d.id`)} n
  where d.legal_entity_id = ${legalEntityId} and d.registry_entry_id is not null and d.status = 'issued' and e.settled_at is null
    and n.deed_mark is not null and (n.deed_mark <> ${deedMark('e')} or n.account_mark <> coalesce(${account}, n.account_mark))
    and exists (select from legal_entities where id = ${legalEntityId} and verification_status = 'verified')`;

/**
 * Companies with something to tell: acquired claims that their debtors know nothing of, where a company is verified, or notices to
 * be revoked. Not those for whom a job does so already. Each acquired claim of somebody of the platform is read once.
 * @param jobKey under which the job of a company stands in the queue
 */
export async function companiesToTellOf(
  db: Db,
  jobKey: (legalEntityId: RawBuilder<number>) => RawBuilder<string>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('legalEntities as c')
    .select('c.id')
    .where((of) => {
      const untold = acquiredClaims(db).select('e.id').where(sql<SqlBool>`e.legal_entity_id = c.id`).where(isUntold);
      return of.or([
        of.and([of('c.verificationStatus', '=', 'verified'), of.exists(untold)]),
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
