import type { ReactNode } from 'react';
import type { FormFields } from '#web/kit/form/form.tsx';
import { Group } from '#web/kit/form/group.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { PhoneField } from '#web/ui/fields/masked-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { texts } from '../texts.ts';
import { ConsentFields } from './consent-fields.tsx';
import type { ConsentDocument, ConsentField } from './sign-up-values.ts';

const t = texts.signUp;

/** Surname, name and patronymic. */
export function NameFields({ form }: { form: FormFields<'lastName' | 'firstName' | 'middleName'> }) {
  return (
    <>
      <TextField {...form.field('lastName')} label={t.lastName} autoComplete="family-name" />
      <Pair>
        <TextField {...form.field('firstName')} label={t.firstName} autoComplete="given-name" />
        <TextField {...form.field('middleName')} label={t.middleName} autoComplete="additional-name" optional />
      </Pair>
    </>
  );
}

/** Phone, password twice, consents: the end of every registration. `children` is the e-mail where it is asked for. */
export function EntryFields({
  form,
  documents,
  children,
}: {
  form: FormFields<'phone' | 'password' | 'repeat' | ConsentField>;
  documents: readonly ConsentDocument[];
  children?: ReactNode;
}) {
  return (
    <>
      <Group title={t.entry}>
        {children}
        <PhoneField {...form.field('phone')} label={t.phone} />
        <PasswordField
          {...form.field('password')}
          label={texts.password.label}
          hint={texts.password.hint}
          autoComplete="new-password"
        />
        <PasswordField {...form.field('repeat')} label={texts.password.repeat} autoComplete="new-password" />
      </Group>
      <Group title={texts.consents.title}>
        <ConsentFields form={form} documents={documents} />
      </Group>
    </>
  );
}
