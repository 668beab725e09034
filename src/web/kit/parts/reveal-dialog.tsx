import type { Operation, Result } from '#contract/kernel/op.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { refresh } from '../data/query.ts';
import { Form, useOperationForm } from '../form/form.tsx';
import { revealTexts as t } from './texts.ts';

/** Asks why hidden data are to be seen; the reason goes into the audit together with who asked. */
export function RevealDialog<O extends Operation>({
  operation,
  params,
  fields,
  lead,
  onShown,
  onClose,
}: {
  operation: O;
  params: Record<string, number>;
  fields: readonly string[];
  /** What will be seen, and that it is written down. */
  lead: string;
  onShown: (revealed: Result<O>) => void;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation,
    params,
    initial: { reason: '' },
    fleeting: true,
    rules: { reason: all(required(), minLength(5, 'знаков')) },
    body: ({ reason }) => ({ fields, reason }),
    done: async (revealed) => {
      onShown(revealed);
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Form form={form} action={t.action} onCancel={onClose}>
        <p>{lead}</p>
        <TextField {...form.field('reason')} label={t.reason} hint={t.hint} data-autofocus />
      </Form>
    </Dialog>
  );
}
