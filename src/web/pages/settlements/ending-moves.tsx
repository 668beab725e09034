import { useState } from 'react';
import { endings } from '#contract/settlements/endings.ts';
import { moneyTexts } from '#web/features/payments/texts.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { paramsOf, type Settlement } from './sides.ts';

const BreachDialog = lazyPart(
  () => import('./reason-dialogs.tsx'),
  (module) => module.BreachDialog,
);

const t = moneyTexts.end;

/** How the creditor ends an agreement: kept or not. */
export function EndingMoves({ deal }: { deal: Settlement }) {
  const [isBreaching, setBreaching] = useState(false);
  return (
    <>
      {deal.moves.includes('breach') && (
        <Button look="danger" onClick={() => setBreaching(true)}>
          {t.breach}
        </Button>
      )}
      {deal.moves.includes('waivePenalty') && (
        <MoveButton
          operation={endings.waivePenalty}
          input={{ params: paramsOf(deal, 'creditor') }}
          label={t.waive}
          ask={t.waiveAsk(formatMoneyOf(deal.penaltyOpen))}
          done={t.waived}
        />
      )}
      {deal.moves.includes('fulfil') && (
        <MoveButton
          operation={endings.fulfil}
          input={{ params: paramsOf(deal, 'creditor') }}
          label={t.fulfil}
          ask={t.fulfilAsk}
          done={t.fulfilled}
          look="primary"
        />
      )}
      {isBreaching && <BreachDialog deal={deal} onClose={() => setBreaching(false)} />}
    </>
  );
}
