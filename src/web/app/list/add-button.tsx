import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { verdict } from '../session/access.ts';
import { useMe } from '../session/session.ts';

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
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (verdict(operation, me) === 'no') return null;
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" />
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
