import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';

/** A checkbox with its label; `children` are under the label and are no part of it. */
export function Checkbox({
  label,
  error,
  children,
  ...input
}: { label: ReactNode; error?: string | undefined } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className={styles.checkbox}>
      <input
        {...input}
        type="checkbox"
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <label htmlFor={id} className={styles.label}>
        <span>{label}</span>
      </label>
      {error && (
        <div id={`${id}-error`} className={`${styles.below} ${styles.error}`}>
          {error}
        </div>
      )}
      {children && <div className={styles.below}>{children}</div>}
    </div>
  );
}
