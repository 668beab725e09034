import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import styles from './narrow.module.css';
import { Narrow } from './narrow.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';
import { useEnter } from './use-enter.ts';

/** Few people need it, so it does not weigh on the first page. */
const AskRestore = lazy(() => import('./ask-restore.tsx'));

type Kind = keyof typeof texts.signIn.kinds;

/** Sign-in of everybody, and the way to a new password. */
export default function SignInPage() {
  const [kind, setKind] = useState<Kind>('individual');
  const enter = useEnter();
  const [asksRestore, setAsksRestore] = useState(false);
  if (asksRestore) {
    return (
      <Suspense>
        <AskRestore onBack={() => setAsksRestore(false)} />
      </Suspense>
    );
  }
  return (
    <Narrow title={texts.signIn.title}>
      <Segmented label={texts.signIn.who} value={kind} choices={texts.signIn.kinds} onChange={setKind} />
      <SignInForm isOperator={kind === 'operator'} onEnter={enter}>
        <button type="button" className={styles.link} onClick={() => setAsksRestore(true)}>
          {texts.signIn.forgotten}
        </button>
      </SignInForm>
      {kind !== 'operator' && (
        <p className={styles.foot}>
          {texts.signIn.noAccount} <Link to="/signup">{texts.signIn.signUp}</Link>
        </p>
      )}
    </Narrow>
  );
}
