import { operators } from '#contract/access/operators.ts';
import { operatorRoles } from '#contract/access/roles.ts';
import { fullName } from '#domain/values/person-name.ts';
import { required } from '#domain/values/validators.ts';
import { refresh, useReadAll } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { formTexts } from '#web/kit/form/texts.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Operator } from './operator-preview.tsx';
import { texts } from './texts.ts';

const { card: t, columns: titles } = texts;
const access = [
  ['true', texts.active],
  ['false', texts.inactive],
] as const;

/** Changes an operator: his name, his role, whether he works. */
export function OperatorDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { id, lastName, firstName, middleName, roleId, role, active, version } = useOpenedRecord(operator);
  const { data } = useReadAll(operatorRoles.list);
  const roles = data?.items.map((one) => [String(one.id), one.name] as const) ?? [[String(roleId), role] as const];
  const form = useOperationForm({
    operation: operators.update,
    params: { id },
    initial: {
      lastName,
      firstName,
      middleName: middleName ?? '',
      roleId: String(roleId),
      active: String(active),
    },
    rules: { lastName: required(), firstName: required() },
    body: (values) => ({
      lastName: values.lastName,
      firstName: values.firstName,
      middleName: values.middleName || null,
      roleId: Number(values.roleId),
      active: values.active === 'true',
      version,
    }),
    fieldOf: { 'role.last_administrator': 'roleId', 'role.beyond_own': 'roleId' },
    done: async () => {
      notify({ severity: 'success', summary: formTexts.saved });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={fullName(operator)} onClose={onClose}>
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        <TextField {...form.field('lastName')} label={t.lastName} autoComplete="off" data-autofocus />
        <TextField {...form.field('firstName')} label={t.firstName} autoComplete="off" />
        <TextField {...form.field('middleName')} label={t.middleName} autoComplete="off" optional />
        <SelectField {...form.field('roleId')} label={titles.role} choices={roles} />
        <SelectField {...form.field('active')} label={titles.active} choices={access} />
      </Form>
    </Dialog>
  );
}
