import { useState } from 'react';
import { system } from '#contract/platform/system.ts';
import { required } from '#domain/values/validators.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { type ContactChange, ContactCodes } from './contact-codes.tsx';
import { type ContactKind, contactKinds } from './contact-kinds.ts';
import { texts } from './texts.ts';

const t = texts.contacts;

/**
 * Changes the address or the phone to which codes, notices and letters go: the password, then the code of a letter and those that
 * were sent beside it.
 */
export function ContactsCard() {
  const [kind, setKind] = useState<ContactKind>();
  const [asked, setAsked] = useState<ContactChange>();
  const close = () => {
    setKind(undefined);
    setAsked(undefined);
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
      ) : asked ? (
        <ContactCodes asked={asked} onAsked={setAsked} onDone={close} />
      ) : (
        <Ask kind={kind} onAsked={setAsked} onCancel={close} />
      )}
    </Card>
  );
}

function Ask({
  kind,
  onAsked,
  onCancel,
}: {
  kind: ContactKind;
  onAsked: (asked: ContactChange) => void;
  onCancel: () => void;
}) {
  const { data: about } = useRead(system.about);
  const { ask, Field, rule } = contactKinds[kind];
  const form = useOperationForm({
    operation: ask,
    initial: { email: '', phone: '', password: '' },
    rules: { [kind]: rule, password: required() },
    body: (values) => ({ [kind]: values[kind], password: values.password }),
    fieldOf: { 'auth.wrong': 'password' },
    done: (sent, values) => onAsked({ kind, fresh: values[kind], password: values.password, sent }),
  });
  return (
    <Form form={form} action={t.getCode} onCancel={onCancel}>
      {about && <p className="dim">{about.sms ? t.why[kind].withSms : t.why[kind].withoutSms}</p>}
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
