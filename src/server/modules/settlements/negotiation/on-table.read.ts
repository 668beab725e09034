import { DEFAULT_BAND, structureOf } from '#domain/negotiation/policy-band.ts';
import { discountOf } from '#domain/settlements/discount.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { issueAgreement } from '#server/modules/documents/documents.acts.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { type OfferOnTable, readTable, type Table } from './bargain.ts';

/** What an agreement is issued with, before it is kept. */
type Agreed = Omit<Parameters<typeof issueAgreement>[1], 'agreementId'>;

/** What is agreed when the offer on the table is accepted on this day. */
export const concludedBy = (table: Table, { plan, rows, penalty, fee }: OfferOnTable, day: Day): Agreed => ({
  settlementId: table.id,
  individualId: table.individualId,
  legalEntityId: table.legalEntityId,
  number: table.number,
  concludedOn: day,
  discount: discountOf(table.debt, plan.amount, structureOf(table.band ?? DEFAULT_BAND)),
  debtAsOf: toDay(table.debtAsOf),
  rows,
  rateBps: 'rateBps' in plan ? plan.rateBps : 0,
  penalty,
  fee: { payer: fee?.payer ?? 'creditor', amount: fee?.amount ?? kopecks(0) },
});

/** What would be agreed today about the terms on the table, and the offer of them; null where none lie there. */
export async function onTableNow(
  { db, now, day }: Pick<Ctx, 'db' | 'now' | 'day'>,
  settlementId: number,
): Promise<{ agreed: Agreed; offerId: number } | null> {
  const table = await readTable(db, settlementId, now);
  const { offer } = table;
  if (offer?.kind !== 'terms') return null;
  return { agreed: concludedBy(table, offer, day), offerId: offer.id };
}
