import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../texts.ts';
import styles from './field.module.css';
import { Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A password that can be looked at and pasted. */
export function PasswordField({ label, hint, error, remark, optional, ...input }: TextFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} remark={remark} optional={optional}>
      {(wiring) => (
        <div className={styles['with-action']}>
          <input
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={styles.input}
          />
          <button
            type="button"
            className={styles.action}
            aria-label={shown ? texts.hidePassword : texts.showPassword}
            aria-controls={wiring.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          </button>
        </div>
      )}
    </Field>
  );
}
