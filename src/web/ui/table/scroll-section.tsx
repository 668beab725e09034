import type { ReactNode } from 'react';
import { MoreEdge } from './more-edge.tsx';
import styles from './plain-table.module.css';

interface ScrollSectionProps {
  /** What it shows, for whoever hears the page. */
  label: string;
  /** Of what scrolls; by itself it is a plain table. */
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page that scrolls sideways where it is wider than the screen. */
export function ScrollSection({ label, className = styles.wide, children }: ScrollSectionProps) {
  return (
    // What scrolls must be reached by the keyboard, also where nothing in it can be pressed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={className} aria-label={label} tabIndex={0}>
      <MoreEdge />
      {children}
    </section>
  );
}
