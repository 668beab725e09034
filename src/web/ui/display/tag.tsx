import type { ReactNode } from 'react';
import type { Machine, Side, Tone } from '#domain/values/machine.ts';
import { classes } from '../classes.ts';
import styles from './tag.module.css';

/** A short word on a tinted ground. The colour only repeats what the word says. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classes(styles.tag, styles[tone])}>{children}</span>;
}

/** The status of an object with the label and the tone of its machine. */
export function StatusTag<Status extends string>({
  of,
  status,
  side,
}: {
  of: Machine<Status, string>;
  status: Status;
  side?: Side;
}) {
  return <Tag tone={of.tone(status)}>{of.label(status, side)}</Tag>;
}
