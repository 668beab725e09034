import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { auth } from '#contract/access/auth.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Narrow } from './narrow.tsx';
import { checkRepeat, NewPasswordFields, type NewPasswordValues } from './new-password-fields.tsx';
import { texts } from './texts.ts';

const t = texts.restore;

/** Behind the link of the letter: a new password, typed twice. */
export default function RestorePage() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const [done, setDone] = useState(false);
  const { data, error } = useRead(auth.restorePasswordTokenIsPending, { body: { token } });
  if (done) {
    return (
      <Narrow title={t.askTitle}>
        <Notice tone="success">{t.done}</Notice>
        <SignInLink />
      </Narrow>
    );
  }
  if (data?.pending) return <NewPassword token={token} onDone={() => setDone(true)} />;
  if (!data && !error) return <Narrow title={t.title}>{texts.confirm.checking}</Narrow>;
  return (
    <Narrow title={t.title}>
      <Notice tone="danger">{error ? error.message : texts.confirm.dead}</Notice>
      <p className="dim">{t.askAgain}</p>
      <SignInLink />
    </Narrow>
  );
}

function NewPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useOperationForm({
    operation: auth.resetPassword,
    params: { token },
    initial: { password: '', repeat: '' } satisfies NewPasswordValues,
    fleeting: true,
    check: checkRepeat,
    body: ({ password }) => ({ password: password || undefined }),
    done: onDone,
  });
  return (
    <Narrow title={t.title}>
      <Form form={form} action={t.submit}>
        <NewPasswordFields password={form.field('password')} repeat={form.field('repeat')} />
      </Form>
    </Narrow>
  );
}

const SignInLink = () => (
  <ButtonLink to="/signin" variant="primary" large>
    {t.toSignIn}
  </ButtonLink>
);
