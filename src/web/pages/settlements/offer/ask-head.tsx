import type { Operation } from '#contract/kernel/op.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Settlement } from '../sides.ts';
import { belowTexts } from './below-conditions-texts.ts';

const AskDialog = lazyPart(
  () => import('../reason-dialogs.tsx'),
  (module) => module.AskDialog,
);

const t = belowTexts;

export interface AskProps {
  settlement: Settlement;
  /** What is asked: the operation and the terms it sends beside the reason. */
  asks: { operation: Operation; body: Readonly<Record<string, unknown>> };
  after?: () => unknown;
}

/** A button that asks the head, with a reason. While he has not answered there is nothing to ask again. */
export function AskButton(props: AskProps) {
  const waits = props.settlement.asked.some(({ status }) => status === 'pending');
  return (
    <Button
      variant="primary"
      closed={waits ? t.waits : undefined}
      onClick={() => openDialog((close) => <AskDialog {...props} onClose={close} />)}
    >
      {t.action}
    </Button>
  );
}
