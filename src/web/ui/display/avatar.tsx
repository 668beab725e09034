import { useState } from 'react';
import { classes } from '../classes.ts';
import styles from './avatar.module.css';

/** Somebody's photo beside his name, or his initials where there is none. It says nothing that the name does not. */
export function Avatar({ name, url, size = 's' }: { name: string; url: string | null; size?: 's' | 'm' | 'l' }) {
  const [broken, setBroken] = useState<string>();
  const isShown = url !== null && url !== broken;
  return (
    <span
      aria-hidden="true"
      // Drawn, not written: the name beside it is all that is to be read.
      data-initials={isShown ? undefined : initialsOf(name)}
      className={classes(styles.avatar, size !== 's' && styles[size])}
    >
      {isShown && <img src={url} alt="" onError={() => setBroken(url)} />}
    </span>
  );
}

/** The first letters of the surname and of the name; quotation marks of a company's name are none. */
const initialsOf = (name: string): string =>
  name
    .replace(/[«»"]/g, '')
    .split(' ')
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase();
