import { endings } from '#contract/settlements/endings.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { closedFor, paramsOf, type Settlement } from '../sides.ts';
import { endingTexts } from './ending-texts.ts';

const BreachDialog = lazyPart(
  () => import('../reason-dialogs.tsx'),
  (module) => module.BreachDialog,
);

const t = endingTexts;

/** How the creditor ends an agreement: kept or not. */
export function EndingMoves({ settlement }: { settlement: Settlement }) {
  return (
    <>
      {settlement.moves.includes('breach') && (
        <Button
          variant="danger"
          closed={closedFor(settlement, 'creditor', 'change')}
          onClick={() => openDialog((close) => <BreachDialog settlement={settlement} onClose={close} />)}
        >
          {t.breach}
        </Button>
      )}
      {settlement.moves.includes('waivePenalty') && (
        <MoveButton
          operation={endings.waivePenalty}
          input={{ params: paramsOf(settlement, 'creditor') }}
          label={t.waive}
          ask={t.waiveAsk(formatMoneyOf(settlement.penaltyOpen))}
          done={t.waived}
          closed={closedFor(settlement, 'creditor', 'change')}
        />
      )}
      {settlement.moves.includes('fulfil') && (
        <MoveButton
          operation={endings.fulfil}
          input={{ params: paramsOf(settlement, 'creditor') }}
          label={t.fulfil}
          ask={t.fulfilAsk}
          done={t.fulfilled}
          closed={closedFor(settlement, 'creditor', 'certify')}
          variant="primary"
        />
      )}
    </>
  );
}
