import { useState } from 'react';
import { formatShare } from '#domain/settlements/discount.ts';
import { settlement } from '#domain/settlements/settlement.ts';
import { ClaimLink } from '#web/features/claims/claim-link.tsx';
import { moneyTexts } from '#web/features/payments/texts.ts';
import { shapeOf } from '#web/features/plan/schedule.tsx';
import { requestHref } from '#web/features/requests/hrefs.ts';
import { askedTexts } from '#web/features/settlements/asked-texts.ts';
import { debug } from '#web/kit/data/outline.ts';
import { DetailPage, type Tab } from '#web/kit/detail/page.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { verdict } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { absent, formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { DebtCard, OffersTimeline, ScheduleCard, TermsSideBySide, TurnLine } from './bargain-parts.tsx';
import styles from './parts.module.css';
import { previewTexts } from './preview-texts.ts';
import { onTable, proposed, type Settlement, useSide } from './sides.ts';
import { texts } from './texts.ts';

const AskedTerms = lazyPart(
  () => import('#web/features/settlements/asked.tsx'),
  (module) => module.AskedTerms,
);
const DebtOnDay = lazyPart(
  () => import('#web/features/payments/debt-on-day.tsx'),
  (module) => module.DebtOnDay,
);
const PaymentHistory = lazyPart(
  () => import('#web/features/payments/payment-history.tsx'),
  (module) => module.PaymentHistory,
);
const StateOutside = lazyPart(
  () => import('#web/features/payments/outside.tsx'),
  (module) => module.StateOutside,
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
  () => import('./ending-moves.tsx'),
  (module) => module.EndingMoves,
);
const SettlementMoves = lazyPart(
  () => import('./settlement-moves.tsx'),
  (module) => module.SettlementMoves,
);

const PreviewDocument = lazyPart(
  () => import('./preview-document.tsx'),
  (module) => module.PreviewDocument,
);

const t = texts.card;

/** A settlement as its creditor and the operators see it. */
export function SettlementCard({ deal }: { deal: Settlement }) {
  const { number, status, debtor, creditor } = deal;
  // Those who only look need nothing of what the two do.
  const side = useSide(deal);
  const ends = (['breach', 'fulfil', 'waivePenalty'] as const).some((move) => deal.moves.includes(move));
  return (
    <DetailPage
      above={[{ to: '/dashboard/settlements', title: t.section }]}
      title={number}
      status={
        <>
          <StatusTag of={settlement} status={status} />
          <span className="dim">{t.parties(debtor, creditor)}</span>
        </>
      }
      figures={figuresOf(deal)}
      actions={
        <>
          {side !== null && <SettlementMoves deal={deal} />}
          {ends && <EndingMoves deal={deal} />}
          <PreviewButton settlementId={deal.id} />
        </>
      }
      notices={
        <>
          <TurnLine deal={deal} />
          <WaitsForHead deal={deal} />
          {proposed(deal) && <ProposalCard deal={deal} side={side} />}
          {deal.cureNoticeOn && deal.status === 'waiting_for_payment' && (
            <Notice tone="warning">{moneyTexts.end.cure(formatDayOf(deal.cureNoticeOn))}</Notice>
          )}
        </>
      }
      tabs={tabsOf(deal)}
    />
  );
}

/** For those who keep the forms of documents. */
function PreviewButton({ settlementId }: { settlementId: number }) {
  const [isOpen, setOpen] = useState(false);
  if (verdict(debug.previewDocument, useMe()) === 'no') return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{previewTexts.open}</Button>
      {isOpen && <PreviewDocument settlementId={settlementId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What waits for the head's word stands above everything else. */
function WaitsForHead({ deal }: { deal: Settlement }) {
  return deal.asked
    .filter(({ status }) => status === 'pending')
    .map((asked) => (
      <Card key={asked.id} title={askedTexts.title}>
        <AskedTerms deal={deal} asked={asked} />
      </Card>
    ));
}

function figuresOf(deal: Settlement): (readonly [string, string])[] {
  const { debtTotal, debtAsOf, agreedAmount, discountBps, schedule, round, maxRounds } = deal;
  const debt = [t.figures.debt(formatDayOf(debtAsOf)), formatMoneyOf(debtTotal)] as const;
  if (agreedAmount !== null) {
    return [
      debt,
      [t.figures.agreed, formatMoneyOf(agreedAmount)],
      [t.figures.discount, formatShare(discountBps ?? 0)],
      [t.figures.paid, formatMoneyOf(deal.paidAmount)],
      // What is owed beside the schedule matters more than its shape, which stands below.
      deal.penaltyOpen > 0 ? [t.figures.penalty, formatMoneyOf(deal.penaltyOpen)] : [t.figures.plan, shapeOf(schedule)],
    ];
  }
  const offer = onTable(deal);
  return [
    debt,
    [offer ? t.figures.offer(offer.side) : t.figures.noOffer, offer ? formatMoneyOf(offer.amount) : absent],
    [t.figures.discount, offer ? formatShare(offer.forgivenBps) : absent],
    [t.figures.plan, offer ? shapeOf(offer.rows) : absent],
    [t.figures.round, t.rounds(round, maxRounds)],
  ];
}

/** What has been agreed comes first once it has been; until then how it is bargained about. */
function tabsOf(deal: Settlement): Tab[] {
  const bargain = { key: 'bargain', title: t.tabs.bargain, content: <Bargain deal={deal} /> };
  if (deal.signedAt === null) return [bargain];
  return [
    { key: 'schedule', title: t.tabs.schedule, content: <Running deal={deal} /> },
    { key: 'payments', title: t.tabs.payments, content: <Paid deal={deal} /> },
    { key: 'agreement', title: t.tabs.agreement, content: <Agreement deal={deal} /> },
    bargain,
  ];
}

function Bargain({ deal }: { deal: Settlement }) {
  return (
    <div className={styles.two}>
      <div className="stack">
        <OffersTimeline deal={deal} />
        {deal.signedAt === null && <ScheduleCard deal={deal} />}
      </div>
      <div className="stack">
        <TermsSideBySide deal={deal} />
        <DebtCard deal={deal} />
        <Links deal={deal} />
      </div>
    </div>
  );
}

/** What has come of it, and what is open on a day. */
function Paid({ deal }: { deal: Settlement }) {
  const side = useSide(deal);
  return (
    <div className={styles.two}>
      <div className="stack">
        {side && deal.moves.includes('stateOutside') && <StateOutside deal={deal} side={side} />}
        <PaymentHistory deal={deal} side={side} />
      </div>
      <DebtOnDay settlementId={deal.id} />
    </div>
  );
}

function Running({ deal }: { deal: Settlement }) {
  const side = useSide(deal);
  return (
    <div className={styles.two}>
      <ScheduleCard deal={deal} />
      <div className="stack">
        {deal.moves.includes('reschedule') && <ChangeCard deal={deal} side={side} />}
        <DebtCard deal={deal} />
        <Links deal={deal} />
      </div>
    </div>
  );
}

function Links({ deal }: { deal: Settlement }) {
  const { individualId, requestId: id } = deal;
  return (
    <div className="row">
      <ButtonLink to={requestHref({ individualId, id }) as never}>{t.request}</ButtonLink>
      <ClaimLink of={deal}>{t.claim}</ClaimLink>
    </div>
  );
}
