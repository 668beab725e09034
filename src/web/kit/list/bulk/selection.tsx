import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from '../screen.module.css';
import { texts } from '../texts.ts';

const t = texts.chosen;
/** So many names say what has been chosen; the rest is a number. */
const namesShown = 3;

/** The rows that somebody has chosen, by id with their names, or everything that the search and the filters find. */
interface Chosen {
  rows: ReadonlyMap<number, string>;
  isAll: boolean;
}

const nothing: Chosen = { rows: new Map(), isAll: false };

/** The choice belongs to what was searched for: with another search or filter it is forgotten, on another page kept. */
export function useChosen(view: string): [Chosen, (chosen: Chosen) => void] {
  const [{ of, chosen }, setChoice] = useState({ of: view, chosen: nothing });
  return [of === view ? chosen : nothing, (next) => setChoice({ of: view, chosen: next })];
}

/** Some rows more, or some less. */
export function toggled(chosen: Chosen, rows: readonly (readonly [number, string])[], isChosen: boolean): Chosen {
  const next = new Map(chosen.rows);
  for (const [id, name] of rows) {
    if (isChosen) next.set(id, name);
    else next.delete(id);
  }
  return { rows: next, isAll: false };
}

/** What has been chosen, who that is, and what may be done with it. */
export function ChosenBar({
  chosen,
  total,
  onChange,
  children,
}: {
  chosen: Chosen;
  /** How many rows are found, in words. */
  total: string;
  onChange: (chosen: Chosen) => void;
  children: ReactNode;
}) {
  const count = chosen.rows.size;
  if (count === 0 && !chosen.isAll) return null;
  const names = [...chosen.rows.values()];
  return (
    <section aria-label={t.label} className={styles.chosen}>
      <div role="status">
        <strong>{chosen.isAll ? t.allFound(total) : t.count(count)}</strong>
        {!chosen.isAll && (
          <span className="dim small">
            {names.slice(0, namesShown).join(', ')}
            {count > namesShown && t.others(count - namesShown)}
          </span>
        )}
      </div>
      {children}
      {!chosen.isAll && (
        <Button variant="quiet" onClick={() => onChange({ rows: new Map(), isAll: true })}>
          {t.takeAll(total)}
        </Button>
      )}
      <Button variant="quiet" onClick={() => onChange(nothing)}>
        {t.clear}
      </Button>
    </section>
  );
}
