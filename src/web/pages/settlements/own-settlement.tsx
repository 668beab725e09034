import { CLOSE_REASONS, settlement } from '#domain/settlements/settlement.ts';
import claimStyles from '#web/features/claims/claims.module.css';
import { PayCard } from '#web/features/payments/pay-card.tsx';
import { PaymentHistory } from '#web/features/payments/payment-history.tsx';
import { SchedulePicture } from '#web/features/plan/schedule.tsx';
import { OwnCase } from '#web/features/requests/case.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { Agreement } from './agreement.tsx';
import { DebtCard, OffersTimeline, ScheduleCard, TermsSideBySide, TurnLine } from './bargain-parts.tsx';
import { ChangeCard, ProposalCard } from './change/proposal.tsx';
import { OfferLink } from './offer/offer-link.tsx';
import { PenaltyLine } from './offer/offer-notes.tsx';
import { ownSettlementTexts } from './own-settlement-texts.ts';
import styles from './parts.module.css';
import { RateCard } from './rate-card.tsx';
import { AcceptButton, ReasonButton, RecallButton } from './settlement-moves.tsx';
import { onTable, type Settlement } from './sides.ts';

const StateOutside = lazyPart(
  () => import('#web/features/payments/outside.tsx'),
  (module) => module.StateOutside,
);
const FirstOffer = lazyPart(
  () => import('./offer/first-offer.tsx'),
  (module) => module.FirstOffer,
);

const t = ownSettlementTexts;
const side = 'individual';

/** A settlement as its debtor sees it, on a phone first: the sum, what to do now, and then everything behind it. */
export function OwnSettlementPage({ deal }: { deal: Settlement }) {
  const isSigned = deal.signedAt !== null;
  return (
    <OwnCase
      section={{ to: '/dashboard/settlements', title: t.back }}
      title={deal.creditor}
      status={<StatusTag of={settlement} status={deal.status} />}
      about={t.number(deal.number, deal.contractNumber)}
    >
      <TurnLine deal={deal} />
      <ProposalCard deal={deal} side={side} />
      {deal.moves.includes('pay') && <PayCard deal={deal} />}
      <RateCard deal={deal} />
      {isSigned ? <Agreed deal={deal} /> : <Table deal={deal} />}
      {!isSigned && <TermsSideBySide deal={deal} />}
      <ScheduleCard deal={deal} />
      <ChangeCard deal={deal} side={side} />
      {deal.moves.includes('stateOutside') && <StateOutside deal={deal} side={side} />}
      {isSigned && <PaymentHistory deal={deal} side={side} />}
      <DebtCard deal={deal} />
      <OffersTimeline deal={deal} />
      {isSigned && <Agreement deal={deal} />}
      {deal.moves.includes('stop') && <ReasonButton deal={deal} side={side} move="stop" />}
    </OwnCase>
  );
}

/** What lies on the table, and what to do with it: one thing before the others. */
function Table({ deal }: { deal: Settlement }) {
  const offer = onTable(deal);
  const mayOffer = deal.moves.includes('offer');
  if (!offer && mayOffer && deal.offers.length === 0) return <FirstOffer deal={deal} />;
  if (!offer) {
    return (
      <Card title={t.next} className={claimStyles.next}>
        <p>{deal.closeReason ? t.closed(CLOSE_REASONS[deal.closeReason]) : t.nothing}</p>
        {mayOffer && <OfferLink look="primary">{t.first}</OfferLink>}
      </Card>
    );
  }
  const isOwn = offer.side === side;
  return (
    <Card className={claimStyles.next}>
      <Sum asks={isOwn ? t.youOffer : t.theyOffer} amount={offer.amount} debt={deal.debtTotal} />
      <SchedulePicture rows={offer.rows} />
      {offer.comment && <p className={styles.comment}>«{offer.comment}»</p>}
      <PenaltyLine penalty={offer.penalty} />
      {isOwn && <p>{t.waiting}</p>}
      {deal.moves.includes('accept') && <AcceptButton deal={deal} side={side} large />}
      {mayOffer && <OfferLink look="outlined">{t.another}</OfferLink>}
      {deal.moves.includes('reject') && <ReasonButton deal={deal} side={side} move="reject" />}
      {deal.moves.includes('recall') && <RecallButton deal={deal} side={side} />}
    </Card>
  );
}

/** What has been agreed, and what has become of it. */
function Agreed({ deal }: { deal: Settlement }) {
  const { agreedAmount, debtTotal } = deal;
  return (
    <Card className={claimStyles.next}>
      <Sum asks={t.agreed} amount={agreedAmount ?? debtTotal} debt={debtTotal} />
      <Standing deal={deal} />
      {deal.status === 'waiting_for_payment' && <PenaltyLine penalty={deal.penalty} />}
    </Card>
  );
}

function Standing({
  deal: { status, closeReason, discountAmount, schedule, cureNoticeOn, penaltyOpen },
}: {
  deal: Settlement;
}) {
  if (status === 'paid') return <p>{t.paidOff}</p>;
  if (status === 'closed') return <p>{closeReason === 'breached' ? t.breached : t.fulfilled}</p>;
  const nearest = schedule.find((row) => row.status !== 'paid' && row.status !== 'cancelled');
  if (!nearest) return penaltyOpen > 0 ? <Notice tone="danger">{t.penalty(formatMoneyOf(penaltyOpen))}</Notice> : null;
  const [sum, day] = [formatMoneyOf(nearest.amount - nearest.paid), formatDayOf(nearest.dueDate)];
  return (
    <>
      {nearest.status === 'overdue' ? <Notice tone="danger">{t.late(sum, day)}</Notice> : <p>{t.nearest(sum, day)}</p>}
      {nearest.status === 'overdue' && cureNoticeOn && (
        <Notice tone="warning">{t.cured(formatDayOf(cureNoticeOn))}</Notice>
      )}
      {(discountAmount ?? 0) > 0 && <p className="dim">{t.inTime}</p>}
    </>
  );
}

function Sum({ asks, amount, debt }: { asks: string; amount: number; debt: number }) {
  return (
    <div>
      <p className="dim">{asks}</p>
      <p className={styles.big}>{formatMoneyOf(amount)}</p>
      <p className="dim">
        {amount < debt ? t.less(formatMoneyOf(debt), formatMoneyOf(debt - amount)) : t.whole(formatMoneyOf(debt))}
      </p>
    </div>
  );
}
