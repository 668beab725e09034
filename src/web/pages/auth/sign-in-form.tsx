import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { auth } from '#contract/access/auth.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import type { Me } from '#web/kit/session/session.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './narrow.module.css';
import { texts } from './texts.ts';

const t = texts.signIn;

const operations = async () => (await import('#contract/access/auth.ts')).auth;
type SignIn = typeof auth.signIn | typeof auth.operatorSignIn;

/**
 * Login and password, then the code where the second factor is on. With both given it sends itself. `children` are
 * between the fields and the button.
 */
export function SignInForm({
  isOperator,
  login = '',
  password = '',
  onEnter,
  whenWrong,
  children,
}: {
  isOperator: boolean;
  login?: string | undefined;
  password?: string | undefined;
  onEnter: (me: Me) => void;
  /** Said beside a wrong login or password to whoever it is: what else may be wrong, and nothing of what there is. */
  whenWrong?: string;
  children?: ReactNode;
}) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useOperationForm({
    operation: async (): Promise<SignIn> => {
      const { operatorSignIn, signIn } = await operations();
      return isOperator ? operatorSignIn : signIn;
    },
    initial: { login, password, code: '' },
    fleeting: true,
    done: onEnter,
    fieldOf: { 'auth.code_wrong': 'code' },
    refused: ({ code, message }) => {
      if (code === 'session.code_required') setNeedsCode(true);
      else if (code === 'auth.wrong' && whenWrong)
        form.methods.setError('root', { type: 'server', message: `${message}. ${whenWrong}` });
      else return false;
      return true;
    },
  });

  const sendIfComplete = useEffectEvent(() => {
    if (password) form.submit();
  });
  useEffect(() => sendIfComplete(), []);

  // The code is the only thing asked for on its step, so typing goes straight into it.
  const { setFocus } = form.methods;
  useEffect(() => {
    if (needsCode) setFocus('code');
  }, [needsCode, setFocus]);

  if (!needsCode) {
    return (
      <Form form={form} action={t.submit}>
        <TextField
          {...form.field('login')}
          label={t.login}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
        />
        <PasswordField
          {...form.field('password')}
          label={t.password}
          autoComplete="current-password"
          data-autofocus={login !== '' || undefined}
        />
        {children}
      </Form>
    );
  }
  return (
    <Form form={form} action={t.submit}>
      <h2>{t.codeTitle}</h2>
      <TextField {...form.field('code')} label={t.code} hint={t.codeHint} autoComplete="one-time-code" />
      <button
        type="button"
        className={styles.link}
        onClick={() => {
          form.methods.setValue('code', '');
          setNeedsCode(false);
        }}
      >
        {t.back}
      </button>
    </Form>
  );
}
