import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** One line of text. */
export function TextField({ label, hint, error, remark, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} remark={remark} optional={optional}>
      {(wiring) => <input type="text" {...input} {...wiring} className={styles.input} />}
    </Field>
  );
}
