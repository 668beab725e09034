import type { ReactNode } from 'react';
import styles from './pair.module.css';

/** Two short fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;
