import { settlements } from '#contract/settlements/settlements.ts';
import { SchedulePicture, ScheduleTable, shapeOf } from '#web/features/plan/schedule.tsx';
import { scheduleTexts } from '#web/features/plan/schedule-texts.ts';
import { answerUntil } from '#web/features/settlements/left.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { SignButton } from '#web/kit/signing/signing.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import { PenaltyLine } from '../offer/offer-notes.tsx';
import styles from '../parts.module.css';
import { ReasonButton } from '../settlement-moves.tsx';
import { actsOf, codeOf, openRows, type Proposal, paramsOf, proposed, type Settlement, type Side } from '../sides.ts';
import { proposalTexts } from './proposal-texts.ts';

const AskButton = lazyPart(
  () => import('../offer/ask-head.tsx'),
  (module) => module.AskButton,
);

const t = proposalTexts;
const p = t.proposal;

interface Props {
  deal: Settlement;
  side: Side | null;
}

/** What lies beside an agreement in force: what would change, and what the viewer may answer. */
export function ProposalCard({ deal, side }: Props) {
  const proposal = proposed(deal);
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
            {t.now}: {shapeOf(openRows(deal))}. {t.next}:
          </p>
          <SchedulePicture rows={rows} />
          <PenaltyLine penalty={penalty} />
          <details>
            <summary>{scheduleTexts.all}</summary>
            <ScheduleTable rows={rows} />
          </details>
        </>
      )}
      {side && <Answers deal={deal} side={side} proposal={proposal} />}
    </Card>
  );
}

function Answers({ deal, side, proposal }: { deal: Settlement; side: Side; proposal: Proposal }) {
  const { moves } = deal;
  return (
    <div className="row">
      {moves.includes('askToAcceptProposal') && (
        <AskButton deal={deal} asks={{ operation: settlements.askToAccept, body: { termsHash: proposal.termsHash } }} />
      )}
      {moves.includes('acceptProposal') && <AcceptProposal deal={deal} side={side} proposal={proposal} />}
      {moves.includes('rejectProposal') && <ReasonButton deal={deal} side={side} move="reject" />}
      {moves.includes('recallProposal') && (
        <MoveButton
          operation={actsOf[side].recall}
          input={{ params: paramsOf(deal, side) }}
          label={p.recall}
          ask={p.recallAsk}
          done={p.recalled}
        />
      )}
    </div>
  );
}

function AcceptProposal({ deal, side, proposal }: { deal: Settlement; side: Side; proposal: Proposal }) {
  const { kind, rows, termsHash } = proposal;
  const first = rows[0]?.dueDate ?? '';
  return (
    <SignButton
      code={codeOf(deal, side)}
      signed={{
        operation: kind === 'addendum' ? actsOf[side].accept : actsOf[side].reopen,
        params: paramsOf(deal, side),
        body: { termsHash },
        title: p.acceptTitle[kind],
        what: (
          <div className="stack-tight">
            <p>
              <strong>{p.acceptWhat[kind](shapeOf(rows), formatDayOf(first))}</strong>
            </p>
            <p className="dim">{p.acceptBinding}</p>
          </div>
        ),
        action: p.sign,
        done: p.accepted[kind],
      }}
    >
      {p.accept[kind]}
    </SignButton>
  );
}

/** The ways to change an agreement in force. */
export function ChangeCard({ deal, side }: Props) {
  const { moves } = deal;
  if (side === null || !moves.includes('reschedule') || proposed(deal)) return null;
  return (
    <Card title={t.title}>
      <p>{t.lead[side]}</p>
      <div className="row">
        <ButtonLink to="." search={{ step: 'schedule' } as never}>
          {t.reschedule}
        </ButtonLink>
        {moves.includes('reopen') && (
          <ButtonLink to="." search={{ step: 'reopen' } as never}>
            {t.reopen}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
