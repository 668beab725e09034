import { settlements } from '#contract/settlements/settlements.ts';
import { LateStart } from '#web/features/plan/late-start.tsx';
import { OfferPrice } from '#web/features/plan/offer-price.tsx';
import { SchedulePicture, ScheduleTable, shapeOf } from '#web/features/plan/schedule.tsx';
import { scheduleTexts } from '#web/features/plan/schedule-texts.ts';
import { answerUntil } from '#web/features/settlements/time-left.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { ChangeRecognition } from '../disputed/signing-recognition.tsx';
import { AskHeadButton } from '../offer/ask-head.tsx';
import { PenaltyLine } from '../offer/offer-notes.tsx';
import styles from '../parts.module.css';
import { ReadAgreement } from '../reading/read-agreement.tsx';
import { ReasonButton } from '../settlement-moves.tsx';
import {
  closedFor,
  codeOf,
  openRows,
  operationsOf,
  type Proposal,
  paramsOf,
  proposed,
  type Settlement,
  type Side,
} from '../sides.ts';
import { proposalTexts } from './proposal-texts.ts';

const t = proposalTexts;
const p = t.proposal;

interface Props {
  settlement: Settlement;
  side: Side | null;
}

/** The proposal about an agreement in force: what would change, and what the viewer may answer. */
export function ProposalCard({ settlement, side }: Props) {
  const proposal = proposed(settlement);
  if (!proposal) return null;
  const { kind, rows, penalty, comment, expiresAt } = proposal;
  const until = answerUntil(expiresAt);
  return (
    <Card title={p.title[kind]}>
      <p>{proposal.side === side ? p.yours(until) : p.by(proposal.side, until)}</p>
      {comment && <p className={styles.comment}>«{comment}»</p>}
      {kind === 'annulment' ? (
        <p>{p.annuls}</p>
      ) : (
        <>
          <p className="dim">
            {t.now}: {shapeOf(openRows(settlement))}. {t.next}:
          </p>
          <SchedulePicture rows={rows} />
          <LateStart rows={rows} />
          <OfferPrice offer={proposal} />
          <PenaltyLine penalty={penalty} />
          <details>
            <summary>{scheduleTexts.all}</summary>
            <ScheduleTable rows={rows} />
          </details>
        </>
      )}
      {side && <Answers settlement={settlement} side={side} proposal={proposal} />}
    </Card>
  );
}

function Answers({ settlement, side, proposal }: { settlement: Settlement; side: Side; proposal: Proposal }) {
  const { moves } = settlement;
  return (
    <div className="row">
      <ReadAgreement settlement={settlement} kind={proposal.kind} />
      {moves.includes('askToAcceptProposal') && (
        <AskHeadButton
          settlement={settlement}
          asks={{ operation: settlements.askToAccept, body: { termsHash: proposal.termsHash } }}
        />
      )}
      {moves.includes('acceptProposal') && <AcceptProposal settlement={settlement} side={side} proposal={proposal} />}
      {moves.includes('rejectProposal') && <ReasonButton settlement={settlement} side={side} move="reject" />}
      {moves.includes('recallProposal') && (
        <MoveButton
          operation={operationsOf[side].recall}
          input={{ params: paramsOf(settlement, side) }}
          label={p.recall}
          ask={p.recallAsk}
          done={p.recalled}
        />
      )}
    </div>
  );
}

function AcceptProposal({ settlement, side, proposal }: { settlement: Settlement; side: Side; proposal: Proposal }) {
  const { kind, rows, termsHash } = proposal;
  const first = rows[0]?.dueDate ?? '';
  return (
    <SignButton
      code={codeOf(settlement, side)}
      closed={closedFor(settlement, side, 'change')}
      signed={{
        operation: kind === 'addendum' ? operationsOf[side].accept : operationsOf[side].reopen,
        params: paramsOf(settlement, side),
        body: { termsHash },
        title: p.acceptTitle[kind],
        what: (
          <div className="stack-tight">
            <p>
              <strong>{p.acceptWhat[kind](side, shapeOf(rows), formatDayOf(first))}</strong>
            </p>
            {kind === 'addendum' && <OfferPrice offer={proposal} />}
            <div>
              <ReadAgreement settlement={settlement} kind={kind} />
            </div>
            <p className="dim">{p.acceptBinding}</p>
            {kind === 'addendum' && <ChangeRecognition of={settlement} side={side} />}
          </div>
        ),
        action: p.sign,
        done: p.accepted[kind],
      }}
    >
      {p.accept[kind](formatMoneyOf(proposal.price.total))}
    </SignButton>
  );
}

/** The ways to change an agreement in force. */
export function ChangeCard({ settlement, side }: Props) {
  const { moves } = settlement;
  if (side === null || !moves.includes('reschedule') || proposed(settlement)) return null;
  return (
    <Card title={t.title}>
      <p>{t.lead[side]}</p>
      <div className="row">
        <ButtonLink to="." search={{ step: 'schedule' }}>
          {t.reschedule}
        </ButtonLink>
        {moves.includes('reopen') && (
          <ButtonLink to="." search={{ step: 'reopen' }}>
            {t.reopen}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
