import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './card.module.css';

/** A sheet of paper on the page; a section with its heading when `title` is given. */
export function Card({ title, className, children, ...rest }: { title?: string } & ComponentProps<'section'>) {
  return (
    <section {...rest} className={classes(styles.card, 'stack', className)}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}
