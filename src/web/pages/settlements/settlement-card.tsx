import { useState } from 'react';
import { debug } from '#contract/platform/debug.ts';
import { formatShare } from '#domain/settlements/discount.ts';
import { ClaimLink } from '#web/features/claims/claim-link.tsx';
import { ContactWeek } from '#web/features/contacts/week-card.tsx';
import { CreditorNext } from '#web/features/life/creditor-next.tsx';
import { acting } from '#web/features/life/running-events.ts';
import { SettlementTag } from '#web/features/life/settlement-tag.tsx';
import { LateStart } from '#web/features/plan/late-start.tsx';
import { OfferPrice } from '#web/features/plan/offer-price.tsx';
import { shapeOf } from '#web/features/plan/schedule.tsx';
import { TaxDetails } from '#web/features/plan/tax-details.tsx';
import { requestHref } from '#web/features/requests/hrefs.ts';
import { headApprovalTexts } from '#web/features/settlements/head-approval-texts.ts';
import { DetailPage, type Tab } from '#web/kit/detail/page.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { dash, formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { DisputedCard, StaleOffer } from './disputed/disputed-card.tsx';
import { breachLine } from './ended/breach-line.ts';
import { endingTexts as end } from './ended/ending-texts.ts';
import { DebtCard, OffersTimeline, ScheduleCard, TermsSideBySide, TurnLine } from './negotiation-parts.tsx';
import styles from './parts.module.css';
import { PreviewDocument } from './preview-document.tsx';
import { previewTexts } from './preview-texts.ts';
import { ProceedingsCard } from './proceedings/proceedings-card.tsx';
import { activeOfferOf, closedFor, proposed, type Settlement, useSide } from './sides.ts';
import { texts } from './texts.ts';

const LifeList = lazyPart(
  () => import('#web/features/life/life-list.tsx'),
  (module) => module.LifeList,
);

const AskedTerms = lazyPart(
  () => import('#web/features/settlements/head-approvals.tsx'),
  (module) => module.HeadApprovalTerms,
);
const DebtOnDay = lazyPart(
  () => import('#web/features/payments/debt-on-day.tsx'),
  (module) => module.DebtOnDay,
);
const AutopaymentOfDebtor = lazyPart(
  () => import('#web/features/payments/autopayment-of-debtor.tsx'),
  (module) => module.AutopaymentOfDebtor,
);
const EnterButton = lazyPart(
  () => import('#web/features/life/life-card.tsx'),
  (module) => module.EnterButton,
);
const PauseAnswers = lazyPart(
  () => import('#web/features/life/answer-pause.tsx'),
  (module) => module.PauseAnswers,
);
const PaymentHistory = lazyPart(
  () => import('#web/features/payments/payment-history.tsx'),
  (module) => module.PaymentHistory,
);
const StateOutside = lazyPart(
  () => import('#web/features/payments/outside.tsx'),
  (module) => module.StateOutside,
);
const ChatBeside = lazyPart(
  () => import('#web/features/chat/chat-beside.tsx'),
  (module) => module.ChatBeside,
);
const Agreement = lazyPart(
  () => import('./agreement.tsx'),
  (module) => module.Agreement,
);
const ChangeCard = lazyPart(
  () => import('./change/proposal.tsx'),
  (module) => module.ChangeCard,
);
const ProposalCard = lazyPart(
  () => import('./change/proposal.tsx'),
  (module) => module.ProposalCard,
);
const EndingMoves = lazyPart(
  () => import('./ended/ending-moves.tsx'),
  (module) => module.EndingMoves,
);
const SettlementMoves = lazyPart(
  () => import('./settlement-moves.tsx'),
  (module) => module.SettlementMoves,
);

const t = texts.card;

