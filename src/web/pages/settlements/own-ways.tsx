import type { ReactNode } from 'react';
import { Anchor } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
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
  moves?: Partial<Record<Settlement['moves'][number], Way>>;
  others?: readonly Way[];
}

/** What the list at the top calls it, and the query of the address that opens it at once; without one it leads to its place. */
interface Way {
  label: string;
  opens?: Readonly<Record<string, string>>;
}

const waysOf = ({ moves = {}, others = [] }: Part, open: readonly string[]): Way[] => [
  ...Object.entries(moves).flatMap(([move, way]) => (open.includes(move) ? [way] : [])),
  ...others,
];

/**
 * What a debtor may do beside paying, in one line that opens: a payment is on the first screen of a phone, and the page is many screens
 * long.
 */
export function OwnWays({ parts, settlement }: { parts: readonly Part[]; settlement: Settlement }) {
  const ways = parts.flatMap((part) => waysOf(part, settlement.moves).map((way) => ({ key: part.key, ...way })));
  if (ways.length === 0) return null;
  return (
    <nav aria-label={t.title}>
      <details className={styles.more}>
        <summary>{t.title}</summary>
        <ul className={styles.ways}>
          {ways.map(({ key, label, opens }) => (
            <li key={label}>
              {opens ? (
                <ButtonLink to="." search={opens} resetScroll={opens['step'] !== undefined}>
                  {label}
                </ButtonLink>
              ) : (
                <Anchor href={`#${key}`}>{label}</Anchor>
              )}
            </li>
          ))}
        </ul>
      </details>
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
