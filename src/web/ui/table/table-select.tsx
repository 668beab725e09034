import { classes } from '../classes.ts';
import checkbox from '../fields/checkbox.module.css';
import { texts } from '../texts.ts';
import styles from './table-select.module.css';

/** The box of a checkbox, in the place that a table gives it. */
const box = classes(checkbox['input'], styles.box);

interface SelectPageProps {
  ids: readonly number[];
  chosen: ReadonlySet<number>;
  onToggle: (ids: readonly number[], isChosen: boolean) => void;
}

/** Chooses all rows of the page, or none; half-way it shows that some are chosen. */
export function SelectPage({ ids, chosen, onToggle }: SelectPageProps) {
  const count = ids.filter((id) => chosen.has(id)).length;
  const isAll = count > 0 && count === ids.length;
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        className={box}
        aria-label={texts.selectPage}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => onToggle(ids, !isAll)}
      />
    </label>
  );
}

/** Chooses one row. */
export function SelectRow({ name, isChosen, onToggle }: { name: string; isChosen: boolean; onToggle: () => void }) {
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        className={box}
        aria-label={texts.selectRow(name)}
        checked={isChosen}
        onChange={onToggle}
      />
    </label>
  );
}
