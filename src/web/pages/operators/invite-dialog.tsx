import { operators } from '#contract/operators.ts';
import { operatorRoles } from '#contract/roles.ts';
import { all, email, required } from '#domain/validators.ts';
import { refresh, useRead } from '#web/app/data/query.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { inviteTexts } from '#web/app/parts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { texts } from './texts.ts';

/** Invites an operator by a letter with a link; his role counts as soon as he comes. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { data } = useRead(operatorRoles.list, { query: { limit: 100 } });
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
      <p className="dim">{texts.invite.hint}</p>
      <Form form={form} action={inviteTexts.submit} onCancel={onClose}>
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
