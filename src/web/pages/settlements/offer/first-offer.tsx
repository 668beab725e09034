import { useState } from 'react';
import { requests } from '#contract/requests.ts';
import { formatMoney } from '#domain/money.ts';
import claimStyles from '#web/app/claims/claims.module.css';
import { ConsentNeeded } from '#web/app/consents/needed.tsx';
import { useRead } from '#web/app/data/query.ts';
import { build } from '#web/app/deals/plan-draft.ts';
import { SchedulePicture, shapeOf } from '#web/app/deals/schedule.tsx';
import { SignButton } from '#web/app/deals/signing.tsx';
import { Card } from '#web/ui/card.tsx';
import { groundOf } from './offer-ground.tsx';
import { OfferLink } from './offer-link.tsx';
import { PenaltyLine, penaltyFor } from './offer-notes.tsx';
import { offerTexts } from './offer-texts.ts';
import { ownSettlementTexts } from './own-settlement-texts.ts';
import styles from './parts.module.css';
import { codeOf, type Settlement } from './sides.ts';
import { draftOfWish, offering } from './wish.tsx';

const t = ownSettlementTexts;
const side = 'individual';

/**
 * The first word of a bargaining is what the debtor has asked for in his request: he need not build the same plan a second
 * time, only sign it.
 */
export function FirstOffer({ deal }: { deal: Settlement }) {
  const { data } = useRead(requests.get, { params: { id: deal.individualId, qid: deal.requestId } });
  const [ground] = useState(() => groundOf(deal, side));
  if (!data) return null;
  const built = build(draftOfWish(data, ground), ground);
  const isWished = data.desiredAmount !== null && Object.keys(built.problems).length === 0;
  if (!isWished) {
    return (
      <Card title={t.next} className={claimStyles.next}>
        <p>{t.nothing}</p>
        <OfferLink look="primary">{t.first}</OfferLink>
      </Card>
    );
  }
  return (
    <Card title={t.next} className={claimStyles.next}>
      <p>{t.asWished}</p>
      <div>
        <p className={styles.big}>{formatMoney(built.plan.amount)}</p>
        <p className="dim">{shapeOf(built.rows)}</p>
      </div>
      <SchedulePicture rows={built.rows} />
      <PenaltyLine penalty={penaltyFor(deal, built.plan, ground.today)} />
      <ConsentNeeded kind="personal-data-creditor" />
      <SignButton code={codeOf(deal, side)} large signed={offering(deal, side, built, {}, () => undefined)}>
        {offerTexts.action}
      </SignButton>
      <OfferLink look="outlined">{t.otherwise}</OfferLink>
    </Card>
  );
}
