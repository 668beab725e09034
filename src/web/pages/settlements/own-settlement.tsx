import claimStyles from '#web/features/claims/claims.module.css';
import { LimitationWarning } from '#web/features/claims/limitation.tsx';
import { pauseTexts } from '#web/features/life/pause-texts.ts';
import { acting, isHeld, stopping } from '#web/features/life/running-events.ts';
import { SettlementTag } from '#web/features/life/settlement-tag.tsx';
import { stopTexts } from '#web/features/life/stop-texts.ts';
import { autopaymentTexts } from '#web/features/payments/autopayment-texts.ts';
import { useCharge } from '#web/features/payments/charge.ts';
import { owedOf } from '#web/features/payments/owed.ts';
import { PayCard } from '#web/features/payments/pay-card.tsx';
import { moneyTexts } from '#web/features/payments/texts.ts';
import { LateStart } from '#web/features/plan/late-start.tsx';
import { OfferPrice } from '#web/features/plan/offer-price.tsx';
import { SchedulePicture } from '#web/features/plan/schedule.tsx';
import { TaxDetails } from '#web/features/plan/tax-details.tsx';
import { OwnRequestFrame } from '#web/features/requests/own-request-frame.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { agreedOf, type Summed } from './agreed-sums.ts';
import { ChangeCard, ProposalCard } from './change/proposal.tsx';
import { shiftTexts } from './change/shift-texts.ts';
import { DisputedCard, StaleOffer } from './disputed/disputed-card.tsx';
import { Fulfilled } from './ended/fulfilled.tsx';
import { RateCard } from './ended/rate-card.tsx';
import { RestoredCard } from './ended/restored-card.tsx';
import { DebtCard, OffersTimeline, ScheduleCard, TermsSideBySide, TurnLine } from './negotiation-parts.tsx';
import { OfferLink } from './offer/offer-link.tsx';
import { PenaltyLine, ShiftLine } from './offer/offer-notes.tsx';
import { ownSettlementTexts } from './own-settlement-texts.ts';
import { OwnWays, type Part, Placed } from './own-ways.tsx';
import styles from './parts.module.css';
import { ProceedingsCard } from './proceedings/proceedings-card.tsx';
import { ReadAgreement } from './reading/read-agreement.tsx';
import { AcceptButton, ReasonButton, RecallButton } from './settlement-moves.tsx';
import { activeOfferOf, proposed, type Settlement } from './sides.ts';
import { texts } from './texts.ts';

const LifeList = lazyPart(
  () => import('#web/features/life/life-list.tsx'),
  (module) => module.LifeList,
);

const ChatLink = lazyPart(
  () => import('#web/features/chat/chat-link.tsx'),
  (module) => module.ChatLink,
);
const Agreement = lazyPart(
  () => import('./agreement.tsx'),
  (module) => module.Agreement,
);
const PaymentHistory = lazyPart(
  () => import('#web/features/payments/payment-history.tsx'),
  (module) => module.PaymentHistory,
);
const AutopaymentCard = lazyPart(
  () => import('#web/features/payments/autopayment.tsx'),
  (module) => module.AutopaymentCard,
);
const StateOutside = lazyPart(
  () => import('#web/features/payments/outside.tsx'),
  (module) => module.StateOutside,
);
const HardTimes = lazyPart(
  () => import('#web/features/life/hard-times.tsx'),
  (module) => module.HardTimes,
);
const ShiftCard = lazyPart(
  () => import('./change/shift-card.tsx'),
  (module) => module.ShiftCard,
);
const FirstOffer = lazyPart(
  () => import('./offer/first-offer.tsx'),
  (module) => module.FirstOffer,
);

const t = ownSettlementTexts;
const side = 'individual';

