import { auth } from '#contract/access/auth.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Group } from '#web/kit/form/group.tsx';
import { CompanyField } from '#web/kit/suggest/company-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { texts } from '../texts.ts';
import { WithConsents } from './consent-fields.tsx';
import { EntryFields, NameFields } from './sign-up-fields.tsx';
import { checkSignUp, emptySignUp, type SignUpFormProps, signUpBody } from './sign-up-values.ts';

const t = texts.signUp;

/** Registration of a company together with the person who becomes its head. */
export function SignUpCompany({ onSent }: { onSent: (message: string) => void }) {
  return (
    <WithConsents audience="employee">
      {(documents) => <CompanyForm documents={documents} onSent={onSent} />}
    </WithConsents>
  );
}

function CompanyForm({ documents, onSent }: SignUpFormProps) {
  const form = useOperationForm({
    operation: auth.employeeSignUp,
    initial: { ...emptySignUp, position: '', email: '', company: { inn: '', fullName: '', shortName: '' } },
    check: (values) => ({ ...checkSignUp(values, documents), ...(!values.email && { email: t.mustBeFilled }) }),
    body: (values) => signUpBody(values, documents),
    done: ({ message }) => onSent(message),
  });
  return (
    <Form form={form} action={t.submit}>
      <Group title={t.company}>
        <CompanyField
          {...form.field('company.inn')}
          label={t.inn}
          inputMode="numeric"
          maxLength={12}
          onTake={({ inn, name, fullName }) => {
            form.put('company.inn', inn);
            form.put('company.fullName', fullName);
            form.put('company.shortName', name);
          }}
        />
        <TextField
          {...form.field('company.fullName')}
          label={t.fullName}
          hint={t.fullNameHint}
          autoComplete="organization"
        />
        <TextField {...form.field('company.shortName')} label={t.shortName} />
      </Group>
      <Group title={t.representative}>
        <NameFields form={form} />
        <TextField {...form.field('position')} label={t.position} autoComplete="organization-title" optional />
      </Group>
      <EntryFields form={form} documents={documents}>
        <TextField {...form.field('email')} label={t.email} inputMode="email" autoComplete="email" />
      </EntryFields>
    </Form>
  );
}
