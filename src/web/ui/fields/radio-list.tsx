import type { ComponentProps } from 'react';
import styles from './radio-list.module.css';

/** One of a few answers, one under another, each as big as a finger needs. */
export function RadioList({
  label,
  choices,
  error,
  chosen,
  ...input
}: {
  label: string;
  choices: readonly (readonly [value: string, text: string])[];
  error?: string | undefined;
  /** The answer, where whoever shows the list keeps it himself. */
  chosen?: string;
} & Omit<ComponentProps<'input'>, 'type' | 'value'>) {
  return (
    <fieldset role="radiogroup" tabIndex={-1} aria-invalid={error ? true : undefined} className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map(([value, text]) => (
        <label key={value} className={styles.choice}>
          <input {...input} type="radio" value={value} {...(chosen !== undefined && { checked: chosen === value })} />
          <span>{text}</span>
        </label>
      ))}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
