import type { Answer } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { type FeeRule, feeWay, type QuotedFee, quoteFee } from '#domain/money/tariff.ts';
import { vatOfService } from '#domain/rates/vat.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { DebtorFee } from '#domain/settlements/price/debtor-fee.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { type StoredTariff, tariffOf } from '#server/modules/tariffs/tariffs.queries.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { paidWithoutFee } from '../money/held.queries.ts';
import { type Obstacle, outdated } from './lawful.ts';
import type { ActiveOffer, NegotiationState } from './negotiation-state.queries.ts';

type Card = Answer<typeof settlements.get>;

/**
 * By what a debtor would pay the platform for terms that are agreed on today, or pays it for what an agreement in force leaves to be
 * paid; nothing where his creditor bears the fee, and once nothing is agreed on any more.
 */
export async function debtorFeeOf(
  { db, day }: Pick<Ctx, 'db' | 'day'>,
  { id, status, legalEntityId, individualId }: Pick<Card, 'id' | 'status' | 'legalEntityId' | 'individualId'>,
): Promise<DebtorFee> {
  const { tariff, agreedAmount, feeCharged, paidAmount } = await db
    .selectFrom('settlements')
    .select(['tariff', 'agreedAmount', 'feeCharged', 'paidAmount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bargains = settlementMachine.canMove(status, 'offer');
  const counted = bargains ? await tariffOf(db, { legalEntityId, individualId }, day) : tariff;
  return {
    tariff: counted?.payer === 'individual' ? counted : null,
    agreed: kopecks(bargains ? 0 : (agreedAmount ?? 0)),
    charged: kopecks(bargains ? 0 : feeCharged),
    paid: kopecks(bargains ? 0 : paidAmount),
    paidWithoutFee: await paidWithoutFee(db, { id, tariff: counted }),
  };
}

/** The fee of the platform for terms that are offered today; null when there is no tariff: then the platform takes nothing. */
export function quotedFee(
  { tariff, rates }: Pick<NegotiationState, 'tariff' | 'rates'>,
  agreed: Kopecks,
  rows: readonly ScheduleRow[],
): QuotedFee | null {
  if (!tariff) return null;
  const { payer, vatBps } = tariff;
  const vatOn = (due: Day) => vatOfService(vatBps, rates, due);
  return { payer, way: feeWay(tariff), ...quoteFee(tariff, agreed, rows, vatOn) };
}

/**
 * The tariff of the day of an offer, and whether it counts the fee that both have read: one that was entered since, or another kind of
 * company or person, may count another one.
 */
export async function feeAsOffered(
  db: Ctx['db'],
  negotiation: NegotiationState,
  { plan, rows, fee, madeOn }: ActiveOffer,
): Promise<{ tariff: StoredTariff | null; obstacles: Obstacle[] }> {
  const tariff = await tariffOf(db, negotiation, madeOn);
  const counted = quotedFee({ tariff, rates: negotiation.rates }, plan.amount, rows);
  const isSame = hashOf(counted) === hashOf(fee);
  const other = 'Вознаграждение платформы теперь считается иначе, чем сказано в предложении';
  return { tariff, obstacles: isSame ? [] : [outdated(other)] };
}

/** By what a debtor pays the platform for terms that are agreed on now: nothing has been paid by them. */
export const feeToCome = (tariff: FeeRule | null, { plan }: { plan: Plan }): DebtorFee => {
  const nothing = kopecks(0);
  return { tariff, agreed: plan.amount, charged: nothing, paid: nothing, paidWithoutFee: nothing };
};
