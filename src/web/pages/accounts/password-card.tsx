import { useState } from 'react';
import { accounts } from '#contract/access/auth.ts';
import { pswConfirmed } from '#domain/values/validators.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { withoutBlanks } from '#web/kit/form/values.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { texts } from './texts.ts';

const t = texts.password;
const empty = { current: '', password: '', repeat: '', factorCode: '' };

/** Changes the password, by the code of the second factor too where it is on; the other sessions end with the old one. */
export function PasswordCard() {
  const [done, setDone] = useState(false);
  const isFactored = useMe()?.secondFactor === true;
  const form = useOperationForm({
    operation: accounts.changePassword,
    initial: empty,
    fleeting: true,
    check: ({ password, repeat }): Record<string, string> => {
      const mismatch = pswConfirmed('password')(repeat, { password });
      return mismatch === null ? {} : { repeat: mismatch };
    },
    body: ({ current, password, factorCode }) => withoutBlanks({ current, password, factorCode }),
    done: () => {
      form.methods.reset(empty);
      setDone(true);
      return refresh();
    },
    fieldOf: { 'auth.wrong': 'current', 'auth.code_wrong': 'factorCode' },
  });
  return (
    <Card title={t.title}>
      {done && !form.methods.formState.isDirty && <Notice tone="success">{t.done}</Notice>}
      <Form form={form} action={t.submit}>
        <PasswordField {...form.field('current')} label={t.current} autoComplete="current-password" />
        <PasswordField {...form.field('password')} label={t.fresh} hint={t.hint} autoComplete="new-password" />
        <PasswordField {...form.field('repeat')} label={t.repeat} autoComplete="new-password" />
        {isFactored && (
          <TextField {...form.field('factorCode')} label={texts.factor.anyCode} autoComplete="one-time-code" />
        )}
      </Form>
    </Card>
  );
}
