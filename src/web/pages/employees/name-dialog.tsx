import { employeeCards } from '#contract/access/employee-cards.ts';
import { required } from '#domain/values/validators.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { formTexts } from '#web/kit/form/texts.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { EmployeeCard } from './employee-preview.tsx';
import { texts } from './texts.ts';

const { card: t } = texts;

/** Puts the name of an employee right. */
export function NameDialog({ employee, onClose }: { employee: EmployeeCard; onClose: () => void }) {
  const { id, lastName, firstName, middleName, version } = useOpenedRecord(employee);
  const form = useOperationForm({
    operation: employeeCards.update,
    params: { id },
    initial: { lastName, firstName, middleName: middleName ?? '' },
    rules: { lastName: required(), firstName: required() },
    body: (values) => ({ ...values, middleName: values.middleName || null, version }),
    done: async () => {
      notify({ severity: 'success', summary: formTexts.saved });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        <TextField {...form.field('lastName')} label={t.lastName} autoComplete="off" data-autofocus />
        <TextField {...form.field('firstName')} label={t.firstName} autoComplete="off" />
        <TextField {...form.field('middleName')} label={t.middleName} autoComplete="off" optional />
      </Form>
    </Dialog>
  );
}
