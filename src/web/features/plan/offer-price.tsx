import type { Result } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { debtPart } from '#domain/settlements/debt-structure.ts';
import { formatFullCost } from '#domain/values/exact.ts';
import { Facts } from '#web/ui/display/facts.tsx';
import { formatMoneyOf, formatPercent } from '#web/ui/format.ts';
import styles from './offer-price.module.css';
import { priceTexts } from './price-texts.ts';

const t = priceTexts;

type Offer = Result<typeof settlements.get>['offers'][number];

/** What terms cost, as an offer says it or as they are being built. */
export type Priced = Pick<Offer, 'price'> & {
  forgiven?: Offer['forgiven'] | undefined;
  forgivenParts?: Offer['forgivenParts'] | undefined;
};

/** «1 234,56 ₽ · Неустойка 1 000,00 ₽, Проценты 234,56 ₽» */
function forgivenInWords({ forgiven = 0, forgivenParts = [] }: Priced): string {
  if (forgiven === 0) return t.nothingForgiven;
  const parts = forgivenParts.map(
    ({ code, amount }) => `${debtPart(code).short.toLowerCase()} ${formatMoneyOf(amount)}`,
  );
  return `${formatMoneyOf(forgiven)}: ${parts.join(', ')}`;
}

/** «24,5 % годовых», «0 %, проценты не начисляются» */
export const rateInWords = ({ price: { rateBps } }: Priced): string =>
  rateBps > 0 ? t.ofYear(formatPercent(rateBps)) : t.noRate;

/** «27,412 % годовых, 1 234,56 ₽ сверх долга» */
export function fullCostInWords({ price: { overpaid, fullCost } }: Priced): string {
  if (fullCost === 0) return t.nothingOverpaid;
  const rate = fullCost === null ? t.beyond : t.fullCostOf(formatFullCost(fullCost));
  return `${rate}, ${t.overpaid(formatMoneyOf(overpaid))}`;
}

/** The price of terms, whole: all that is paid, of it interest, what is forgiven, the rate and ПСК in its frame. */
export function OfferPrice({ offer }: { offer: Priced }) {
  const { total, interest, rateBps, fullCost } = offer.price;
  // Thousandths of a percent beside hundredths.
  const isBelowRate = fullCost !== null && fullCost > 0 && fullCost < rateBps * 10;
  return (
    <>
      <Facts
        items={[
          { label: t.total, value: formatMoneyOf(total) },
          { label: t.interest, value: interest > 0 ? formatMoneyOf(interest) : t.noInterest },
          { label: t.rate, value: rateInWords(offer) },
          // A new schedule forgives what the agreement has forgiven, and says nothing of it.
          ...(offer.forgiven === undefined ? [] : [{ label: t.forgiven, value: forgivenInWords(offer) }]),
        ]}
      />
      <p className={styles.cost}>
        <span>{t.fullCost}</span>
        <span className={styles.figure}>{fullCostInWords(offer)}</span>
      </p>
      {isBelowRate && <p className="dim small">{t.belowRate}</p>}
    </>
  );
}
