import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

/** A choice of one from a short list, drawn by the browser itself: the best wheel on a phone, typing at a desk. */
export function SelectField({
  label,
  hint,
  error,
  remark,
  optional,
  choices,
  ...select
}: FieldProps & ComponentProps<'select'> & { choices: readonly (readonly [value: string, text: string])[] }) {
  return (
    <Field label={label} hint={hint} error={error} remark={remark} optional={optional}>
      {(wiring) => (
        <select {...select} {...wiring} className={styles.input}>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
