import { type FormEvent, useId, useState } from 'react';
import { employees } from '#contract/employees.ts';
import { employeeRoles } from '#contract/roles.ts';
import { useRead, useWrite } from '#web/app/data/query.ts';
import { CompanyField, useListedCompany } from '#web/app/session/company-choice.tsx';
import { useMe } from '#web/app/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { texts } from './texts.ts';

const t = texts.invites;

/** Asks whom to invite to which company with which role; the person gets a letter with a link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const me = useMe();
  const own = useListedCompany();
  const [company, setCompany] = useState(own);
  const invite = useWrite(employees.invite);
  const { fields = {}, message } = invite.error ?? {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email, roleId, position } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    if (!company || !email) return;
    const body = { email, roleId: Number(roleId), ...(position && { position }) };
    invite.mutate(
      { params: { id: company }, body },
      {
        onSuccess: () => {
          notify({ severity: 'success', summary: t.sent, detail: t.sentDetail(email) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t.header}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} look="primary" busy={invite.isPending}>
          {t.submit}
        </Button>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={submit}>
        {(me?.kind === 'operator' || (me?.legalEntities.length ?? 0) > 1) && (
          <CompanyField company={company} onChoose={setCompany} />
        )}
        <TextField name="email" label={t.email} inputMode="email" autoComplete="off" error={fields['email']} />
        <RoleField error={fields['roleId']} />
        <TextField name="position" label={t.position} optional maxLength={200} error={fields['position']} />
        {invite.isError && Object.keys(fields).length === 0 && <Notice tone="danger">{message}</Notice>}
      </form>
    </Dialog>
  );
}

function RoleField({ error }: { error: string | undefined }) {
  const { data } = useRead(employeeRoles.list, { query: { limit: 100 } });
  const choices = data?.items.map(({ id, name }) => [String(id), name] as const) ?? [];
  return <SelectField name="roleId" label={t.role} error={error} choices={choices} />;
}
