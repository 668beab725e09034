import { auth } from '#contract/access/auth.ts';
import { parseRussianDay } from '#domain/values/days.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Group } from '#web/kit/form/group.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { texts } from '../texts.ts';
import { WithConsents } from './consent-fields.tsx';
import { EntryFields, NameFields } from './sign-up-fields.tsx';
import { checkSignUp, emptySignUp, type SignUpFormProps, signUpBody } from './sign-up-values.ts';

const t = texts.signUp;

/** Registration of an individual. */
export function SignUpIndividual({ onSent }: { onSent: (message: string) => void }) {
  return (
    <WithConsents audience="individual">
      {(documents) => <IndividualForm documents={documents} onSent={onSent} />}
    </WithConsents>
  );
}

/** The form of a person; by an invitation his address is known already. */
export function IndividualForm({
  documents,
  invitation,
  onSent,
}: Omit<SignUpFormProps, 'onSent'> & { invitation?: string; onSent: (message: string) => unknown }) {
  const form = useOperationForm({
    operation: auth.individualSignUp,
    initial: { ...emptySignUp, birthDate: '', inn: '', email: '' },
    check: (values) => checkSignUp(values, documents),
    body: (values) => {
      const body = signUpBody(values, documents);
      // What is not a date stays as it was typed, for the schema to refuse.
      return {
        ...body,
        ...(invitation && { invitation }),
        birthDate: body.birthDate && (parseRussianDay(body.birthDate) ?? body.birthDate),
      };
    },
    done: ({ message }) => onSent(message),
  });
  return (
    <Form form={form} action={t.submit}>
      <Group title={t.person}>
        <NameFields form={form} />
        <Pair>
          <DateField {...form.field('birthDate')} label={t.birthDate} autoComplete="bday" />
          <TextField
            {...form.field('inn')}
            label={t.inn}
            hint={invitation ? t.whyInn : t.personInnHint}
            inputMode="numeric"
            maxLength={12}
            optional
          />
        </Pair>
      </Group>
      <EntryFields form={form} documents={documents}>
        {!invitation && <TextField {...form.field('email')} label={t.email} inputMode="email" autoComplete="email" />}
      </EntryFields>
    </Form>
  );
}
