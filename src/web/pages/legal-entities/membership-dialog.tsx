import { employees } from '#contract/access/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/values/person-name.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { formTexts } from '#web/kit/form/texts.ts';
import { useRoles } from '#web/kit/parts/invite-dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { cardTexts } from './card-texts.ts';

const t = cardTexts.employees;

type Employee = Result<typeof employees.list>['items'][number];

/** Changes somebody's role and position. */
export function MembershipDialog({
  legalEntityId,
  employee: live,
  onClose,
}: {
  legalEntityId: number;
  employee: Employee;
  onClose: () => void;
}) {
  const employee = useOpenedRecord(live);
  const roles = useRoles(legalEntityId);
  const form = useOperationForm({
    operation: employees.update,
    params: { id: legalEntityId, employeeId: employee.id },
    initial: { roleId: String(employee.roleId), position: employee.position ?? '' },
    body: ({ roleId, position }) => ({
      roleId: Number(roleId),
      position: position || null,
      version: employee.version,
    }),
    fieldOf: { 'role.last_head': 'roleId', 'role.beyond_own': 'roleId' },
    done: async () => {
      notify({ severity: 'success', summary: formTexts.saved });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={fullName(employee)} onClose={onClose}>
      <Form form={form} action={formTexts.save} onCancel={onClose}>
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
