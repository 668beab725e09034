import type { Operation } from '#contract/kernel/op.ts';
import { endings } from '#contract/settlements/endings.ts';
import { settlementFieldRequired } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { endingTexts as end } from './ended/ending-texts.ts';
import type { AskHeadProps } from './offer/ask-head.tsx';
import { belowConditionsTexts } from './offer/below-conditions-texts.ts';
import type { MoveProps } from './settlement-moves.tsx';
import { operationsOf, paramsOf, type Settlement, type Side } from './sides.ts';
import { texts } from './texts.ts';

const { moves } = texts;

interface Reasoned {
  settlement: Settlement;
  side: Side;
  operation: Operation;
  /** What is sent beside the reason. */
  body?: object;
  action: string;
  lead: string;
  label: string;
  hint?: string;
  maxLength?: number;
  danger?: boolean;
  done: string;
  after?: (() => unknown) | undefined;
  onClose: () => void;
}

/** A move that says why. */
function Because({
  settlement,
  side,
  operation,
  body,
  action,
  lead,
  danger = false,
  done,
  after,
  onClose,
  ...reason
}: Reasoned) {
  const form = useOperationForm({
    operation,
    params: paramsOf(settlement, side),
    initial: { reason: '' },
    rules: { reason: settlementFieldRequired() },
    body: (values) => ({ ...body, ...values }),
    ...closeOnDone(done, onClose, after),
  });
  return (
    <Dialog title={action} onClose={onClose}>
      <Form form={form} action={action} danger={danger} onCancel={onClose}>
        <p>{lead}</p>
        <TextArea maxLength={500} {...form.field('reason')} {...reason} data-autofocus />
      </Form>
    </Dialog>
  );
}

/** Asks the head, with a reason. */
export const AskHeadDialog = ({ settlement, asks, onAsked, onClose }: AskHeadProps & { onClose: () => void }) => (
  <Because
    {...{ settlement, after: onAsked, onClose, ...asks }}
    side="creditor"
    action={belowConditionsTexts.action}
    lead={belowConditionsTexts.lead}
    label={belowConditionsTexts.reason}
    hint={belowConditionsTexts.reasonHint}
    maxLength={1000}
    done={belowConditionsTexts.done}
  />
);

/** Ends an agreement that was not kept. */
export const BreachDialog = ({ settlement, onClose }: { settlement: Settlement; onClose: () => void }) => (
  <Because
    {...{ settlement, onClose }}
    side="creditor"
    operation={endings.breach}
    action={end.breach}
    lead={end.breachLead}
    label={end.reason}
    danger
    done={end.breached}
  />
);

/** Rejects the offer or ends the bargaining; the other side reads why. */
export const ReasonDialog = ({
  settlement,
  side,
  move,
  onClose,
}: MoveProps & { move: 'reject' | 'stop'; onClose: () => void }) => (
  <Because
    {...{ settlement, side, onClose }}
    operation={operationsOf[side][move]}
    action={moves[move]}
    lead={move === 'reject' ? moves.rejectLead : moves.stopLead}
    label={moves.reason}
    hint={moves.reasonHint}
    danger
    done={move === 'reject' ? moves.rejected : moves.stopped}
  />
);