/** A settlement as its creditor and the operators see it. */
export function SettlementCard({ settlement }: { settlement: Settlement }) {
  const { number, status, debtor, creditor } = settlement;
  // Those who only look need nothing of what the two do.
  const side = useSide(settlement);
  const ends = (['breach', 'fulfil', 'waivePenalty'] as const).some((move) => settlement.moves.includes(move));
  return (
    <DetailPage
      above={[{ to: '/dashboard/settlements', title: t.section }]}
      title={number}
      status={
        <>
          <SettlementTag of={settlement} life={settlement.life} />
          <span className="dim">{t.parties(debtor, creditor)}</span>
        </>
      }
      figures={figuresOf(settlement)}
      actions={
        <>
          {side !== null && <SettlementMoves settlement={settlement} />}
          {ends && <EndingMoves settlement={settlement} />}
          <PreviewButton settlementId={settlement.id} />
        </>
      }
      notices={
        <>
          <TurnLine settlement={settlement} />
          {acting(settlement.life).length > 0 && (
            <>
              <LifeList items={acting(settlement.life)} individualId={settlement.individualId} />
              {side === 'creditor' && status !== 'closed' && (
                <CreditorNext life={settlement.life} debt={settlement.grounds} />
              )}
              <PauseAnswers
                settlement={settlement}
                life={settlement.life}
                closed={closedFor(settlement, 'creditor', 'change')}
              />
            </>
          )}
          {settlement.cannotAgree !== null && <Notice tone="warning">{settlement.cannotAgree}</Notice>}
          <LateStart rows={activeOfferOf(settlement)?.rows ?? []} />
          <StaleOffer settlement={settlement} side={side} />
          <WaitsForHead settlement={settlement} />
          {side === 'creditor' && <CannotSign settlement={settlement} />}
          {proposed(settlement) && <ProposalCard settlement={settlement} side={side} />}
          {settlement.priceProblem && <Notice tone="warning">{t.price(settlement.priceProblem)}</Notice>}
          {settlement.breachAhead && <Notice tone="warning">{aheadLine(settlement, settlement.breachAhead)}</Notice>}
          {settlement.restored && settlement.owedAgain !== null && (
            <Notice tone="warning">{restoredLine(settlement.restored)}</Notice>
          )}
          {settlement.breach && (
            <Notice tone="warning">
              {breachLine(settlement.breach, settlement.moves.includes('breach'), serverDay())}
            </Notice>
          )}
        </>
      }
      tabs={tabsOf(settlement)}
    />
  );
}

/** What is overdue of the schedule, since when, and when the agreement may be ended for it. */
function aheadLine({ schedule }: Settlement, { noticeOn, cure }: NonNullable<Settlement['breachAhead']>): string {
  const late = schedule.filter(({ status }) => status === 'overdue');
  const sum = late.reduce((all, { amount, paid }) => all + amount - paid, 0);
  return end.ahead(formatMoneyOf(sum), formatDayOf(late[0]?.dueDate), formatDayOf(noticeOn), cure);
}

/** What the debtor owes since the agreement was ended. */
const restoredLine = ({ restoredOn, rest, payUntil }: NonNullable<Settlement['restored']>): string =>
  end.restored(formatDayOf(restoredOn), formatMoneyOf(rest), formatDayOf(payUntil));

/** Which right each move needs. */
const requiredRight: Partial<Record<Settlement['moves'][number], 'conclude' | 'change' | 'certify'>> = {
  offer: 'conclude',
  accept: 'conclude',
  reschedule: 'change',
  reopen: 'change',
  acceptProposal: 'change',
  agreePause: 'change',
  breach: 'change',
  waivePenalty: 'change',
  fulfil: 'certify',
};

/** Whoever may not sign what is to be signed here reads it before he tries, and who can give him the right. */
function CannotSign({ settlement }: { settlement: Settlement }) {
  const acts = settlement.moves.flatMap((move) => requiredRight[move] ?? []);
  const reasons = new Set(acts.flatMap((act) => closedFor(settlement, 'creditor', act) ?? []));
  return [...reasons].map((reason) => (
    <Notice key={reason} tone="warning">
      {reason}
    </Notice>
  ));
}

