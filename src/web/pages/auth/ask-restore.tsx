import { useEffect, useState } from 'react';
import { auth } from '#contract/access/auth.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './narrow.module.css';
import { Narrow } from './narrow.tsx';
import { LetterSent } from './sign-up/letter-sent.tsx';
import { texts } from './texts.ts';

const t = texts.restore;

/** Asks for the link to a new password. The answer never shows whether the address is known. */
export default function AskRestore({ onBack }: { onBack: () => void }) {
  const [answer, setAnswer] = useState('');
  const form = useOperationForm({
    operation: auth.restorePassword,
    initial: { email: '' },
    fleeting: true,
    done: ({ message }) => setAnswer(message),
  });
  const { setFocus } = form.methods;
  useEffect(() => setFocus('email'), [setFocus]);
  const back = (
    <button type="button" className={styles.link} onClick={onBack}>
      {t.backToSignIn}
    </button>
  );
  if (answer) return <LetterSent message={answer}>{back}</LetterSent>;
  return (
    <Narrow title={t.askTitle}>
      <p className="dim">{t.askLead}</p>
      <Form form={form} action={t.ask}>
        <TextField {...form.field('email')} label={t.email} inputMode="email" autoComplete="email" />
      </Form>
      {back}
    </Narrow>
  );
}
