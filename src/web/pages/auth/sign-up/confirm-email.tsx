import { useParams } from '@tanstack/react-router';
import type { auth } from '#contract/access/auth.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Narrow } from '../narrow.tsx';
import { texts } from '../texts.ts';
import { useEnter } from '../use-enter.ts';
import { PendingToken } from './pending-token.tsx';

const SignUpInvited = lazyPart(
  () => import('./sign-up-invited.tsx'),
  (module) => module.SignUpInvited,
);

const t = texts.confirm;

type FirstSignIn = typeof auth.individualFirstSignIn | typeof auth.employeeFirstSignIn;

/**
 * Behind the link of the letter. The password of the sign-up confirms it: neither a mail scanner that opens links does, nor
 * the owner of the address where a stranger has registered with it.
 */
export function ConfirmEmail({ operation }: { operation: FirstSignIn }) {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  return (
    <PendingToken token={token}>
      {(invitation) => (invitation ? <SignUpInvited token={token} /> : <Confirm operation={operation} token={token} />)}
    </PendingToken>
  );
}

function Confirm({ operation, token }: { operation: FirstSignIn; token: string }) {
  const form = useOperationForm({
    operation,
    params: { token },
    initial: { password: '' },
    fleeting: true,
    done: useEnter(),
  });
  return (
    <Narrow title={t.title}>
      <p>{t.lead}</p>
      <Form form={form} action={t.submit}>
        <PasswordField {...form.field('password')} label={t.password} hint={t.hint} autoComplete="current-password" />
      </Form>
    </Narrow>
  );
}
