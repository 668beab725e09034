import { requests } from '#contract/settlements/requests.ts';
import { scheduleTotal } from '#domain/settlements/schedule.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import claimStyles from '#web/features/claims/claims.module.css';
import { ConsentNeeded } from '#web/features/consents/needed.tsx';
import { draftOfDesired } from '#web/features/plan/desired-plan.ts';
import { build } from '#web/features/plan/plan-draft.ts';
import { SchedulePicture, shapeOf } from '#web/features/plan/schedule.tsx';
import { usePlanContext } from '#web/features/plan/use-plan-context.ts';
import { useRead } from '#web/kit/data/query.ts';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { ownSettlementTexts } from '../own-settlement-texts.ts';
import styles from '../parts.module.css';
import { ReadAgreement } from '../reading/read-agreement.tsx';
import { codeOf, draftWith, type Settlement } from '../sides.ts';
import { feeFor, planContextOf } from './offer-context.tsx';
import { OfferLink } from './offer-link.tsx';
import { PenaltyLine } from './offer-notes.tsx';
import { offerTexts } from './offer-texts.ts';
import { penaltyFor } from './penalty-for.ts';
import { lastDayOf, offerToSign } from './requested-terms.tsx';

const t = ownSettlementTexts;
const side = 'individual';

/**
 * The first word of a bargaining is what the debtor has asked for in his request: he need not build the same plan a second
 * time, only sign it.
 */
export function FirstOffer({ settlement }: { settlement: Settlement }) {
  const { data } = useRead(requests.get, { params: { id: settlement.individualId, qid: settlement.requestId } });
  const context = usePlanContext(() => planContextOf(settlement, side));
  if (!data) return null;
  const built = build(draftOfDesired(data, context), context);
  const fee = feeFor(settlement)(built.plan.amount, built.rows);
  const hasDesired = data.desiredAmount !== null && Object.keys(built.problems).length === 0;
  if (!hasDesired) {
    return (
      <Card title={t.next} className={claimStyles.next}>
        <p>{t.nothing}</p>
        <OfferLink variant="primary">{t.first}</OfferLink>
      </Card>
    );
  }
  return (
    <Card title={t.next} className={claimStyles.next}>
      <p>{t.asDesired}</p>
      <div>
        <p className={styles.big}>{formatMoney(kopecks(scheduleTotal(built.rows) + fee))}</p>
        <p className="dim">{shapeOf(built.rows)}</p>
        {fee > 0 && <p className="dim">{t.fee(formatMoney(fee))}</p>}
      </div>
      <SchedulePicture rows={built.rows} />
      <PenaltyLine penalty={penaltyFor(settlement, built.plan, context)} />
      <ConsentNeeded kind="personal-data-creditor" />
      <ReadAgreement settlement={settlement} draft={{ by: side, body: draftWith(built.form, {}) }} large />
      <SignButton
        code={codeOf(settlement, side)}
        large
        signed={offerToSign(settlement, context, built, {}, () => undefined)}
      >
        {offerTexts.action}
      </SignButton>
      <p className="dim small">
        {offerTexts.after} {offerTexts.binds(lastDayOf(settlement, side))}
      </p>
      <OfferLink variant="outlined">{t.otherwise}</OfferLink>
    </Card>
  );
}
