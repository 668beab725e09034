import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './notice.module.css';

/** A message in its place on the page. What went wrong is read aloud at once, everything else when its turn comes. */
export function Notice({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'success' | 'warning' | 'danger';
  children: ReactNode;
}) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={classes(styles.notice, styles[tone])}>
      {children}
    </div>
  );
}
