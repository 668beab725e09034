import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Card } from '#web/ui/display/card.tsx';
import styles from './narrow.module.css';

/** The centred card of the front door. */
export function Narrow({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Card className={classes(styles.narrow, wide && styles.wide)}>
      <h1>{title}</h1>
      {children}
    </Card>
  );
}
