import { type ReactNode, useId } from 'react';
import { texts } from '../texts.ts';
import styles from './field.module.css';

/** What every field takes beside the attributes of its input. */
export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The message of what is wrong, shown under the field and read with it. */
  error?: string | undefined;
  /** What somebody who has checked the field asks to mend. */
  remark?: string | undefined;
  /** Says beside the label that the field may stay empty; all others must be filled. */
  optional?: boolean;
}

/** What the input gets from its frame so that its name, hint and error are read together. */
interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** The frame of a field: label above, hint and error below, tied to the input for those who listen. */
export function Field({
  label,
  hint,
  error,
  remark,
  optional,
  children,
}: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId();
  const described = [remark && `${id}-remark`, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <small>{texts.optional}</small>}
      </label>
      {remark && (
        <div id={`${id}-remark`} className={styles.remark}>
          {texts.remark(remark)}
        </div>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className={styles.error}>
          {error}
        </div>
      )}
    </div>
  );
}
