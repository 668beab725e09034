import type { Operation } from '#contract/kernel/op.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';

/** Takes a registry or one of its entries back. Asks why; the reason goes into the history. */
export function WithdrawDialog({
  operation,
  params,
  version: live,
  words: t,
  onClose,
}: {
  operation: Operation;
  params: Record<string, number>;
  version: number;
  words: Record<'action' | 'lead' | 'reason' | 'hint' | 'done', string>;
  onClose: () => void;
}) {
  const version = useOpenedRecord(live);
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
