import { required } from '#domain/values/validators.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Role, SideOperations } from './sides.ts';
import { texts as t } from './texts.ts';

/** Makes a role, as a copy of another one or from nothing. An employee makes it for his company. */
export function RoleDialog({
  operations,
  roles,
  company,
  onClose,
}: {
  operations: SideOperations;
  roles: readonly Role[];
  company: number | undefined;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: operations.roles.create,
    initial: { name: '', copyOf: '' },
    rules: { name: required() },
    body: ({ name, copyOf }) => ({
      name,
      ...(copyOf && { copyOf: Number(copyOf) }),
      ...(company && { legalEntityId: company }),
    }),
    fieldOf: { 'role.beyond_own': 'copyOf' },
    done: () => close(t.created, onClose),
  });
  const choices = [['', t.empty], ...roles.map(({ id, name }) => [String(id), name] as const)] as const;
  return (
    <Dialog title={t.create} onClose={onClose}>
      <Form form={form} action={t.create} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} maxLength={100} autoComplete="off" data-autofocus />
        <SelectField {...form.field('copyOf')} label={t.copyOf} choices={choices} />
      </Form>
    </Dialog>
  );
}

/** Gives a role another name. */
export function RenameDialog({
  operations,
  role: live,
  onClose,
}: {
  operations: SideOperations;
  role: Role;
  onClose: () => void;
}) {
  const role = useOpenedRecord(live);
  const form = useOperationForm({
    operation: operations.roles.update,
    params: { roleId: role.id },
    initial: { name: role.name },
    rules: { name: required() },
    body: ({ name }) => ({ name, version: role.version }),
    done: () => close(t.saved, onClose),
  });
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <Form form={form} action={t.save} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} maxLength={100} autoComplete="off" data-autofocus />
      </Form>
    </Dialog>
  );
}

async function close(summary: string, onClose: () => void): Promise<void> {
  notify({ severity: 'success', summary });
  onClose();
  await refresh();
}
