import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

/** Several lines of text; it grows with what is typed where the browser can do that. */
export function TextArea({ label, hint, error, remark, optional, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} remark={remark} optional={optional}>
      {(wiring) => <textarea rows={3} {...area} {...wiring} className={`${styles.input} ${styles.area}`} />}
    </Field>
  );
}
