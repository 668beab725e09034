import { rnkoForms } from '#contract/parties/rnko.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { rnkoTexts } from './texts.ts';

const t = rnkoTexts.form;

/** Returns a questionnaire: why as a whole, and a remark at each field that is to be mended. */
export function RejectDialog({ legalEntityId, onClose }: { legalEntityId: number; onClose: () => void }) {
  const form = useOperationForm({
    operation: rnkoForms.reject,
    initial: { reason: '', remarks: Object.fromEntries(Object.keys(t.fields).map((field) => [field, ''])) },
    rules: { reason: all(required(), minLength(10, 'знаков')) },
    body: ({ reason, remarks }) => ({
      legalEntityId,
      reason,
      remarks: Object.entries(remarks)
        .filter(([, text]) => text.trim() !== '')
        .map(([field, text]) => ({ field, text })),
    }),
    ...closeOnDone(t.done.reject, onClose),
  });
  return (
    <Dialog title={t.moves.reject} onClose={onClose}>
      <Form form={form} action={t.moves.reject} onCancel={onClose}>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.reasonHint} data-autofocus />
        <h3>{t.remarksAt}</h3>
        {Object.entries(t.fields).map(([field, label]) => (
          <TextField key={field} {...form.field(`remarks.${field}`)} label={label} autoComplete="off" optional />
        ))}
      </Form>
    </Dialog>
  );
}
