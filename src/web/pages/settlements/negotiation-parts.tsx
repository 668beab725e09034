import { formatPenalty } from '#domain/negotiation/penalty-words.ts';
import { termsOfferMachine } from '#domain/negotiation/terms-offer.ts';
import { formatShare } from '#domain/settlements/discount.ts';
import { shiftWords } from '#domain/settlements/payment-shift.ts';
import { awaitedSide, CLOSE_REASONS } from '#domain/settlements/settlement.ts';
import { DebtFigure } from '#web/features/claims/debt-parts.tsx';
import { pauseTexts } from '#web/features/life/pause-texts.ts';
import { isHeld, stopping } from '#web/features/life/running-events.ts';
import { stopTexts } from '#web/features/life/stop-texts.ts';
import { FeeLine } from '#web/features/plan/fee-line.tsx';
import { fullCostInWords, rateInWords } from '#web/features/plan/offer-price.tsx';
import { SchedulePicture, ScheduleTable, shapeOf } from '#web/features/plan/schedule.tsx';
import { headApprovalTexts, headApprovalTitle } from '#web/features/settlements/head-approval-texts.ts';
import type { HeadApproval } from '#web/features/settlements/head-approvals.tsx';
import { answerUntil, lastMinuteOf } from '#web/features/settlements/time-left.ts';
import { Card } from '#web/ui/display/card.tsx';
import { FoldedCard } from '#web/ui/display/folded-card.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstant, formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { CalendarButton } from './calendar-button.tsx';
import { proposalTexts } from './change/proposal-texts.ts';
import { ByConditions, PenaltyLine, ShiftLine } from './offer/offer-notes.tsx';
import styles from './parts.module.css';
import {
  activeOfferOf,
  changedOn,
  lastOf,
  type Offer,
  type Proposal,
  proposed,
  type Settlement,
  type Side,
  useSide,
} from './sides.ts';
import { texts } from './texts.ts';

/** Whose move it is and until when, in one line. */
export function TurnLine({ settlement }: { settlement: Settlement }) {
  const side = useSide(settlement);
  const { isMine, text } = turnOf(settlement, side);
  return (
    <p role="status" data-mine={isMine || undefined} className={styles.turn}>
      {isMine && <strong>{texts.turn.yours} </strong>}
      {text}
    </p>
  );
}

function turnOf(settlement: Settlement, side: Side | null): { isMine: boolean; text: string } {
  const { status, closeReason, stoppedBy, round, maxRounds } = settlement;
  const t = texts.turn;
  // An older node that still runs beside this one tells nothing of it.
  if (stoppedBy) return { isMine: false, text: t.stopped[stoppedBy === side ? 'own' : stoppedBy] };
  if (status === 'closed') return { isMine: false, text: closeReason ? t.closed[closeReason] : '' };
  const proposal = proposed(settlement);
  if (proposal) {
    const isMine = settlement.moves.includes('rejectProposal');
    const answer = answerUntil(proposal.expiresAt);
    return { isMine, text: isMine ? proposalTexts.turn.mine(answer) : proposalTexts.turn.theirs(answer) };
  }
  const months = askedPause(settlement);
  if (months) {
    const isMine = settlement.moves.includes('refusePause');
    return { isMine, text: isMine ? t.pause(months) : t.pauseAsked(months) };
  }
  if (status !== 'negotiation') return { isMine: false, text: concluded(settlement) };
  const stop = stopping(settlement.life, 'bargaining');
  if (stop) return { isMine: false, text: stopTexts.turn(stop.title) };
  const offer = activeOfferOf(settlement);
  const awaited = awaitedSide({ ...settlement, hasOffer: offer !== undefined });
  if (!offer) {
    const text = round < maxRounds ? t.noOffer : t.lastRound;
    return { isMine: side !== null && settlement.moves.includes('offer'), text };
  }
  const until = answerUntil(offer.expiresAt);
  if (awaited === side && settlement.moves.length > 0) return { isMine: true, text: t.answer(until) };
  return { isMine: false, text: `${settlement.turn ? t.theirs(settlement.turn) : ''} ${t.waits(until)}` };
}

/** For how long the debtor asks for a pause that nobody has answered yet. */
function askedPause({ turn, status, life }: Settlement): string | undefined {
  if (status !== 'waiting_for_payment' || turn !== 'creditor') return undefined;
  const asked = life.find((event) => event.status === 'waiting' && event.settlementId !== null && event.until === null);
  return asked && pauseTexts.month(asked.months ?? 1);
}

/** When the two signed, and when they last signed another schedule. */
function concluded(settlement: Settlement): string {
  const t = texts.turn;
  const day = settlement.signedAt ? formatInstantDay(settlement.signedAt) : '';
  const last = changedOn(settlement);
  return last ? t.changed(day, formatDayOf(last)) : t.concluded(day);
}

