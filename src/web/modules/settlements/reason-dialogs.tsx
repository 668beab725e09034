import { endings } from '#contract/endings.ts';
import { closing } from '#web/app/detail/use-move.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { moneyTexts } from '#web/app/money/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import type { AskProps } from './ask-head.tsx';
import type { MoveProps } from './settlement-moves.tsx';
import { actsOf, paramsOf, type Settlement } from './sides.ts';
import { texts } from './texts.ts';

const { below, moves } = texts;
const { end } = moneyTexts;

/** Asks the head, with a reason. */
export function AskDialog({ deal, asks: { operation, body }, after, onClose }: AskProps & { onClose: () => void }) {
  const form = useOperationForm({
    operation,
    params: paramsOf(deal, 'creditor'),
    initial: { reason: '' },
    body: ({ reason }) => ({ ...body, reason }),
    ...closing(below.done, onClose, after),
  });
  return (
    <Dialog title={below.action} onClose={onClose}>
      <Form form={form} action={below.action} onCancel={onClose}>
        <p>{below.lead}</p>
        <TextArea
          {...form.field('reason')}
          label={below.reason}
          hint={below.reasonHint}
          maxLength={1000}
          data-autofocus
        />
      </Form>
    </Dialog>
  );
}

/** Ends an agreement that was not kept. */
export function BreachDialog({ deal, onClose }: { deal: Settlement; onClose: () => void }) {
  const form = useOperationForm({
    operation: endings.breach,
    params: paramsOf(deal, 'creditor'),
    initial: { reason: '' },
    ...closing(end.breached, onClose),
  });
  return (
    <Dialog title={end.breach} onClose={onClose}>
      <Form form={form} action={end.breach} danger onCancel={onClose}>
        <p>{end.breachLead}</p>
        <TextArea {...form.field('reason')} label={end.reason} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}

/** Rejects the offer or ends the bargaining; the other side reads why. */
export function ReasonDialog({
  deal,
  side,
  move,
  onClose,
}: MoveProps & { move: 'reject' | 'stop'; onClose: () => void }) {
  const form = useOperationForm({
    operation: actsOf[side][move],
    params: paramsOf(deal, side),
    initial: { reason: '' },
    ...closing(move === 'reject' ? moves.rejected : moves.stopped, onClose),
  });
  return (
    <Dialog title={moves[move]} onClose={onClose}>
      <Form form={form} action={moves[move]} danger onCancel={onClose}>
        <p>{move === 'reject' ? moves.rejectLead : moves.stopLead}</p>
        <TextArea
          {...form.field('reason')}
          label={moves.reason}
          hint={moves.reasonHint}
          maxLength={500}
          data-autofocus
        />
      </Form>
    </Dialog>
  );
}
