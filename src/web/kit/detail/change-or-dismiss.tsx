import type { ReactNode } from 'react';
import type { Request as Given, Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { Can } from '../session/can.tsx';
import { MoveButton } from './move-button.tsx';

/** What may be done with somebody who works here: changed in a dialog, and dismissed while he still works. */
export function ChangeOrDismiss<Change extends Operation, Dismiss extends Operation>({
  id,
  active,
  change,
  dismiss,
}: {
  id: number;
  active: boolean;
  change: {
    operation: Change;
    label: string;
    /** Why it cannot be done now, and who does it. */
    closed?: string | undefined;
    renderDialog: (close: () => void) => ReactNode;
  };
  dismiss: { operation: Dismiss; label: string; ask: string; done: string };
}) {
  const params = { id };
  return (
    <>
      <div className="row">
        <Can op={change.operation} params={params}>
          <Button closed={change.closed} onClick={() => openDialog(change.renderDialog)}>
            {change.label}
          </Button>
        </Can>
        {active && (
          <Can op={dismiss.operation} params={params}>
            <MoveButton {...dismiss} input={{ params } as Given<Dismiss>} variant="danger" />
          </Can>
        )}
      </div>
      {change.closed && (
        <Can op={change.operation} params={params}>
          <p className="dim small">{change.closed}</p>
        </Can>
      )}
    </>
  );
}
