import type { Result } from '#contract/kernel/op.ts';
import { simpleRequests } from '#contract/simple-requests.ts';
import { parseMoney } from '#domain/money.ts';
import { closing } from '#web/app/detail/use-move.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { typedSum } from '#web/app/form/typed.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SimpleFields, sumFault } from './simple-fields.tsx';
import { texts } from './texts.ts';

const t = texts.form;

/** Changes what a person has said of his debt while nobody has been told of it yet. */
export function EditDialog({
  request: { id, individualId, version, approxDebt, creditorName, disclosed },
  onClose,
}: {
  request: Result<typeof simpleRequests.get>;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: simpleRequests.update,
    params: { id: individualId, rid: id },
    initial: {
      creditorName: creditorName ?? '',
      approxDebt: typedSum(approxDebt),
      disclosed,
    },
    check: (values) => sumFault(values.approxDebt),
    body: (values) => ({
      creditorName: values.creditorName.trim() === '' ? null : values.creditorName,
      approxDebt: parseMoney(values.approxDebt),
      disclosed: values.disclosed,
      version,
    }),
    ...closing(t.saved, onClose),
  });
  return (
    <Dialog title={t.edit} onClose={onClose}>
      <Form form={form} action={t.save} onCancel={onClose}>
        <TextField {...form.field('creditorName')} label={t.name} maxLength={300} optional data-autofocus />
        <SimpleFields field={form.field} />
      </Form>
    </Dialog>
  );
}
