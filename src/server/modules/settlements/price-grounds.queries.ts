import { type RawBuilder, sql } from 'kysely';
import type { PriceGrounds } from '#domain/settlements/price/offer-price.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { statedColumns } from '#server/modules/registries/entries/stated.queries.ts';
import { isAwarded } from '#server/modules/registries/papers/enforcement.queries.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db } from '#server/platform/database/db.ts';

/**
 * By what the law judges the price of terms about a claim: the kind of the creditor's company and what his registries have ever said of the
 * contract, the better for the debtor. How much of interest and penalty has been paid no registry says, so that it is unknown.
 */
export const priceGrounds = async (db: Db, registryEntryId: number): Promise<PriceGrounds> =>
  (await priceGroundsOf(db, [registryEntryId]))(registryEntryId);

/** The same of several claims, by as few questions as of one. */
export async function priceGroundsOf(
  db: Db,
  registryEntryIds: readonly number[],
): Promise<(registryEntryId: number) => PriceGrounds> {
  const claims = await db
    .selectFrom('registryEntries as e')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .leftJoin('legalEntityTypes as t', 't.id', 'le.typeId')
    .select(['e.id', 'e.basis', 'e.contractKind', 't.interestRight', isAwarded.as('awarded')])
    .select([...statedColumns])
    .where('e.id', '=', anyOf(registryEntryIds))
    .execute();
  const grounds = new Map(claims.map((claim) => [claim.id, groundsOf(claim)]));
  return (id) => {
    const found = grounds.get(id);
    if (!found) throw new Error(`There is no claim ${id}`);
    return found;
  };
}

type JudgedClaim = {
  basis: string;
  contractKind: string;
  interestRight: string | null;
  awarded: boolean;
  statedDate: string;
  statedEnd: string | null;
  statedIssued: number | null;
  statedRate: number | null;
};

const groundsOf = (claim: JudgedClaim): PriceGrounds => ({
  right: rightTo(claim),
  contractKind: claim.contractKind as PriceGrounds['contractKind'],
  contractDate: toDay(claim.statedDate),
  contractEnd: claim.statedEnd === null ? null : toDay(claim.statedEnd),
  issuedAmount: claim.statedIssued === null ? null : kopecks(claim.statedIssued),
  contractRateBps: claim.statedRate,
  awarded: claim.awarded,
  contractCharges: null,
});

/**
 * The same as it was at a moment that has passed: what was changed since, the versions of a claim say, which each load of a registry
 * keeps, and the audit of all else (docs/decisions/0003). What a kind of
 * company may charge is that of the kind it had then, by the dictionary of then.
 */
export async function priceGroundsAt(db: Db, registryEntryId: number, at: Date): Promise<PriceGrounds> {
  const of = (table: AuditedTable, column: string) => valueAt(table, column, at);
  const claim = await db
    .selectFrom('registryEntries as e')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .select([
      of('registry_entries', 'basis').as('basis'),
      of('registry_entries', 'contract_kind').as('contractKind'),
      of('registry_entries', 'contract_date').as('contractDate'),
      of('registry_entries', 'contract_end').as('contractEnd'),
      of('registry_entries', 'issued_amount').as('issuedAmount'),
      of('registry_entries', 'rate').as('rate'),
      of('legal_entities', 'type_id').as('typeId'),
      isAwarded.as('awarded'),
    ])
    .where('e.id', '=', registryEntryId)
    .executeTakeFirstOrThrow();
  const type =
    claim.typeId === null
      ? undefined
      : await db
          .selectFrom('legalEntityTypes as t')
          .select(of('legal_entity_types', 'interest_right').as('interestRight'))
          .where('t.id', '=', Number(claim.typeId))
          .executeTakeFirst();
  const { basis, contractKind, contractDate, contractEnd, issuedAmount, rate, awarded } = claim;
  return {
    right: rightTo({ basis: basis!, interestRight: type?.interestRight ?? null }),
    contractKind: contractKind as PriceGrounds['contractKind'],
    contractDate: toDay(contractDate!),
    contractEnd: contractEnd === null ? null : toDay(contractEnd),
    issuedAmount: issuedAmount === null ? null : kopecks(Number(issuedAmount)),
    contractRateBps: rate === null ? null : Number(rate),
    awarded,
    contractCharges: null,
  };
}

const AUDITED = { registry_entries: 'e', legal_entities: 'le', legal_entity_types: 't' } as const;
type AuditedTable = keyof typeof AUDITED;

/**
 * What a column held at a moment: of the first change after it the value before, else the value of today. The moment is a whole millisecond
 * and the database keeps thousandths of it, so that a change within that millisecond was before it.
 */
function valueAt(table: AuditedTable, column: string, at: Date): RawBuilder<string | null> {
  const alias = AUDITED[table];
  const after = new Date(at.getTime() + 1);
  // What a version says nothing of was empty.
  const kept =
    table === 'registry_entries'
      ? sql`(select coalesce(v.content -> ${column}::text, 'null') from registry_entry_versions v
          where v.entry_id = e.id and v.replaced_at >= ${after} order by v.replaced_at limit 1)`
      : sql`null::jsonb`;
  return sql<string | null>`coalesce(${kept}, (select a.before -> ${column}::text from audit_log a
      where a.object_type = ${table} and a.object_id = ${sql.ref(`${alias}.id`)} and a.at >= ${after}
        and a.action = 'update' and a.before ? ${column}::text order by a.id limit 1),
    to_jsonb(${sql.ref(`${alias}.${column}`)})) #>> '{}'`;
}

/** Whoever has bought a claim, or acts for whoever made the contract, goes on with its interest, even where he lends himself. */
function rightTo({ basis, interestRight }: { basis: string; interestRight: string | null }): PriceGrounds['right'] {
  const own = (interestRight ?? 'none') as PriceGrounds['right'];
  return own === 'lender' && basis !== 'original' ? 'acquirer' : own;
}
