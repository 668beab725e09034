import type { Operation } from '#contract/kernel/op.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Settlement } from '../sides.ts';
import { belowConditionsTexts } from './below-conditions-texts.ts';

const AskHeadDialog = lazyPart(
  () => import('../reason-dialogs.tsx'),
  (module) => module.AskHeadDialog,
);

const t = belowConditionsTexts;

export interface AskHeadProps {
  settlement: Settlement;
  /** What is asked: the operation and the terms it sends beside the reason. */
  asks: { operation: Operation; body: Readonly<Record<string, unknown>> };
  /** What follows once he is asked, as leaving the step. */
  onAsked?: () => unknown;
}

/** A button that asks the head, with a reason. While he has not answered there is nothing to ask again. */
export function AskHeadButton(props: AskHeadProps) {
  const isWaiting = props.settlement.asked.some(({ status }) => status === 'pending');
  return (
    <Button
      variant="primary"
      closed={isWaiting ? t.waits : undefined}
      onClick={() => openDialog((close) => <AskHeadDialog {...props} onClose={close} />)}
    >
      {t.action}
    </Button>
  );
}
