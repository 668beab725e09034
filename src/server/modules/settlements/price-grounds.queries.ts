import type { PriceGrounds } from '#domain/settlements/offer-price.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { Db } from '#server/platform/database/db.ts';

/**
 * By what the law judges the price of terms about a claim: the kind of the creditor's company and what his registry tells of the
 * contract. How much of interest and penalty has been paid no registry tells, so that it is unknown.
 */
export async function priceGrounds(db: Db, registryEntryId: number): Promise<PriceGrounds> {
  const claim = await db
    .selectFrom('registryEntries as e')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .leftJoin('legalEntityTypes as t', 't.id', 'le.typeId')
    .select([
      'e.basis',
      'e.contractKind',
      'e.contractDate',
      'e.contractEnd',
      'e.issuedAmount',
      'e.rate',
      't.interestRight',
    ])
    .where('e.id', '=', registryEntryId)
    .executeTakeFirstOrThrow();
  return {
    right: rightTo(claim),
    contractKind: claim.contractKind as PriceGrounds['contractKind'],
    contractDate: toDay(claim.contractDate),
    contractEnd: claim.contractEnd === null ? null : toDay(claim.contractEnd),
    issuedAmount: claim.issuedAmount === null ? null : kopecks(claim.issuedAmount),
    contractRateBps: claim.rate,
    charged: null,
  };
}

/** Whoever has bought a claim, or acts for whoever made the contract, goes on with its interest, even where he lends himself. */
function rightTo({ basis, interestRight }: { basis: string; interestRight: string | null }): PriceGrounds['right'] {
  const own = (interestRight ?? 'none') as PriceGrounds['right'];
  return own === 'lender' && basis !== 'original' ? 'acquirer' : own;
}
