import { sql } from 'kysely';
import { feeOnTop } from '#domain/money/tariff.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { excessOf } from '#domain/settlements/price/offer-price.ts';
import type { PriceStanding } from '#domain/settlements/settlement.ts';
import { moscowDay } from '#domain/values/days.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { claimedBy } from '../money/penalty.commands.ts';
import { priceGroundsAt } from '../price-grounds.queries.ts';

/** One round judges so many agreements at most; the next one comes soon. */
const batch = 200;

/**
 * The agreements with interest whose price nobody has judged: those that were concluded before the ceilings were asked, also where a new
 * schedule has no interest by now (docs/decisions/0132), and those without it whose debtor bears a fee, or that are about a short loan (0214). Each is judged once: an average that is entered late in its quarter is asked of what is
 * agreed from then on (docs/decisions/0109, 0129).
 */
export async function unjudgedPrices(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('settlements')
    .select('id')
    .where('priceStanding', 'is', null)
    .where('signedAt', 'is not', null)
    .where(sql<boolean>`(plan_kind in ('annuity', 'differentiated') or price_problem is not null)`)
    .orderBy('id')
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}

/** Of an agreement whose signed terms are not kept: nobody can say its price. */
const untold = { standing: 'unknown', why: 'Подписанные условия не сохранились' } as const;

/** Judges what the debtor and the creditor have signed by the law of the day on which they did, and by what was known on it. */
export async function judgePrice(_app: App, tx: Tx, id: number): Promise<void> {
  const found = await tx
    .selectFrom('settlements')
    .select(['registryEntryId', 'signedAt', 'debt', 'agreedAmount', 'band'])
    .where('id', '=', id)
    .where('priceStanding', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  // Another node was first.
  if (!found || found.signedAt === null) return;
  const signed = await tx
    .selectFrom('termsOffers')
    .select(['plan', 'rows', 'fee'])
    .where('settlementId', '=', id)
    .where('kind', '=', 'terms')
    .where('status', '=', 'accepted')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const excess = signed
    ? excessOf(signed.plan as Plan, signed.rows, await priceGroundsAt(tx, found.registryEntryId, found.signedAt), {
        today: moscowDay(found.signedAt),
        rates: await ratesOf(tx),
        fee: feeOnTop(signed.fee),
        // As it was before anything was agreed on.
        claimed: { ...claimedBy(found), agreed: null },
      })
    : untold;
  const priceStanding: PriceStanding = excess?.standing ?? 'within';
  await tx
    .updateTable('settlements')
    .set({ priceStanding, priceProblem: excess?.why ?? null })
    .where('id', '=', id)
    .execute();
}