/** A settlement as its debtor sees it, on a phone first: the sum, what to do now, and then everything behind it. */
export function OwnSettlementPage({ settlement }: { settlement: Settlement }) {
  const isSigned = settlement.signedAt !== null;
  const parts = partsOf(settlement);
  return (
    <OwnRequestFrame
      section={{ to: '/dashboard/settlements', title: t.back }}
      title={settlement.creditor}
      status={<SettlementTag of={settlement} life={settlement.life} />}
      about={t.number(settlement.number, settlement.contractNumber)}
    >
      <TurnLine settlement={settlement} />
      <ChatLink of={{ settlementId: settlement.id }} />
      {acting(settlement.life).length > 0 && (
        <LifeList items={acting(settlement.life)} individualId={settlement.individualId} />
      )}
      {settlement.cannotAgree !== null && <Notice tone="warning">{settlement.cannotAgree}</Notice>}
      {isSigned || <LimitationWarning of={settlement} />}
      <ProposalCard settlement={settlement} side={side} />
      {isSigned && <OwnWays parts={parts} settlement={settlement} />}
      <Placed parts={parts} at="pay" />
      <RateCard settlement={settlement} />
      {settlement.restored ? (
        <RestoredCard settlement={settlement} restored={settlement.restored} />
      ) : isSigned ? (
        <SignedSettlement settlement={settlement} />
      ) : (
        <Table settlement={settlement} />
      )}
      {!isSigned && <DisputedCard settlement={settlement} side={side} />}
      {!isSigned && <TermsSideBySide settlement={settlement} />}
      {settlement.status !== 'closed' && <ProceedingsCard settlement={settlement} side={side} />}
      <ScheduleCard settlement={settlement} />
      <Placed parts={parts} at="auto" />
      <Placed parts={parts} at="shift" />
      <Placed parts={parts} at="change" />
      <Placed parts={parts} at="hard" />
      <Placed parts={parts} at="outside" />
      {isSigned && <PaymentHistory settlement={settlement} side={side} />}
      <DebtCard settlement={settlement} isFolded={isSigned} />
      {isSigned && <DisputedCard settlement={settlement} side={side} />}
      <OffersTimeline settlement={settlement} isFolded={isSigned} />
      {isSigned && <Agreement settlement={settlement} />}
      <Placed parts={parts} at="stop" />
    </OwnRequestFrame>
  );
}

/** The parts of the page in which its debtor may do something now, in their order. */
function partsOf(settlement: Settlement): Part[] {
  const { moves, status, life } = settlement;
  const of = { settlement, side } as const;
  const isTold = life.some((event) => event.status === 'waiting' && event.settlementId === null);
  const parts = [
    {
      key: 'pay',
      isOpen: moves.includes('pay') || status === 'paid',
      content: <PayCard settlement={settlement} endsProposal={proposed(settlement) !== undefined} />,
    },
    {
      key: 'auto',
      isOpen: status === 'waiting_for_payment',
      others: stopping(life, 'bargaining') ? [] : [{ label: autopaymentTexts.way }],
      content: <AutopaymentCard settlement={settlement} />,
    },
    {
      key: 'shift',
      // An older node that still runs beside this one tells nothing of it.
      isOpen: settlement.shift != null,
      moves: { shiftPayment: { label: shiftTexts.title } },
      content: <ShiftCard settlement={settlement} />,
    },
    {
      key: 'change',
      isOpen: moves.includes('reschedule') && !proposed(settlement),
      moves: { reschedule: { label: t.ways.reschedule, opens: { step: 'schedule' } } },
      content: <ChangeCard {...of} />,
    },
    {
      key: 'hard',
      isOpen: status === 'waiting_for_payment' && !stopping(life, 'bargaining'),
      moves: {
        askPause: { label: pauseTexts.ask, opens: { ask: 'pause' } },
        recallPause: { label: pauseTexts.recall },
        takeHolidays: { label: pauseTexts.take, opens: { ask: 'holidays' } },
      },
      others: isTold ? [] : [{ label: t.ways.tell, opens: { ask: 'tell' } }],
      content: <HardTimes settlement={settlement} />,
    },
    {
      key: 'outside',
      isOpen: moves.includes('stateOutside'),
      moves: { stateOutside: { label: moneyTexts.outside.state.individual } },
      content: <StateOutside {...of} />,
    },
    {
      key: 'stop',
      isOpen: moves.includes('stop'),
      moves: { stop: { label: texts.moves.stop } },
      content: <ReasonButton {...of} move="stop" />,
    },
  ];
  return parts.filter(({ isOpen }) => isOpen) satisfies Part[];
}