/** All rounds as they were made, the newest first; where both have signed they are history, which its debtor opens. */
export function OffersTimeline({ settlement, isFolded = false }: { settlement: Settlement; isFolded?: boolean }) {
  const { createdAt, debtAsOf, signedAt, status, closeReason, stoppedBy, closedAt, updatedAt, round, maxRounds } =
    settlement;
  const t = texts.timeline;
  const about = (
    <span className="dim small">
      {t.round(round, maxRounds)} · {t.lead}
    </span>
  );
  const moments = (
    <ol className={styles.timeline}>
      {status === 'closed' && closeReason && (
        <li className={styles.moment}>
          <strong>{signedAt ? t.closed : t.ended}</strong>
          <span className="dim small">
            {stoppedBy ? t.stopped[stoppedBy] : CLOSE_REASONS[closeReason]} · {formatInstant(closedAt ?? updatedAt)}
          </span>
        </li>
      )}
      {signedAt && (
        <li className={styles.moment} data-side="creditor">
          <strong>{t.signed}</strong>
          <span>{t.signedBy(signersOf(settlement).join(', '))}</span>
          <span className="dim small">{formatInstant(signedAt)}</span>
        </li>
      )}
      {momentsOf(settlement).map((moment) =>
        'from' in moment ? (
          <ShiftMoment key={`shift-${moment.id}`} shift={moment} />
        ) : 'asks' in moment ? (
          <HeadApprovalMoment key={`asked-${moment.id}`} asked={moment} />
        ) : 'kind' in moment ? (
          <ProposalMoment key={moment.id} proposal={moment} />
        ) : (
          <Round key={moment.id} offer={moment} />
        ),
      )}
      <li className={styles.moment}>
        <strong>{t.opened}</strong>
        <span className="dim small">
          {formatInstant(createdAt)} · {t.openedBy(formatDayOf(debtAsOf))}
        </span>
      </li>
    </ol>
  );
  if (isFolded) {
    return (
      <FoldedCard title={t.title}>
        {about}
        {moments}
      </FoldedCard>
    );
  }
  return (
    <Card>
      <div className="row">
        <h2>{t.title}</h2>
        {about}
      </div>
      {moments}
    </Card>
  );
}

type Shift = Settlement['shifts'][number];

/**
 * Rounds, what the creditor's people have asked their head, what was proposed about the agreement, and what its debtor has shifted, the newest
 * first. An older node that still runs beside this one tells nothing of the last.
 */
const momentsOf = ({
  offers,
  asked,
  proposals,
  shifts = [],
}: Pick<Settlement, 'offers' | 'asked' | 'proposals'> & Partial<Pick<Settlement, 'shifts'>>): (
  | Offer
  | HeadApproval
  | Proposal
  | Shift
)[] =>
  [...offers, ...asked, ...proposals, ...shifts].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));

function ShiftMoment({ shift: { no, from, to, createdAt } }: { shift: Shift }) {
  return (
    <li className={styles.moment} data-side="individual">
      <strong>{texts.timeline.shifted(no, formatDayOf(from), formatDayOf(to))}</strong>
      <span className="dim small">{formatInstant(createdAt)}</span>
    </li>
  );
}

function HeadApprovalMoment({ asked }: { asked: HeadApproval }) {
  const { maker, reason, status, decidedBy, decisionReason, createdAt, expiresAt, decidedAt } = asked;
  const t = headApprovalTexts;
  const outcomes = {
    pending: t.outcomes.pending(formatInstant(expiresAt)),
    approved: t.outcomes.approved(decidedBy ?? ''),
    rejected: t.outcomes.rejected(decidedBy ?? ''),
    expired: t.outcomes.expired,
  };
  return (
    <li className={styles.moment} data-side="creditor">
      <strong>{headApprovalTitle(asked)}</strong>
      <span className="dim small">{t.maker(maker, formatInstant(createdAt))}</span>
      <p className={styles.comment}>«{reason}»</p>
      <span>
        {outcomes[status]}
        {decidedAt && `, ${formatInstant(decidedAt)}`}
      </span>
      {decisionReason && <p className={styles.comment}>«{decisionReason}»</p>}
    </li>
  );
}

/** What somebody has proposed about the agreement in force, and what came of it. */
function ProposalMoment({ proposal }: { proposal: Proposal }) {
  const { kind, side, rows, status, comment, rejectReason, createdAt } = proposal;
  const t = proposalTexts.proposal;
  return (
    <li className={styles.moment} data-side={side}>
      <div className="row">
        <strong>{t.offered[kind](side, shapeOf(rows))}</strong>
        <StatusTag of={termsOfferMachine} status={status} />
      </div>
      {comment && <p className={styles.comment}>«{comment}»</p>}
      {rejectReason && <p className={styles.comment}>{t.why(rejectReason)}</p>}
      <span className="dim small">{formatInstant(createdAt)}</span>
    </li>
  );
}

/** Those who have signed the very terms that were accepted. */
function signersOf({ offers, signatures }: Settlement): string[] {
  const accepted = offers.find(({ status }) => status === 'accepted');
  return signatures.filter(({ termsHash }) => termsHash === accepted?.termsHash).map(({ signer }) => signer);
}

