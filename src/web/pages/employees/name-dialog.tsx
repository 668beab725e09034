import { employeeCards } from '#contract/employee-cards.ts';
import { required } from '#domain/validators.ts';
import { refresh } from '#web/app/data/query.ts';
import { detailTexts } from '#web/app/detail/texts.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { EmployeeCard } from './employee-preview.tsx';
import { texts } from './texts.ts';

const { card: t } = texts;

/** Puts the name of an employee right. */
export function NameDialog({ employee, onClose }: { employee: EmployeeCard; onClose: () => void }) {
  const { id, lastName, firstName, middleName, version } = employee;
  const form = useOperationForm({
    operation: employeeCards.update,
    params: { id },
    initial: { lastName, firstName, middleName: middleName ?? '' },
    rules: { lastName: required(), firstName: required() },
    body: (values) => ({ ...values, middleName: values.middleName || null, version }),
    done: async () => {
      notify({ severity: 'success', summary: detailTexts.saved });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <Form form={form} action={detailTexts.save} onCancel={onClose}>
        <TextField {...form.field('lastName')} label={t.lastName} autoComplete="off" data-autofocus />
        <TextField {...form.field('firstName')} label={t.firstName} autoComplete="off" />
        <TextField {...form.field('middleName')} label={t.middleName} autoComplete="off" optional />
      </Form>
    </Dialog>
  );
}
