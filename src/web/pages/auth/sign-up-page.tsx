import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './narrow.module.css';
import { Narrow } from './narrow.tsx';
import { LetterSent } from './sign-up/letter-sent.tsx';
import { SignUpCompany } from './sign-up/sign-up-company.tsx';
import { SignUpIndividual } from './sign-up/sign-up-individual.tsx';
import { texts } from './texts.ts';

const SignUpInvited = lazyPart(
  () => import('./sign-up/sign-up-invited.tsx'),
  (module) => module.SignUpInvited,
);

type Kind = keyof typeof texts.signUp.kinds;

/** Registration of a person, of a company, or by the invitation of one. */
export default function SignUpPage() {
  const { invitation }: { invitation?: unknown } = useSearch({ strict: false });
  const [kind, setKind] = useState<Kind>('individual');
  const [answer, setAnswer] = useState('');
  if (typeof invitation === 'string') return <SignUpInvited token={invitation} />;
  if (answer) return <LetterSent message={answer} />;
  const SignUp = kind === 'individual' ? SignUpIndividual : SignUpCompany;
  return (
    <Narrow title={texts.signUp.title} wide>
      <Segmented label={texts.signUp.who} value={kind} choices={texts.signUp.kinds} onChange={setKind} />
      <SignUp onSent={setAnswer} />
      <p className={styles.foot}>
        {texts.signUp.haveAccount} <Link to="/signin">{texts.signUp.signIn}</Link>
      </p>
    </Narrow>
  );
}