function Round({ offer }: { offer: Offer }) {
  const { side, price, status, rows, forgivenBps, comment, rejectReason, createdAt, expiresAt } = offer;
  const t = texts.timeline;
  const [first] = rows;
  return (
    <li className={styles.moment} data-side={side}>
      <div className="row">
        <strong>{t.offered(side, formatMoneyOf(price.total))}</strong>
        <StatusTag of={termsOfferMachine} status={status} />
      </div>
      <span>
        {t.terms(shapeOf(rows), first ? formatDayOf(first.dueDate) : '')}
        {forgivenBps > 0 && `, ${t.discount(formatShare(forgivenBps))}`}
        {price.rateBps > 0 && `, ${rateInWords(offer)}`}
      </span>
      {comment && <p className={styles.comment}>«{comment}»</p>}
      {rejectReason && <p className={styles.comment}>{t.rejected(rejectReason)}</p>}
      <ByConditions offer={offer} />
      <PenaltyLine penalty={offer.penalty} />
      <ShiftLine shiftEvery={offer.shiftEvery} />
      <FeeLine fee={offer.fee} />
      <span className="dim small">
        {formatInstant(createdAt)}
        {status === 'active' && ` · ${t.until(lastMinuteOf(expiresAt))}`}
      </span>
    </li>
  );
}

/** What each side asks, line by line; where they differ is bold. */
export function TermsSideBySide({ settlement }: { settlement: Settlement }) {
  const t = texts.terms;
  const [theirs, ours] = [lastOf(settlement, 'individual'), lastOf(settlement, 'creditor')];
  if (!theirs || !ours) return null;
  const lines: [string, (offer: Offer) => string][] = [
    [t.total, ({ price }) => formatMoneyOf(price.total)],
    [t.rate, rateInWords],
    [t.fullCost, fullCostInWords],
    [t.forgiven, ({ forgiven, forgivenBps }) => `${formatMoneyOf(forgiven)} (${formatShare(forgivenBps)})`],
    [t.payments, ({ rows }) => String(rows.length)],
    [t.first, ({ rows }) => formatDayOf(rows[0]?.dueDate ?? '')],
    [t.last, ({ rows }) => formatDayOf(rows.at(-1)?.dueDate ?? '')],
    [t.penalty, ({ penalty }) => (penalty ? formatPenalty(penalty) : t.noPenalty)],
    [t.shift, ({ shiftEvery }) => (shiftEvery == null ? t.noShift : shiftWords(shiftEvery))],
  ];
  const apart = Math.abs(ours.price.total - theirs.price.total);
  return (
    <Card title={t.title}>
      <table className={styles.terms}>
        <caption className="unseen">{t.title}</caption>
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            <th scope="col">{texts.sides.individual}</th>
            <th scope="col">{texts.sides.creditor}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, show]) => (
            <tr key={name} data-differs={show(theirs) !== show(ours) || undefined}>
              <th scope="row">{name}</th>
              <td>{show(theirs)}</td>
              <td>{show(ours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {apart > 0 && <p className="dim small">{t.apart(formatMoneyOf(apart))}</p>}
    </Card>
  );
}

/** The agreed rows; those that are not asked for now are neither late nor due. */
function runningRows({ schedule, life }: Settlement) {
  const stop = stopping(life, 'payments');
  return schedule.map((row) => {
    const held = row.status !== 'paid' && row.status !== 'cancelled' && isHeld(stop, row.dueDate);
    return held ? { ...row, status: 'planned' as const, held } : row;
  });
}

/** The schedule that is agreed, or the one that is offered: a picture and the same in numbers. */
export function ScheduleCard({ settlement }: { settlement: Settlement }) {
  const t = texts.schedule;
  const isAgreed = settlement.schedule.length > 0;
  const rows = isAgreed ? runningRows(settlement) : (activeOfferOf(settlement)?.rows ?? []);
  if (rows.length === 0) return null;
  const formers = isAgreed ? Map.groupBy(settlement.replaced, ({ replacedOn }) => replacedOn) : new Map();
  const title = formers.size > 0 ? proposalTexts.current : t.agreed;
  return (
    <Card title={isAgreed ? title : t.offered}>
      <SchedulePicture rows={rows} />
      <ScheduleTable rows={rows} />
      {settlement.status === 'waiting_for_payment' && <CalendarButton settlementId={settlement.id} />}
      {[...formers].map(([day, former]) => (
        <details key={day}>
          <summary>{proposalTexts.former(formatDayOf(day))}</summary>
          <ScheduleTable rows={former} />
        </details>
      ))}
    </Card>
  );
}

/** What the debt is made of; since the bargaining began it does not grow. */
export function DebtCard({ settlement, isFolded = false }: { settlement: Settlement; isFolded?: boolean }) {
  const Sheet = isFolded ? FoldedCard : Card;
  const { debt, debtTotal, debtAsOf, status, signedAt } = settlement;
  return (
    <Sheet title={texts.debt.title}>
      <DebtFigure debt={debt} total={debtTotal} />
      <p className="dim small">{texts.debt.asOf(formatDayOf(debtAsOf), status, signedAt !== null)}</p>
    </Sheet>
  );
}
