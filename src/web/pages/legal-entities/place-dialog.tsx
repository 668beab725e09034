import { employees } from '#contract/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/person-name.ts';
import { refresh } from '#web/app/data/query.ts';
import { detailTexts } from '#web/app/detail/texts.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { useRoles } from '#web/app/parts/invite-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { cardTexts } from './card-texts.ts';

const t = cardTexts.employees;

type Employee = Result<typeof employees.list>['items'][number];

/** Changes somebody's role and position. */
export function PlaceDialog({
  companyId,
  employee,
  onClose,
}: {
  companyId: number;
  employee: Employee;
  onClose: () => void;
}) {
  const roles = useRoles(companyId);
  const form = useOperationForm({
    operation: employees.update,
    params: { id: companyId, employeeId: employee.id },
    initial: { roleId: String(employee.roleId), position: employee.position ?? '' },
    body: ({ roleId, position }) => ({
      roleId: Number(roleId),
      position: position || null,
      version: employee.version,
    }),
    fieldOf: { 'role.last_head': 'roleId', 'role.beyond_own': 'roleId' },
    done: async () => {
      notify({ severity: 'success', summary: detailTexts.saved });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={fullName(employee)} onClose={onClose}>
      <Form form={form} action={detailTexts.save} onCancel={onClose}>
        <SelectField
          {...form.field('roleId')}
          label={t.role}
          choices={roles.length > 0 ? roles : [[String(employee.roleId), employee.role]]}
          data-autofocus
        />
        <TextField {...form.field('position')} label={t.position} autoComplete="off" optional />
      </Form>
    </Dialog>
  );
}
