import { accountCare } from '#contract/account-care.ts';
import { all, minLength, required } from '#domain/validators.ts';
import { refresh } from '#web/app/data/query.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextArea } from '#web/ui/text-area.tsx';
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
