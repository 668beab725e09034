import { individuals } from '#contract/individuals.ts';
import type { Result } from '#contract/kernel/op.ts';
import { all, minLength, required } from '#domain/validators.ts';
import { refresh } from '#web/app/data/query.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { cardTexts } from './card-texts.ts';

const t = cardTexts.reveal;

export type Revealed = Partial<Result<typeof individuals.reveal>>;

/** Asks why the hidden data are to be seen; the reason goes into the audit together with who asked. */
export function RevealDialog({
  id,
  fields,
  onShown,
  onClose,
}: {
  id: number;
  fields: ('snils' | 'passport')[];
  onShown: (revealed: Revealed) => void;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: individuals.reveal,
    params: { id },
    initial: { reason: '' },
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
        <p>{t.lead}</p>
        <TextField {...form.field('reason')} label={t.reason} hint={t.hint} data-autofocus />
      </Form>
    </Dialog>
  );
}
