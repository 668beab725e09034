import { deliveries } from '#contract/platform/deliveries.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { texts } from './texts.ts';

/** Sends again what did not come; the audit keeps why. */
export function ResendDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useOperationForm({
    operation: deliveries.resend,
    params: { id },
    initial: { reason: '' },
    rules: { reason: all(required(), minLength(5, 'знаков')) },
    done: async () => {
      notify({ severity: 'success', summary: texts.resent });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={texts.resend} onClose={onClose}>
      <Form form={form} action={texts.resend} onCancel={onClose}>
        <TextArea {...form.field('reason')} label={texts.reason} hint={texts.reasonHint} data-autofocus />
      </Form>
    </Dialog>
  );
}
