import { type ReactNode, useState } from 'react';
import { auth } from '#contract/access/auth.ts';
import type { Result } from '#contract/kernel/op.ts';
import { useRead } from '#web/kit/data/query.ts';
import { currentMe } from '#web/kit/session/session.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Narrow } from '../narrow.tsx';
import { texts } from '../texts.ts';
import { SignedInAlready } from './signed-in-already.tsx';

const t = texts.confirm;

export type Invitation = Result<typeof auth.registrationTokenIsPending>['invitation'];

/**
 * Shows its children when the link of a registration is alive, and says what to do when it is not. Whoever is signed in already is told
 * whose it is.
 */
export function PendingToken({ token, children }: { token: string; children: (invitation: Invitation) => ReactNode }) {
  const { data, error } = useRead(auth.registrationTokenIsPending, { body: { token } });
  const [me, setMe] = useState(currentMe);
  if (data?.pending && me) {
    return <SignedInAlready me={me} token={token} invitation={data.invitation} onSignedOut={() => setMe(undefined)} />;
  }
  if (data?.pending) return children(data.invitation);
  if (!data && !error) return <Narrow title={t.title}>{t.checking}</Narrow>;
  return (
    <Narrow title={t.title}>
      <Notice tone="danger">{error ? error.message : t.dead}</Notice>
      <p className="dim">{t.deadHint}</p>
      <div className="row">
        <ButtonLink to="/signin">{t.signIn}</ButtonLink>
        <ButtonLink to="/signup">{t.signUp}</ButtonLink>
      </div>
    </Narrow>
  );
}
