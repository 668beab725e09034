import { accountCare } from '#contract/access/account-care.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { texts } from './texts.ts';

const { card: t } = texts;

/** Turns the second factor off for somebody who has lost it; the audit keeps why. */
export function SecondFactorDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useOperationForm({
    operation: accountCare.endSecondFactor,
    params: { id },
    initial: { reason: '' },
    rules: { reason: all(required(), minLength(5, 'знаков')) },
    done: async () => {
      notify({ severity: 'success', summary: t.done.endSecondFactor });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={t.act.endSecondFactor} onClose={onClose}>
      <Form form={form} action={t.act.endSecondFactor} danger onCancel={onClose}>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.reasonHint} data-autofocus />
      </Form>
    </Dialog>
  );
}
