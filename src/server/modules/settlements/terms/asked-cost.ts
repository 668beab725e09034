import type { Answer } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { feeOnTop } from '#domain/money/tariff.ts';
import { taxNote } from '#domain/money/tax-note.ts';
import { bandWithDefaults, DEFAULT_BAND, structureOf } from '#domain/negotiation/policy-band.ts';
import type { Rates } from '#domain/rates/rates.ts';
import { type Discount, discountOf } from '#domain/settlements/discount.ts';
import { type DisputedPart, disputedForgiven } from '#domain/settlements/disputed-parts.ts';
import { priceOf, priceOfRest } from '#domain/settlements/price/offer-price.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { AskedCost } from '../head-approvals.ts';
import type { ActiveOffer, NegotiationState } from '../negotiation/negotiation-state.queries.ts';

type Card = Answer<typeof settlements.get>;

/** What is said of the tax on what is forgiven of the debt. */
export function shownTax(
  discount: Discount,
  disputed: readonly DisputedPart[],
  on: Day,
  rates: Rates,
): Card['taxNote'] {
  const note = taxNote(discount.forgiven, on, rates, disputedForgiven(discount, disputed));
  return note && { short: note.short, sentences: [...note.sentences, ...note.cases] };
}

/** What of the debt a sum forgives, whole and part by part, as an offer shows it. */
export const shownForgiven = ({ forgiven, bps, parts }: Discount) => ({
  forgiven,
  forgivenBps: bps,
  forgivenParts: parts.filter((part) => part.forgiven > 0).map((part) => ({ code: part.code, amount: part.forgiven })),
});

/** The cost of terms of a bargaining. */
export function costOfTerms(
  { debt, band, disputed, rates }: Pick<NegotiationState, 'debt' | 'band' | 'disputed' | 'rates'>,
  { plan, rows, fee, madeOn }: Pick<ActiveOffer, 'plan' | 'rows' | 'fee' | 'madeOn'>,
): AskedCost {
  const discount = discountOf(debt, plan.amount, structureOf(band === null ? DEFAULT_BAND : bandWithDefaults(band)));
  const { forgiven, forgivenParts } = shownForgiven(discount);
  return {
    price: priceOf(plan, rows, madeOn, feeOnTop(fee)),
    forgiven,
    forgivenParts,
    taxNote: shownTax(discount, disputed, rows.at(-1)?.dueDate ?? madeOn, rates),
    fee: fee && { way: fee.way, amount: fee.amount, vat: fee.vat },
  };
}

/** The cost of a new schedule: it forgives what the agreement has forgiven, and says nothing of it. */
export function costOfSchedule({
  plan,
  rows,
  told,
  madeOn,
}: Pick<ActiveOffer, 'plan' | 'rows' | 'told' | 'madeOn'>): AskedCost {
  const { earned, fee = kopecks(0) } = told !== null && 'principal' in told ? told : { earned: kopecks(0) };
  return {
    price: priceOfRest(plan, rows, madeOn, { earned, fee }),
    taxNote: null,
    fee: fee > 0 ? { way: 'on_top', amount: fee } : null,
  };
}
