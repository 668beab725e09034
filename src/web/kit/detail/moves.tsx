import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import type { VerificationMove } from '#domain/parties/verification.ts';
import { Button } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { ApiError, callUntyped } from '../data/api.ts';
import { refresh } from '../data/query.ts';
import { formTexts } from '../form/texts.ts';
import { lazyPart } from '../lazy-part.tsx';
import { detailTexts } from './texts.ts';
import { notifyRefusal } from './use-move.ts';

const ReasonDialog = lazyPart(
  () => import('./move-dialogs.tsx'),
  (module) => module.ReasonDialog,
);
const ReturnDialog = lazyPart(
  () => import('./move-dialogs.tsx'),
  (module) => module.ReturnDialog,
);

const t = detailTexts.moves;

/** What the moves of verification need to know of a card. */
export interface Verifiable {
  id: number;
  version: number;
  moves: readonly string[];
  blockers: Readonly<Record<string, string>>;
}

export interface MoveProps {
  card: Verifiable;
  /** Sending for verification has an operation of its own, all decisions share one. */
  operations: { apply: Operation; decide: Operation };
  /** The fields of the card at which a remark may be, with their names. */
  fields: Readonly<Record<string, string>>;
}

/** These are rare and heavy, so they are behind «⋯». */
const rare: readonly string[] = ['block'];
/** The step that moves the work forward. */
const forward: readonly string[] = ['apply', 'approve', 'unblock'];

/** The moves of verification that the viewer may make now; one that is closed to him says why. */
export function MoveButtons(props: MoveProps) {
  const { card } = props;
  const [busy, setBusy] = useState(false);
  const moves = card.moves as VerificationMove[];

  const start = (move: VerificationMove) => {
    if (move !== 'apply' && move !== 'approve' && move !== 'withdraw') return ask(props, move);
    confirm({
      message: t.ask[move],
      acceptLabel: t.labels[move],
      rejectLabel: formTexts.cancel,
      accept: () => {
        setBusy(true);
        void make(props, move).finally(() => setBusy(false));
      },
    });
  };

  const button = (move: VerificationMove) => (
    <Button
      key={move}
      variant={rare.includes(move) ? 'danger' : forward.includes(move) ? 'primary' : 'outlined'}
      busy={busy}
      closed={card.blockers[move]}
      data-close={rare.includes(move) || undefined}
      onClick={() => start(move)}
    >
      {t.labels[move]}
    </Button>
  );
  const hidden = moves.filter((move) => rare.includes(move));
  return (
    <>
      {moves.filter((move) => !rare.includes(move)).map(button)}
      {hidden.length > 0 && (
        <DropPanel label={<Ellipsis size={20} aria-hidden="true" />} name={detailTexts.more} title={detailTexts.more}>
          {hidden.map(button)}
        </DropPanel>
      )}
    </>
  );
}

/** A move that wants to be told why. */
function ask(props: MoveProps, move: VerificationMove): void {
  if (move === 'return') openDialog((close) => <ReturnDialog {...props} onClose={close} />);
  if (move === 'block' || move === 'unblock') {
    openDialog((close) => <ReasonDialog {...props} move={move} onClose={close} />);
  }
}

/** A move without further questions; what stands in its way is told where everything else is told. */
async function make({ card, operations, fields }: MoveProps, move: 'apply' | 'approve' | 'withdraw'): Promise<void> {
  const { id, version } = card;
  const [operation, body] = move === 'apply' ? [operations.apply, { version }] : [operations.decide, { move, version }];
  try {
    await callUntyped(operation, { params: { id }, body });
    notify({ severity: 'success', summary: t.done[move]! });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const missing = Object.keys(error.fields).map((field) => fields[field] ?? error.fields[field]);
    if (missing.length === 0) return notifyRefusal(error);
    notify({ severity: 'warn', summary: t.missing, detail: missing.join(', ') });
  }
  await refresh();
}
