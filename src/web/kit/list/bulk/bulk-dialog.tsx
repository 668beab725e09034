import { useEffect, useState } from 'react';
import { type VerificationMove, verificationMachine } from '#domain/parties/verification.ts';
import { refresh } from '#web/kit/data/query.ts';
import { detailTexts } from '#web/kit/detail/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts } from '../texts.ts';
import {
  type BulkCard,
  blockerOf,
  isProposed,
  makeAll,
  mostAtOnce,
  movesOf,
  type Outcome,
  readCards,
  statusAfter,
} from './bulk.ts';
import styles from './bulk-dialog.module.css';
import type { BulkProps } from './bulk-moves.tsx';

const t = texts.bulk;
const labels = detailTexts.moves.labels;

/** Shows what a move will change with each of the chosen, makes it, and says what has come of each. */
export function BulkDialog({ chosen, operations, onClose }: BulkProps & { onClose: () => void }) {
  const { cards, failure } = useCards(chosen, operations.get);
  const [wanted, setWanted] = useState<VerificationMove>();
  const [reason, setReason] = useState('');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const moves = movesOf(cards ?? []);
  const move = wanted ?? moves[0];
  const possible = (cards ?? []).filter((card) => move && blockerOf(card, move, t.otherStatus) === undefined);
  const needsReason = move !== undefined && move !== 'approve';
  const isDone = !busy && outcomes.length > 0;

  const start = async (made: VerificationMove) => {
    if (needsReason && reason.trim().length < leastReason(made)) return setError(t.reasonShort(leastReason(made)));
    setError(undefined);
    setBusy(true);
    await makeAll(operations.decide, made, reason.trim(), possible, (outcome) =>
      setOutcomes((before) => [...before, outcome]),
    );
    setBusy(false);
    await refresh();
  };

  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        isDone ? (
          <Button variant="primary" onClick={onClose}>
            {t.close}
          </Button>
        ) : (
          move &&
          possible.length > 0 && (
            <Button variant="primary" busy={busy} onClick={() => void start(move)}>
              {t.apply(labels[move], possible.length)}
            </Button>
          )
        )
      }
    >
      <div className="stack">
        {chosen.size > mostAtOnce && <Notice tone="warning">{t.tooMany(mostAtOnce)}</Notice>}
        {failure && <Notice tone="danger">{failure}</Notice>}
        {!cards && !failure && chosen.size <= mostAtOnce && <p role="status">{detailTexts.loading}</p>}
        {cards && moves.length === 0 && <Notice tone="info">{t.nothing}</Notice>}
        {cards && move && (
          <>
            <SelectField
              label={t.move}
              value={move}
              disabled={busy || isDone}
              choices={moves.map((one) => [one, labels[one]] as const)}
              onChange={({ target }) => setWanted(target.value as VerificationMove)}
            />
            {needsReason && !isDone && (
              <TextArea
                label={detailTexts.moves.reason}
                value={reason}
                error={error}
                disabled={busy}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
            <p role="status">
              {isDone ? t.made(outcomes.filter((one) => !one.failed).length, outcomes.length) : t.preview}
            </p>
            <ul className={styles.rows} aria-label={t.rows}>
              {cards.map((card) => (
                <Row key={card.id} card={card} move={move} outcome={outcomes.find(({ id }) => id === card.id)} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}

const leastReason = (move: VerificationMove): number => (move === 'return' ? 10 : 3);

function useCards(chosen: BulkProps['chosen'], get: BulkProps['operations']['get']) {
  const [cards, setCards] = useState<BulkCard[]>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (chosen.size > mostAtOnce) return;
    readCards(get, chosen).then(setCards, (error: Error) => setFailure(error.message));
  }, [chosen, get]);
  return { cards, failure };
}

/** One of the chosen: what it is now and what it will be, why not, or what has come of it. */
function Row({ card, move, outcome }: { card: BulkCard; move: VerificationMove; outcome: Outcome | undefined }) {
  const blocker = blockerOf(card, move, t.otherStatus);
  return (
    <li className={styles.row}>
      <span>{card.name}</span>
      <span className={blocker || outcome?.failed ? styles.not : styles.change}>
        {outcome ? (outcome.failed ?? t.done) : (blocker ?? changeOf(card, move))}
      </span>
    </li>
  );
}

function changeOf({ verificationStatus }: BulkCard, move: VerificationMove): string {
  const change = t.change(verificationMachine.label(verificationStatus), verificationMachine.label(statusAfter(move)));
  return isProposed(move) ? t.proposed(change) : change;
}
