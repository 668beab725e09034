import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { moneyTexts } from './texts.ts';

const AskDialog = lazyPart(
  () => import('./ask-refund-dialog.tsx'),
  (module) => module.AskDialog,
);

type Row = Result<typeof payments.list>['items'][number];

/** The way of a payer to have his money back, while some of it may go back, and to his question while nobody has answered it. */
export function AskRefund({ row: { id, individualId, isRefundable, refundAsked } }: { row: Row }) {
  if (!isRefundable && refundAsked === null) return null;
  return (
    <Can op={payments.askRefund} params={{ id: individualId, x: id }}>
      <Button variant="quiet" onClick={() => openDialog((close) => <AskDialog id={id} onClose={close} />)}>
        {refundAsked === null ? moneyTexts.refund.open : moneyTexts.refund.request}
      </Button>
    </Can>
  );
}
