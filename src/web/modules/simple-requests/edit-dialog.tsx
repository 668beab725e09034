import type { Result } from '#contract/kernel/op.ts';
import { simpleRequests } from '#contract/simple-requests.ts';
import { formatAmount, kopecks, parseMoney } from '#domain/money.ts';
import type { ApiError } from '#web/app/data/api.ts';
import { refresh } from '#web/app/data/query.ts';
import { told } from '#web/app/deals/use-move.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { sumFault } from './new-simple-request.tsx';
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
      approxDebt: approxDebt === null ? '' : formatAmount(kopecks(approxDebt)),
      disclosed,
    },
    check: (values) => sumFault(values.approxDebt),
    body: (values) => ({
      creditorName: values.creditorName.trim() === '' ? null : values.creditorName,
      approxDebt: parseMoney(values.approxDebt),
      disclosed: values.disclosed,
      version,
    }),
    done: async () => {
      notify({ severity: 'success', summary: t.saved });
      onClose();
      await refresh();
    },
    refused: (error: ApiError) => {
      if (error.code !== 'version.stale') return false;
      onClose();
      told(error);
      return true;
    },
  });
  return (
    <Dialog title={t.edit} onClose={onClose}>
      <Form form={form} action={t.save} onCancel={onClose}>
        <TextField {...form.field('creditorName')} label={t.name} maxLength={300} optional data-autofocus />
        <TextField
          {...form.field('approxDebt')}
          label={t.approxDebt}
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          optional
        />
        <Checkbox {...form.field('disclosed')} label={t.disclosed} />
      </Form>
    </Dialog>
  );
}
