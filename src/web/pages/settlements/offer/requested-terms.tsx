import { DEFAULT_BAND } from '#domain/negotiation/policy-band.ts';
import { discountOf } from '#domain/settlements/discount.ts';
import { priceOf } from '#domain/settlements/price/offer-price.ts';
import { addDays, formatDay } from '#domain/values/days.ts';
import { formatMoney } from '#domain/values/money.ts';
import { OfferPrice, type Priced } from '#web/features/plan/offer-price.tsx';
import type { Built, PlanContext } from '#web/features/plan/plan-draft.ts';
import { shapeOf } from '#web/features/plan/schedule.tsx';
import { TaxDetails } from '#web/features/plan/tax-details.tsx';
import { taxNoteOf } from '#web/features/plan/tax-note-of.ts';
import { serverDay } from '#web/ui/clock.ts';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { SigningRecognition } from '../disputed/signing-recognition.tsx';
import { ownSettlementTexts } from '../own-settlement-texts.ts';
import { ReadAgreement } from '../reading/read-agreement.tsx';
import { type Draft, draftWith, operationsOf, paramsOf, readsOf, type Settlement, type Side } from '../sides.ts';
import { feeFor, planContextOf } from './offer-context.tsx';
import { PenaltyLine, ShiftLine } from './offer-notes.tsx';
import { offerTexts } from './offer-texts.ts';
import { penaltyFor } from './penalty-for.ts';

const t = offerTexts;

/** What the terms that are being built cost. */
function pricedOf(settlement: Settlement, { plan, rows }: Built): Priced {
  const { debt, structure, today: day } = planContextOf(settlement, 'creditor');
  const fee = feeFor(settlement)(plan.amount, rows);
  const { forgiven, parts } = discountOf(debt, plan.amount, structure);
  const forgivenParts = parts.map((part) => ({ code: part.code, amount: part.forgiven }));
  return {
    price: priceOf(plan, rows, day, fee),
    forgiven,
    forgivenParts: forgivenParts.filter(({ amount }) => amount > 0),
  };
}

const taxOf = ({ debt, structure, rates }: PlanContext, { plan, rows }: Built) =>
  taxNoteOf(rows, discountOf(debt, plan.amount, structure).forgiven, rates);

/** As a node from before an update, which still runs beside this one, tells nothing of it. */
const usualDays: Settlement['offerDays'] = {
  individual: DEFAULT_BAND.offerTtlDays,
  creditor: DEFAULT_BAND.offerTtlDays,
};

/** The last day on which an offer, or a change, that a side signs today may be accepted. */
export const lastDayOf = ({ offerDays = usualDays }: Partial<Pick<Settlement, 'offerDays'>>, by: Side): string =>
  formatDay(addDays(serverDay(), offerDays[by]));

/** What somebody signs when he makes an offer, in the words of the signing dialog. */
export function offerToSign(
  settlement: Settlement,
  context: PlanContext,
  built: Built,
  terms: Pick<Draft, 'penaltyDayBps' | 'shiftEvery'>,
  after: () => unknown,
) {
  const { by } = context;
  const { form, rows, plan } = built;
  const [first] = rows;
  const priced = pricedOf(settlement, built);
  const fee = feeFor(settlement)(plan.amount, rows);
  const penalty = terms.penaltyDayBps === null ? null : penaltyFor(settlement, plan, context);
  return {
    operation: operationsOf[by].offer,
    params: paramsOf(settlement, by),
    body: { plan: form, ...terms },
    reads: readsOf(settlement, by, draftWith(form, terms)),
    title: t.signTitle,
    what: (
      <div className="stack-tight">
        <p>
          <strong>
            {t.what(formatMoneyOf(priced.price.total), shapeOf(rows), first ? formatDayOf(first.dueDate) : '')}
          </strong>
        </p>
        {fee > 0 && <p>{ownSettlementTexts.fee(formatMoney(fee))}</p>}
        <OfferPrice offer={priced} />
        <PenaltyLine penalty={penalty} />
        <ShiftLine shiftEvery={terms.shiftEvery === undefined ? settlement.shiftEvery : terms.shiftEvery} />
        <div>
          <ReadAgreement settlement={settlement} draft={{ by, body: draftWith(form, terms) }} />
        </div>
        <TaxDetails note={taxOf(context, built)} />
        <p className="dim">
          {t.binding} {t.binds(lastDayOf(settlement, by))}
        </p>
        <p className="dim">{t.paidSince(formatDayOf(settlement.debtAsOf))[by]}</p>
        {by === 'individual' && <SigningRecognition of={settlement} />}
      </div>
    ),
    action: t.sign,
    done: t.done,
    after,
  };
}
