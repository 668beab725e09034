import type { ReactNode } from 'react';
import styles from './share-figure.module.css';

/** A part of the whole: how large it is, and the class that colours it. */
interface Share {
  key: string;
  size: number;
  colour: string | undefined;
}

/** A whole as a bar in which each part is as long as it is large; what is below says the same in numbers. */
export function ShareFigure({ label, shares, children }: { label: string; shares: Share[]; children: ReactNode }) {
  return (
    <figure aria-label={label} className={styles.figure}>
      <div aria-hidden="true" className={styles.bar}>
        {shares.map(({ key, size, colour }) => (
          <span key={key} className={colour} style={{ flexGrow: size }} />
        ))}
      </div>
      {children}
    </figure>
  );
}
