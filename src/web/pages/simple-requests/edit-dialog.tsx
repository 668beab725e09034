import type { Result } from '#contract/kernel/op.ts';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { detailsOf, initialValues, SimpleFields, sumErrors } from './simple-fields.tsx';
import { texts } from './texts.ts';

const t = texts.form;

/** Changes what a person has said of his debt while nobody has been told of it yet. */
export function EditDialog({
  request: live,
  onClose,
}: {
  request: Result<typeof simpleRequests.get>;
  onClose: () => void;
}) {
  const { id, individualId, version, creditorName, ...request } = useOpenedRecord(live);
  const form = useOperationForm({
    operation: simpleRequests.update,
    params: { id: individualId, rid: id },
    initial: {
      creditorName: creditorName ?? '',
      ...initialValues(request),
    },
    check: (values) => sumErrors(values.approxDebt),
    body: (values) => ({
      creditorName: values.creditorName.trim() === '' ? null : values.creditorName,
      ...detailsOf(values),
      version,
    }),
    ...closeOnDone(t.saved, onClose),
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
