import { feeWay, type QuotedFee, quoteFee } from '#domain/money/tariff.ts';
import { vatOfService } from '#domain/rates/vat.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Day } from '#domain/values/days.ts';
import type { Kopecks } from '#domain/values/money.ts';
import type { NegotiationState } from './negotiation.ts';

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
