import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { Can } from '../session/can.tsx';

/** The button of a list in whose dialog one more is made; who may not make any has none. */
export function AddButton({
  operation,
  label,
  dialog,
}: {
  operation: Operation;
  label: string;
  dialog: (onClose: () => void) => ReactNode;
}) {
  return (
    <Can op={operation}>
      <Button variant="primary" onClick={() => openDialog(dialog)}>
        <Plus size={16} aria-hidden="true" />
        {label}
      </Button>
    </Can>
  );
}
