import { Ellipsis } from 'lucide-react';
import { settlements } from '#contract/settlements/settlements.ts';
import { CreditorLimitation } from '#web/features/claims/limitation.tsx';
import { byPayments } from '#web/features/plan/by-payments.ts';
import { FeeLine } from '#web/features/plan/fee-line.tsx';
import { OfferPrice } from '#web/features/plan/offer-price.tsx';
import { shapeOf } from '#web/features/plan/schedule.tsx';
import { TaxDetails } from '#web/features/plan/tax-details.tsx';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { SigningRecognition } from './disputed/signing-recognition.tsx';
import { AskHeadButton } from './offer/ask-head.tsx';
import { PenaltyLine, ShiftLine } from './offer/offer-notes.tsx';
import { offerTexts } from './offer/offer-texts.ts';
import { ReadAgreement } from './reading/read-agreement.tsx';
import {
  activeOfferOf,
  closedFor,
  codeOf,
  operationsOf,
  paramsOf,
  type Settlement,
  type Side,
  useSide,
} from './sides.ts';
import { texts } from './texts.ts';

const ReasonDialog = lazyPart(
  () => import('./reason-dialogs.tsx'),
  (module) => module.ReasonDialog,
);

const t = texts.moves;
/** The moves that are made while the two bargain. */
const bargaining = new Set<Settlement['moves'][number]>(['offer', 'accept', 'reject', 'recall', 'stop']);
export interface MoveProps {
  settlement: Settlement;
  side: Side;
}

/** What a viewer at a desk may do now: to accept comes first, with the sum on the button. */
export function SettlementMoves({ settlement }: { settlement: Settlement }) {
  const side = useSide(settlement);
  if (side === null || !settlement.moves.some((move) => bargaining.has(move))) return null;
  const offer = activeOfferOf(settlement);
  return (
    <>
      <Others settlement={settlement} side={side} />
      {offer && !settlement.namesEndedRule && <ReadAgreement settlement={settlement} />}
      {settlement.moves.includes('offer') && (
        <ButtonLink to="." search={{ step: 'offer' }} variant={offer ? 'outlined' : 'primary'}>
          {offer ? t.counter : t.offer}
        </ButtonLink>
      )}
      {settlement.moves.includes('accept') && <AcceptButton settlement={settlement} side={side} />}
      {offer && settlement.moves.includes('askToAccept') && (
        <AskHeadButton
          settlement={settlement}
          asks={{ operation: settlements.askToAccept, body: { termsHash: offer.termsHash } }}
        />
      )}
    </>
  );
}

/** Accepts the offer on the table, the very one that is seen. */
export function AcceptButton({ settlement, side, large }: MoveProps & { large?: boolean }) {
  const offer = activeOfferOf(settlement);
  if (!offer) return null;
  const sum = formatMoneyOf(offer.price.total);
  const w = texts.accept;
  const [first] = offer.rows;
  const shape = shapeOf(offer.rows);
  return (
    <SignButton
      code={codeOf(settlement, side)}
      closed={closedFor(settlement, side, 'conclude')}
      large={large ?? false}
      signed={{
        operation: operationsOf[side].accept,
        params: paramsOf(settlement, side),
        body: { termsHash: offer.termsHash },
        title: w.title,
        what: (
          <div className="stack-tight">
            <p>
              <strong>
                {w.what(
                  sum,
                  offer.fee?.way === 'on_top' ? w.andFee(shape) : shape,
                  first ? formatDayOf(first.dueDate) : '',
                )}
              </strong>
            </p>
            <OfferPrice offer={offer} />
            <div>
              <ReadAgreement settlement={settlement} />
            </div>
            <TaxDetails note={settlement.taxNote} />
            <PenaltyLine penalty={offer.penalty} />
            <ShiftLine shiftEvery={offer.shiftEvery} />
            <FeeLine fee={offer.fee} />
            <p className="dim">{w.binding}</p>
            <p className="dim">{offerTexts.paidSince(formatDayOf(settlement.debtAsOf))[side]}</p>
            {side === 'individual' ? <SigningRecognition of={settlement} /> : <CreditorLimitation of={settlement} />}
          </div>
        ),
        action: w.sign,
        done: w.done,
      }}
    >
      {w.action(sum, byPayments(offer.rows.length))}
    </SignButton>
  );
}

/** What ends something is apart from what goes on. */
function Others({ settlement, side }: MoveProps) {
  const { moves } = settlement;
  const label = <Ellipsis size={20} aria-hidden="true" />;
  return (
    <DropPanel variant="quiet" label={label} name={t.more} title={t.more}>
      {(close) => (
        <div className="stack-tight">
          {moves.includes('recall') && <RecallButton settlement={settlement} side={side} />}
          {(['reject', 'stop'] as const)
            .filter((move) => moves.includes(move))
            .map((move) => (
              <Button
                key={move}
                variant="danger"
                onClick={() => {
                  close();
                  askReason(move, { settlement, side });
                }}
              >
                {t[move]}
              </Button>
            ))}
        </div>
      )}
    </DropPanel>
  );
}

/** Takes the own offer back while nobody has accepted it. */
export function RecallButton({ settlement, side }: MoveProps) {
  return (
    <MoveButton
      operation={operationsOf[side].recall}
      input={{ params: paramsOf(settlement, side) }}
      label={t.recall}
      ask={t.recallAsk}
      done={t.recalled}
    />
  );
}

const askReason = (move: 'reject' | 'stop', of: MoveProps): void =>
  openDialog((close) => <ReasonDialog {...of} move={move} onClose={close} />);

/** A button that asks why, and then rejects the offer or ends the bargaining. */
export function ReasonButton({ move, ...of }: MoveProps & { move: 'reject' | 'stop' }) {
  return (
    <Button variant="danger" onClick={() => askReason(move, of)}>
      {t[move]}
    </Button>
  );
}