/** The active offer, and what to do with it: one thing before the others. */
function Table({ settlement }: { settlement: Settlement }) {
  const offer = activeOfferOf(settlement);
  const mayOffer = settlement.moves.includes('offer');
  const stop = settlement.status === 'closed' ? undefined : stopping(settlement.life, 'bargaining');
  if (stop) {
    return (
      <Card title={t.next} className={claimStyles.next}>
        <p>{stopTexts.own(stop, settlement.grounds)}</p>
      </Card>
    );
  }
  if (!offer && mayOffer && settlement.offers.length === 0) return <FirstOffer settlement={settlement} />;
  if (!offer) {
    return (
      <Card title={t.next} className={claimStyles.next}>
        <p>{closedWords(settlement)}</p>
        {settlement.status === 'closed' && <ButtonLink to="/dashboard/registries-entries">{t.debts}</ButtonLink>}
        {mayOffer && <OfferLink variant="primary">{t.first}</OfferLink>}
      </Card>
    );
  }
  const isOwn = offer.side === side;
  return (
    <Card className={claimStyles.next}>
      <Sum asks={isOwn ? t.youOffer : t.theyOffer} of={offer} debt={settlement.debtTotal} />
      <SchedulePicture rows={offer.rows} />
      <LateStart rows={offer.rows} />
      <OfferPrice offer={offer} />
      {offer.comment && <p className={styles.comment}>«{offer.comment}»</p>}
      <PenaltyLine penalty={offer.penalty} />
      <ShiftLine shiftEvery={offer.shiftEvery} />
      <TaxDetails note={settlement.taxNote} />
      {isOwn && <p>{t.waiting}</p>}
      <StaleOffer settlement={settlement} side={side} />
      {!settlement.namesEndedRule && <ReadAgreement settlement={settlement} large />}
      {settlement.moves.includes('accept') && <AcceptButton settlement={settlement} side={side} large />}
      {mayOffer && <OfferLink variant="outlined">{t.another}</OfferLink>}
      {settlement.moves.includes('reject') && <ReasonButton settlement={settlement} side={side} move="reject" />}
      {settlement.moves.includes('recall') && <RecallButton settlement={settlement} side={side} />}
    </Card>
  );
}

/** What has been agreed, and what has become of it. */
function SignedSettlement({ settlement }: { settlement: Settlement }) {
  return (
    <Card className={claimStyles.next}>
      <Sum asks={t.agreed} of={agreedOf(settlement)} debt={settlement.debtTotal} />
      <Standing settlement={settlement} />
      {settlement.status === 'waiting_for_payment' && <PenaltyLine penalty={settlement.penalty} />}
    </Card>
  );
}

/** Where nothing lies on the table: what was bargained about is owed as before, unless the law has ended it or its claim was withdrawn. */
function closedWords({ status, closeReason }: Settlement): string {
  if (status !== 'closed') return t.nothing;
  return endedWords(closeReason) ?? t.closed;
}

/** What is said of what the law has ended, or its creditor has withdrawn; undefined of any other end. */
const endedWords = (closeReason: Settlement['closeReason']): string | undefined =>
  closeReason === 'cancelled' ? t.cancelled : closeReason === 'claim_withdrawn' ? t.claimWithdrawn : undefined;

function Standing({ settlement }: { settlement: Settlement }) {
  const { id, status, closeReason, discountAmount, schedule, breach, breachTerms, penaltyOpen, life } = settlement;
  const nearest = schedule.find((row) => row.status !== 'paid' && row.status !== 'cancelled');
  const charge = useCharge(settlement, owedOf(settlement).next?.rest ?? 0);
  if (status === 'paid') return <p>{t.paidOff}</p>;
  if (status === 'closed') {
    if (closeReason === 'breached') return <p>{t.breached}</p>;
    const ended = endedWords(closeReason);
    if (ended) return <p>{ended}</p>;
    return <Fulfilled settlementId={id} isForgiven={(discountAmount ?? 0) > 0} />;
  }
  if (!nearest) return penaltyOpen > 0 ? <Notice tone="danger">{t.penalty(formatMoneyOf(penaltyOpen))}</Notice> : null;
  const [sum, day] = [charge.words, formatDayOf(nearest.dueDate)];
  const stop = stopping(life, 'payments');
  if (stop && isHeld(stop, nearest.dueDate)) return <p>{stopTexts.own(stop, settlement.grounds)}</p>;
  return (
    <>
      {nearest.status === 'overdue' ? <Notice tone="danger">{t.late(sum, day)}</Notice> : <p>{t.nearest(sum, day)}</p>}
      {breach && <Notice tone="warning">{t.warned(breach)}</Notice>}
      {(discountAmount ?? 0) > 0 && <p className="dim">{t.forgives}</p>}
      {/* An older node that still runs beside this one tells nothing of it. */}
      {breachTerms && !breach && <p className="dim">{t.ends(breachTerms)}</p>}
    </>
  );
}

function Sum({ asks, of: { amount, price }, debt }: { asks: string; of: Summed; debt: number }) {
  const fee = price.total - amount - price.interest;
  return (
    <div>
      <p className="dim">{asks}</p>
      <p className={styles.big}>{formatMoneyOf(price.total)}</p>
      <p className="dim">
        {price.interest > 0 && t.more(formatMoneyOf(amount), formatMoneyOf(price.interest), formatMoneyOf(debt))}
        {price.interest === 0 && amount < debt && t.less(formatMoneyOf(debt), formatMoneyOf(debt - amount))}
        {price.interest === 0 && amount >= debt && t.whole(formatMoneyOf(debt))}
      </p>
      {fee > 0 && <p className="dim">{t.fee(formatMoneyOf(fee))}</p>}
    </div>
  );
}
