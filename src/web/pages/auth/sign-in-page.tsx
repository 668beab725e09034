import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Chosen } from './demo-accounts.tsx';
import styles from './narrow.module.css';
import { Narrow } from './narrow.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';
import { useEnter } from './use-enter.ts';

/** Few people need it, so it does not weigh on the first page. */
const AskRestore = lazy(() => import('./ask-restore.tsx'));
const DemoAccounts = lazyPart(
  () => import('./demo-accounts.tsx'),
  (module) => module.DemoAccounts,
);

type Kind = keyof typeof texts.signIn.kinds;

/** Sign-in of everybody, and the way to a new password. */
export default function SignInPage() {
  const [kind, setKind] = useState<Kind>('individual');
  const [chosen, setChosen] = useState<Chosen>();
  const enter = useEnter();
  // The letter about a sign-in that was not his leads its reader straight to a new password.
  const { step }: { step?: string } = useSearch({ strict: false });
  const [asksRestore, setAsksRestore] = useState(step === 'restore');
  if (asksRestore) {
    return (
      <Suspense>
        <AskRestore onBack={() => setAsksRestore(false)} />
      </Suspense>
    );
  }
  const tryAccount = (account: Chosen) => {
    setKind(account.kind);
    setChosen(account);
  };
  return (
    <div className={styles.beside}>
      <Narrow title={texts.signIn.title}>
        <Segmented label={texts.signIn.who} value={kind} choices={texts.signIn.kinds} onChange={setKind} />
        <SignInForm
          key={chosen?.attempt}
          isOperator={kind === 'operator'}
          {...chosen}
          onEnter={enter}
          whenWrong={texts.signIn.checkKind}
        >
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
      <DemoAccounts onChoose={tryAccount} />
    </div>
  );
}
