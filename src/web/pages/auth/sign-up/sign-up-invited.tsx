import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { auth } from '#contract/access/auth.ts';
import { ApiError, call } from '#web/kit/data/api.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Group } from '#web/kit/form/group.tsx';
import { withoutBlanks } from '#web/kit/form/values.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Link } from '#web/ui/link.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import styles from '../narrow.module.css';
import { Narrow } from '../narrow.tsx';
import { checkRepeat, NewPasswordFields } from '../new-password-fields.tsx';
import { texts } from '../texts.ts';
import { useEnter } from '../use-enter.ts';
import { WithConsents } from './consent-fields.tsx';
import { type Invitation, PendingToken } from './pending-token.tsx';
import { EntryFields, NameFields } from './sign-up-fields.tsx';
import { IndividualForm } from './sign-up-individual.tsx';
import { type ConsentDocument, checkSignUp, emptySignUp, signUpBody } from './sign-up-values.ts';

const t = texts.signUp;

/** Registration by an invitation: of a company to its people, or of a creditor to his debtor; the invitation itself lets in. */
export function SignUpInvited({ token }: { token: string }) {
  return (
    <PendingToken token={token}>
      {(invitation) =>
        invitation?.kind === 'individual' ? (
          <InvitedDebtor token={token} invitation={invitation} />
        ) : invitation?.kind === 'operator' ? (
          <InvitedOperator token={token} invitation={invitation} />
        ) : (
          <Narrow title={t.title} wide>
            {invitation && <Notice>{t.invited(invitation.company, invitation.role, invitation.email)}</Notice>}
            <WithConsents audience="employee">
              {(documents) => (
                <InvitedForm token={token} asksPosition={!invitation?.hasPosition} documents={documents} />
              )}
            </WithConsents>
            <JoinWithAccount token={token} />
          </Narrow>
        )
      }
    </PendingToken>
  );
}

/** A debtor whom his creditor has written to: the address is known, and the letter has confirmed it. */
function InvitedDebtor({
  token,
  invitation: { company, email },
}: {
  token: string;
  invitation: NonNullable<Invitation>;
}) {
  const enter = useEnter();
  const signInByInvitation = async () => enter(await call(auth.individualFirstSignIn, { params: { token }, body: {} }));
  return (
    <Narrow title={t.title} wide>
      <Notice>{t.invitedDebtor(company, email)}</Notice>
      <WithConsents audience="individual">
        {(documents) => <IndividualForm documents={documents} invitation={token} onSent={signInByInvitation} />}
      </WithConsents>
      <p className={styles.foot}>
        {t.haveAccount} <Link to="/signin">{t.signIn}</Link>
      </p>
    </Narrow>
  );
}

/** One of the platform's own people: his role is in the invitation, so he names himself and is in. */
function InvitedOperator({
  token,
  invitation: { role, email },
}: {
  token: string;
  invitation: NonNullable<Invitation>;
}) {
  const enter = useEnter();
  const form = useOperationForm({
    operation: auth.operatorFirstSignIn,
    params: { token },
    initial: { lastName: '', firstName: '', middleName: '', password: '', repeat: '' },
    check: checkRepeat,
    body: (values) => {
      const { repeat: _, ...rest } = values;
      return withoutBlanks(rest);
    },
    done: enter,
  });
  return (
    <Narrow title={t.title} wide>
      <Notice>{t.invitedOperator(role, email)}</Notice>
      <Form form={form} action={t.enter}>
        <NameFields form={form} />
        <NewPasswordFields password={form.field('password')} repeat={form.field('repeat')} />
      </Form>
    </Narrow>
  );
}

interface InvitedFormProps {
  token: string;
  /** Whether the invitation names none. */
  asksPosition: boolean;
  documents: readonly ConsentDocument[];
}

function InvitedForm({ token, asksPosition, documents }: InvitedFormProps) {
  const enter = useFirstSignIn(token);
  const form = useOperationForm({
    operation: auth.employeeSignUp,
    initial: { ...emptySignUp, position: '' },
    check: (values) => checkSignUp(values, documents),
    body: (values) => ({ ...signUpBody(values, documents), invitation: token }),
    done: enter,
  });
  return (
    <Form form={form} action={t.submit}>
      <Group title={t.person}>
        <NameFields form={form} />
        {asksPosition && (
          <TextField {...form.field('position')} label={t.position} autoComplete="organization-title" optional />
        )}
      </Group>
      <EntryFields form={form} documents={documents} />
    </Form>
  );
}

/** Whoever works in another company already needs no second account: he signs in as himself and joins. */
function JoinWithAccount({ token }: { token: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const enter = useFirstSignIn(token);
  const join = async () => {
    setBusy(true);
    await enter().catch((error: ApiError) => setProblem(error.message));
    setBusy(false);
  };
  return (
    <>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button variant="quiet" busy={busy} onClick={() => void join()}>
        {t.invitedWithAccount}
      </Button>
    </>
  );
}

/** Accepts the invitation. Whoever has an account already signs in first, and comes back to accept it. */
function useFirstSignIn(token: string): () => Promise<void> {
  const enter = useEnter();
  const router = useRouter();
  return async () => {
    try {
      enter(await call(auth.employeeFirstSignIn, { params: { token }, body: {} }));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'session.none')) throw error;
      notify({ severity: 'info', summary: t.signInToJoin, life: 10_000 });
      await router.navigate({ to: '/signin', search: { to: router.history.location.href } });
    }
  };
}
