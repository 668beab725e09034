import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { moneyTexts } from './texts.ts';

const AskDialog = lazyPart(
  () => import('./ask-refund-dialog.tsx'),
  (module) => module.AskDialog,
);

type Row = Result<typeof payments.list>['items'][number];

/** The way of a payer to have his money back, and what he was answered. */
export function AskRefund({ row: { id, individualId } }: { row: Row }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can op={payments.askRefund} params={{ id: individualId, x: id }}>
      <Button onClick={() => setOpen(true)}>{moneyTexts.refund.open}</Button>
      {isOpen && <AskDialog id={id} onClose={() => setOpen(false)} />}
    </Can>
  );
}
