import type { ReactNode } from 'react';
import { dash } from '../format.ts';
import { texts } from '../texts.ts';
import styles from './facts.module.css';

/** One thing known of an object: its name, its value, and what somebody who checked it asks to mend. */
export interface Fact {
  label: string;
  value: ReactNode;
  remark?: string | undefined;
}

/** What is known of an object, name by value; what is unknown is said to be so. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {items.map(({ label, value, remark }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>
            {value || value === 0 ? value : dash}
            {remark && <p className={styles.remark}>{texts.remark(remark)}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
