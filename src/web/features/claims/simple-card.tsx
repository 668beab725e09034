import type { Result } from '#contract/kernel/op.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { limitationWarning } from '#domain/registries/limitation.ts';
import { contractKinds } from '#domain/registries/registry-lists.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { useOwnStop } from '../life/own-life.ts';
import { stopTexts } from '../life/stop-texts.ts';
import { Answered } from './answered.tsx';
import { answeringOf } from './answering.ts';
import styles from './claims.module.css';
import { limitationShown, mayBeOver, RecognitionNote } from './limitation.tsx';
import { debtTexts } from './texts.ts';

const RejectDialog = lazyPart(
  () => import('./reject-dialog.tsx'),
  (module) => module.RejectDialog,
);

const t = debtTexts.simple;
export type OwnSimple = Result<typeof simpleRegistries.own>['items'][number];

/** A creditor's question to a person: is this debt yours? One answer, and what follows from it. */
export function SimpleCard({ entry, individualId }: { entry: OwnSimple; individualId: number }) {
  const { creditor, contractNumber, contractKind, approxAmount, overdueFrom, fullEntryId } = entry;
  const kind = contractKinds.find(({ code }) => code === contractKind)?.label;
  return (
    <Card className={styles.card}>
      <div>
        <p className={styles.creditor}>{creditor}</p>
        <p>{approxAmount === null ? t.noSum : t.about(formatMoneyOf(approxAmount))}</p>
        <p>{contractNumber ? t.contract(contractNumber) : t.noContract}</p>
        <p className="dim">
          {[kind, overdueFrom && t.overdueFrom(formatDayOf(overdueFrom))].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Answered of={entry} />
      <Next entry={entry} individualId={individualId} />
      {fullEntryId !== null && (
        <ButtonLink to="/dashboard/registries-entries" large>
          {t.openFull}
        </ButtonLink>
      )}
      <Answers entry={entry} individualId={individualId} />
    </Card>
  );
}

/** Who cannot agree on anything new is not asked to own up to a debt; that it is not his he may say all the same. */
function Next({ entry, individualId }: { entry: OwnSimple; individualId: number }) {
  const { contractKind } = entry;
  const stop = useOwnStop(individualId);
  return (
    <p>
      {stop && entry.moves.length > 0
        ? stopTexts.card(stop, 'bargaining', contractKind && { contractKind })
        : stepOf(entry)}
    </p>
  );
}

function stepOf(entry: OwnSimple): string {
  const { day, isLate } = answeringOf(entry);
  if (day === null) return t.steps[entry.status];
  return entry.status === 'accepted_by_individual' ? t.acceptedBy({ day, isLate }) : t.rejectedBy({ day, isLate });
}

function Answers({ entry, individualId }: { entry: OwnSimple; individualId: number }) {
  const isVerified = useMe()?.verificationStatus === 'verified';
  const stop = useOwnStop(individualId);
  const { id, moves, version } = entry;
  const params = { id: individualId, entryId: id };
  if (moves.length === 0) return null;
  // Who has not been verified is told why the buttons do nothing, and where to go.
  if (!isVerified) return <Notice tone="warning">{t.closed}</Notice>;
  const isSecondThought = entry.status === 'rejected_by_individual';
  return (
    <div className={styles.answers}>
      {!stop && moves.includes('accept') && <RecognitionNote of={entry} act={t.acts.accept} />}
      {!stop && moves.includes('accept') && (
        <MoveButton
          operation={simpleRegistries.accept}
          input={{ params, body: { version, ...limitationShown(entry) } }}
          label={isSecondThought ? t.reconsider : t.accept}
          ask={mayBeOver(entry) ? t.askLate(limitationWarning(entry).join(' ')) : t.ask}
          done={t.accepted}
          variant={isSecondThought || mayBeOver(entry) ? 'outlined' : 'primary'}
          large
        />
      )}
      {moves.includes('reject') && (
        <Button
          large
          onClick={() =>
            openDialog((close) => (
              <RejectDialog operation={simpleRegistries.reject} params={params} entry={entry} onClose={close} />
            ))
          }
        >
          {t.reject}
        </Button>
      )}
      {!stop && <p className="dim small">{t.after}</p>}
    </div>
  );
}
