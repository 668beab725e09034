import { operators } from '#contract/access/operators.ts';
import { operatorRoles } from '#contract/access/roles.ts';
import { all, email, required } from '#domain/values/validators.ts';
import { refresh, useReadAll } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { inviteTexts } from '#web/kit/parts/texts.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { texts } from './texts.ts';

/** Invites an operator by a letter with a link; his role counts as soon as he comes. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { data } = useReadAll(operatorRoles.list);
  const roles = (data?.items ?? []).map(({ id, name }) => [String(id), name] as const);
  const form = useOperationForm({
    operation: operators.invite,
    initial: { email: '', roleId: '' },
    rules: { email: all(required(), email()), roleId: required() },
    body: (values) => ({ email: values.email, roleId: Number(values.roleId) }),
    fieldOf: { 'operator.exists': 'email', 'role.beyond_own': 'roleId' },
    done: async (_, values) => {
      notify({ severity: 'success', summary: inviteTexts.sent, detail: inviteTexts.sentDetail(values.email) });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={texts.invite.title} onClose={onClose}>
      <Form form={form} action={inviteTexts.submit} onCancel={onClose}>
        <p className="dim">{texts.invite.hint}</p>
        <TextField
          {...form.field('email')}
          label={inviteTexts.email}
          inputMode="email"
          autoComplete="off"
          data-autofocus
        />
        <SelectField
          {...form.field('roleId')}
          label={inviteTexts.role}
          choices={[['', inviteTexts.choose], ...roles]}
        />
      </Form>
    </Dialog>
  );
}
