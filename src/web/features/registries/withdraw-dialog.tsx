import type { Operation } from '#contract/kernel/op.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { refresh } from '../data/query.ts';
import { Form, useOperationForm } from '../form/form.tsx';

/** Takes a registry or one of its entries back. Asks why; the reason goes into the history. */
export function WithdrawDialog({
  operation,
  params,
  version,
  words: t,
  onClose,
}: {
  operation: Operation;
  params: Record<string, number>;
  version: number;
  words: Record<'action' | 'lead' | 'reason' | 'hint' | 'done', string>;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation,
    params,
    initial: { reason: '' },
    body: ({ reason }) => ({ reason, version }),
    done: async () => {
      notify({ severity: 'success', summary: t.done });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={t.action} onClose={onClose}>
      <Form form={form} action={t.action} danger onCancel={onClose}>
        <p>{t.lead}</p>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.hint} data-autofocus />
      </Form>
    </Dialog>
  );
}