/** For those who keep the forms of documents. */
function PreviewButton({ settlementId }: { settlementId: number }) {
  const [isOpen, setOpen] = useState(false);
  if (accessTo(debug.previewDocument, useMe()) === 'no') return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{previewTexts.open}</Button>
      {isOpen && <PreviewDocument settlementId={settlementId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What waits for the head's word is above everything else. */
function WaitsForHead({ settlement }: { settlement: Settlement }) {
  return settlement.asked
    .filter(({ status }) => status === 'pending')
    .map((asked) => (
      <Card key={asked.id} title={headApprovalTexts.title}>
        <AskedTerms settlement={settlement} asked={asked} />
      </Card>
    ));
}

function figuresOf(settlement: Settlement): (readonly [string, string])[] {
  const { debtTotal, debtAsOf, agreedAmount, discountBps, schedule, round, maxRounds } = settlement;
  const debt = [t.figures.debt(formatDayOf(debtAsOf)), formatMoneyOf(debtTotal)] as const;
  if (agreedAmount !== null) {
    return [
      debt,
      [t.figures.agreed, formatMoneyOf(agreedAmount)],
      [t.figures.discount, formatShare(discountBps ?? 0)],
      [t.figures.paid, formatMoneyOf(settlement.paidAmount)],
      // What is owed beside the schedule matters more than its shape, which is below.
      settlement.penaltyOpen > 0
        ? [t.figures.penalty, formatMoneyOf(settlement.penaltyOpen)]
        : [t.figures.plan, shapeOf(schedule)],
    ];
  }
  const offer = activeOfferOf(settlement);
  return [
    debt,
    [offer ? t.figures.offer(offer.side) : t.figures.noOffer, offer ? formatMoneyOf(offer.price.total) : dash],
    [t.figures.discount, offer ? formatShare(offer.forgivenBps) : dash],
    [t.figures.plan, offer ? shapeOf(offer.rows) : dash],
    [t.figures.round, t.rounds(round, maxRounds)],
  ];
}

/** What has been agreed comes first once it has been; until then how it is bargained about. */
function tabsOf(settlement: Settlement): Tab[] {
  const bargain = { key: 'bargain', title: t.tabs.bargain, content: <Bargain settlement={settlement} /> };
  const chat = {
    key: 'chat',
    title: t.tabs.chat,
    content: <ChatBeside of={{ settlementId: settlement.id }} />,
    wide: true,
  };
  const { legalEntityId: id, registryId: r, registryEntryId: e } = settlement;
  const contacts = { key: 'contacts', title: t.tabs.contacts, content: <ContactWeek params={{ id, r, e }} /> };
  if (settlement.signedAt === null) return [bargain, chat, contacts];
  return [
    { key: 'schedule', title: t.tabs.schedule, content: <Running settlement={settlement} /> },
    { key: 'payments', title: t.tabs.payments, content: <Paid settlement={settlement} /> },
    { key: 'agreement', title: t.tabs.agreement, content: <Agreement settlement={settlement} /> },
    bargain,
    chat,
    contacts,
  ];
}

function Bargain({ settlement }: { settlement: Settlement }) {
  const side = useSide(settlement);
  return (
    <div className={styles.two}>
      <div className="stack">
        <OffersTimeline settlement={settlement} />
        {settlement.signedAt === null && <ScheduleCard settlement={settlement} />}
      </div>
      <div className="stack">
        {settlement.signedAt === null && <OfferCost settlement={settlement} />}
        <TermsSideBySide settlement={settlement} />
        <DisputedCard settlement={settlement} side={side} />
        {settlement.signedAt === null && <ProceedingsCard settlement={settlement} side={side} />}
        <DebtCard settlement={settlement} />
        <Links settlement={settlement} />
      </div>
    </div>
  );
}

/** What the offer on the table costs, from the first round on, before anybody signs it. */
function OfferCost({ settlement }: { settlement: Settlement }) {
  const offer = activeOfferOf(settlement);
  if (!offer) return null;
  return (
    <Card title={t.cost}>
      <OfferPrice offer={offer} />
      <TaxDetails note={settlement.taxNote} />
    </Card>
  );
}

/** What has come of it, and what is open on a day. */
function Paid({ settlement }: { settlement: Settlement }) {
  const side = useSide(settlement);
  return (
    <div className={styles.two}>
      <div className="stack">
        {side && settlement.moves.includes('stateOutside') && <StateOutside settlement={settlement} side={side} />}
        {side === null && <AutopaymentOfDebtor settlementId={settlement.id} />}
        <PaymentHistory settlement={settlement} side={side} />
      </div>
      <DebtOnDay settlement={settlement} />
    </div>
  );
}

function Running({ settlement }: { settlement: Settlement }) {
  const side = useSide(settlement);
  return (
    <div className={styles.two}>
      <ScheduleCard settlement={settlement} />
      <div className="stack">
        {settlement.moves.includes('reschedule') && <ChangeCard settlement={settlement} side={side} />}
        <ProceedingsCard settlement={settlement} side={side} />
        <DebtCard settlement={settlement} />
        <Links settlement={settlement} />
        {side === 'creditor' && (
          <EnterButton of={{ legalEntityId: settlement.legalEntityId, settlementId: settlement.id }} />
        )}
      </div>
    </div>
  );
}

function Links({ settlement }: { settlement: Settlement }) {
  const { individualId, requestId: id } = settlement;
  return (
    <div className="row">
      <ButtonLink to={requestHref({ individualId, id })}>{t.request}</ButtonLink>
      <ClaimLink of={settlement}>{t.claim}</ClaimLink>
    </div>
  );
}
