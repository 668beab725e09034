import { useState } from 'react';
import { accounts } from '#contract/access/auth.ts';
import type { Result } from '#contract/kernel/op.ts';
import { email, required } from '#domain/values/validators.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { codeTexts } from '#web/kit/one-time-code/texts.ts';
import { loadMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { PhoneField } from '#web/ui/fields/masked-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { texts } from './texts.ts';

const t = texts.contacts;
const kinds = {
  email: { ask: accounts.askForEmail, change: accounts.changeEmail, Field: TextField, rule: email() },
  phone: { ask: accounts.askForPhone, change: accounts.changePhone, Field: PhoneField, rule: required() },
} as const;
type Kind = keyof typeof kinds;
const codeInput = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6 } as const;
type Sent = Result<typeof accounts.askForEmail>;

/** The codes that may be sent beside the first one, by the names that the operations give them: who was asked, if anybody. */
const besides = {
  formerCode: { to: ({ formerTo }: Sent) => formerTo, ...t.codes.formerCode },
  smsCode: { to: ({ smsTo }: Sent) => smsTo, ...t.codes.smsCode },
  formerSmsCode: { to: ({ formerSmsTo }: Sent) => formerSmsTo, ...t.codes.formerSmsCode },
} as const;
type Beside = keyof typeof besides;

/**
 * Changes the address or the phone to which codes, notices and letters go: the password, then the code of a letter and those that
 * were sent beside it.
 */
export function ContactsCard() {
  const [kind, setKind] = useState<Kind>();
  const [sent, setSent] = useState<Sent>();
  const close = () => {
    setKind(undefined);
    setSent(undefined);
  };
  return (
    <Card title={t.title}>
      {kind === undefined ? (
        <>
          <p className="dim">{t.lead}</p>
          <div className="row">
            <Button onClick={() => setKind('email')}>{t.change.email}</Button>
            <Button onClick={() => setKind('phone')}>{t.change.phone}</Button>
          </div>
        </>
      ) : sent ? (
        <Confirm kind={kind} sent={sent} onAgain={() => setSent(undefined)} onDone={close} />
      ) : (
        <Ask kind={kind} onSent={setSent} onCancel={close} />
      )}
    </Card>
  );
}

function Ask({ kind, onSent, onCancel }: { kind: Kind; onSent: (sent: Sent) => void; onCancel: () => void }) {
  const { ask, Field, rule } = kinds[kind];
  const form = useOperationForm({
    operation: ask,
    initial: { email: '', phone: '', password: '' },
    rules: { [kind]: rule, password: required() },
    body: (values) => ({ [kind]: values[kind], password: values.password }),
    fieldOf: { 'auth.wrong': 'password' },
    done: onSent,
  });
  return (
    <Form form={form} action={t.getCode} onCancel={onCancel}>
      <Field
        {...form.field(kind)}
        label={t.fresh[kind]}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        data-autofocus
      />
      <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" />
    </Form>
  );
}

function Confirm({ kind, sent, onAgain, onDone }: { kind: Kind; sent: Sent; onAgain: () => void; onDone: () => void }) {
  const asked = (Object.keys(besides) as Beside[]).filter((name) => besides[name].to(sent) !== null);
  const form = useOperationForm({
    operation: kinds[kind].change,
    initial: { code: '', formerCode: '', smsCode: '', formerSmsCode: '' },
    // Of the codes only those that were sent.
    body: (values) => ({
      code: values.code,
      ...Object.fromEntries(asked.map((name) => [name, values[name]])),
    }),
    fleeting: true,
    rules: { code: required(), ...Object.fromEntries(asked.map((name) => [name, required()])) },
    fieldOf: { 'code.wrong': 'code' },
    done: async () => {
      notify({ severity: 'success', summary: t.done[kind] });
      onDone();
      await loadMe();
      await refresh();
    },
  });
  return (
    <Form form={form} action={t.change[kind]} onCancel={onDone}>
      <p>{sent.message}</p>
      <TextField
        {...form.field('code')}
        {...codeInput}
        label={kind === 'email' ? t.freshCode : codeTexts.code}
        hint={codeTexts.codeHint}
        data-autofocus
      />
      {asked.map((name) => (
        <TextField
          key={name}
          {...form.field(name)}
          {...codeInput}
          label={besides[name].label}
          hint={besides[name].hint(besides[name].to(sent)!)}
        />
      ))}
      <div>
        <Button variant="quiet" onClick={onAgain}>
          {codeTexts.again}
        </Button>
      </div>
    </Form>
  );
}
