import { settlements } from '#contract/settlements/settlements.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Card } from '#web/ui/display/card.tsx';
import { OfferPrice } from '../plan/offer-price.tsx';
import { ownTexts } from './own-texts.ts';

const t = ownTexts.settlement;

/** What the offer about a debt costs, where one waits for an answer: the debtor reads it before he goes to the bargaining. */
export function OfferAtGlance({ settlementId }: { settlementId: number }) {
  const { data } = useRead(settlements.get, { params: { id: settlementId } });
  const offer = data?.offers.find(({ status }) => status === 'active');
  if (!offer) return null;
  return (
    <Card title={t.offered[offer.side]}>
      <OfferPrice offer={offer} />
    </Card>
  );
}
