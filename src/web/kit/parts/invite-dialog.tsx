import { employees } from '#contract/access/employees.ts';
import { employeeRoles } from '#contract/access/roles.ts';
import { all, email, required } from '#domain/values/validators.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { refresh, useReadAll } from '../data/query.ts';
import { Form, useOperationForm } from '../form/form.tsx';
import { CompanySearchField, companyField, companyFound } from './company-search-field.tsx';
import { inviteTexts as t } from './texts.ts';

/** The roles that somebody of this company may have: those of the system and its own. */
export function useRoles(legalEntityId: number | undefined): (readonly [string, string])[] {
  const { data } = useReadAll(employeeRoles.list, { query: { filter: { legalEntityId } } });
  return (data?.items ?? []).map(({ id, name }) => [String(id), name]);
}

/** Invites somebody to a company by a letter with a link. */
export function InviteDialog({
  legalEntityId,
  mayChoose = false,
  onClose,
}: {
  legalEntityId: number | undefined;
  /** Another company may be chosen. */
  mayChoose?: boolean;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: employees.invite,
    params: (values) => ({ id: values.company }),
    initial: { company: legalEntityId ? String(legalEntityId) : '', email: '', roleId: '', position: '' },
    rules: { company: all(required(), companyFound), email: all(required(), email()), roleId: required() },
    body: (values) => ({
      email: values.email,
      roleId: Number(values.roleId),
      position: values.position || undefined,
    }),
    fieldOf: { 'employee.exists': 'email', 'role.beyond_own': 'roleId' },
    done: async (_, values) => {
      notify({ severity: 'success', summary: t.sent, detail: t.sentDetail(values.email) });
      onClose();
      await refresh();
    },
  });
  const company = form.methods.watch('company');
  const roles = useRoles(Number(company) || 0);
  return (
    <Dialog title={t.header} onClose={onClose}>
      <Form form={form} action={t.submit} onCancel={onClose}>
        {mayChoose && <CompanySearchField {...companyField(form, 'company')} />}
        <TextField {...form.field('email')} label={t.email} inputMode="email" autoComplete="off" data-autofocus />
        <SelectField {...form.field('roleId')} label={t.role} choices={[['', t.choose], ...roles]} />
        <TextField {...form.field('position')} label={t.position} autoComplete="off" optional />
      </Form>
    </Dialog>
  );
}
