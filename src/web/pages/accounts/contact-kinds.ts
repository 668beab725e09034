import { accounts } from '#contract/access/auth.ts';
import { email, required } from '#domain/values/validators.ts';
import { PhoneField } from '#web/ui/fields/masked-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** What a person changes by codes: how it is asked for, changed and typed. */
export const contactKinds = {
  email: { ask: accounts.askForEmail, change: accounts.changeEmail, Field: TextField, rule: email() },
  phone: { ask: accounts.askForPhone, change: accounts.changePhone, Field: PhoneField, rule: required() },
} as const;
export type ContactKind = keyof typeof contactKinds;
