import type { FieldErrors } from '#contract/kernel/errors.ts';
import { pswConfirmed } from '#domain/values/validators.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import type { TextFieldProps } from '#web/ui/fields/text-field.tsx';
import { texts } from './texts.ts';

export interface NewPasswordValues {
  password: string;
  repeat: string;
}

type Wiring = Omit<TextFieldProps, 'label'>;

/** A new password and its repetition. */
export function NewPasswordFields({ password, repeat }: { password: Wiring; repeat: Wiring }) {
  return (
    <>
      <PasswordField
        {...password}
        label={texts.password.fresh}
        hint={texts.password.hint}
        autoComplete="new-password"
      />
      <PasswordField {...repeat} label={texts.password.repeat} autoComplete="new-password" />
    </>
  );
}

/** The rule of the repetition, which no schema knows. */
export function checkRepeat({ password, repeat }: NewPasswordValues): FieldErrors {
  const repeatError = pswConfirmed('password')(repeat, { password });
  return repeatError === null ? {} : { repeat: repeatError };
}
