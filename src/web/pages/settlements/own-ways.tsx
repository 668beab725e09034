import type { ReactNode } from 'react';
import { Anchor } from '#web/ui/button.tsx';
import { ownSettlementTexts } from './own-settlement-texts.ts';
import styles from './parts.module.css';
import type { Settlement } from './sides.ts';

const t = ownSettlementTexts.ways;

/** A part of the page in which something may be done. */
export interface Part {
  /** Its place in the page. */
  key: string;
  content: ReactNode;
  /** The moves that are made in it, as the list at the top calls them, and what may be done in it without one. */
  moves: Partial<Record<Settlement['moves'][number], string>>;
  others?: readonly string[];
}

const waysOf = ({ moves, others = [] }: Part, open: readonly string[]): string[] => [
  ...Object.entries(moves).flatMap(([move, label]) => (open.includes(move) ? [label] : [])),
  ...others,
];

/** What a debtor may do now, each leading to its place further down: on a phone the page is many screens long. */
export function OwnWays({ parts, settlement }: { parts: readonly Part[]; settlement: Settlement }) {
  const ways = parts.flatMap((part) => waysOf(part, settlement.moves).map((label) => ({ key: part.key, label })));
  if (ways.length < 2) return null;
  return (
    <nav aria-label={t.title} className="stack-tight">
      <h2>{t.title}</h2>
      <ul className={styles.ways}>
        {ways.map(({ key, label }) => (
          <li key={label}>
            <Anchor href={`#${key}`}>{label}</Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A part in its place of the page, as long as it is there. */
export function Placed({ parts, at }: { parts: readonly Part[]; at: string }) {
  const part = parts.find(({ key }) => key === at);
  if (!part) return null;
  return (
    <div id={at} tabIndex={-1} className={styles.placed}>
      {part.content}
    </div>
  );
}
