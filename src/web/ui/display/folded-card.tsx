import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A card of which only the heading is seen until it is opened: history, and what is looked up when it is needed. */
export const FoldedCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={`${styles.card} ${styles.folded}`}>
    <summary>
      <h2>{title}</h2>
    </summary>
    <div className="stack">{children}</div>
  </details>
);
