import type { ReactNode } from 'react';
import styles from './group.module.css';

/** A titled part of a long form. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
