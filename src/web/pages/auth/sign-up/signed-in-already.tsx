import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { auth } from '#contract/access/auth.ts';
import type { Result } from '#contract/kernel/op.ts';
import { type ApiError, call } from '#web/kit/data/api.ts';
import { home } from '#web/kit/session/entrance.ts';
import { type Me, signOut } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { Narrow } from '../narrow.tsx';
import { texts } from '../texts.ts';
import { useEnter } from '../use-enter.ts';

const t = texts.signedIn;

interface Props {
  me: Me;
  token: string;
  invitation: Result<typeof auth.registrationTokenIsPending>['invitation'];
  onSignedOut: () => void;
}

/** Whose link it is, to somebody who is signed in: his own invitation he accepts, for another's he signs out. */
export function SignedInAlready({ me, token, invitation, onSignedOut }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const enter = useEnter();
  const { history } = useRouter();
  const isOwn = invitation?.kind === 'employee' && me.kind === 'employee' && invitation.email === me.email;
  const act = async (what: () => Promise<void>) => {
    setBusy(true);
    await what().catch((error: ApiError) => setProblem(error.message));
    setBusy(false);
  };
  const accept = async () => {
    enter(await call(auth.employeeFirstSignIn, { params: { token }, body: {} }));
    notify({ severity: 'success', summary: t.accepted });
  };
  const leave = async () => {
    const { href } = history.location;
    await signOut();
    history.replace(href);
    onSignedOut();
  };
  return (
    <Narrow title={t.title}>
      <p>{invitation ? t.whose[invitation.kind](invitation) : t.registration}</p>
      <p>{t.who(me.fullName, me.email)}</p>
      {!isOwn && <p className="dim">{t.another}</p>}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className="row">
        {isOwn ? (
          <Button variant="primary" busy={busy} onClick={() => void act(accept)}>
            {t.accept}
          </Button>
        ) : (
          <Button variant="primary" busy={busy} onClick={() => void act(leave)}>
            {t.signOut}
          </Button>
        )}
        <ButtonLink to={home}>{t.stay}</ButtonLink>
      </div>
    </Narrow>
  );
}
