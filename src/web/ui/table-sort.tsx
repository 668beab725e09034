import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useId } from 'react';
import styles from './data-table.module.css';
import { texts } from './texts.ts';

/** One sort at a time: 1 ascending, -1 descending, as the specification counts. */
export interface Sort {
  key: string;
  direction: 1 | -1;
}

interface SortableColumn {
  key: string;
  title: string;
  sortable?: boolean;
  numeric?: boolean;
}

const directions = { 1: 'ascending', [-1]: 'descending' } as const;

/** A heading; a sortable one is a button that turns the direction round. */
export function HeadCell({
  column,
  sort,
  onSort,
}: {
  column: SortableColumn;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const Arrow = direction === undefined ? ArrowUpDown : direction === 1 ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      className={column.numeric ? styles.numeric : undefined}
      aria-sort={direction && directions[direction]}
    >
      {column.sortable ? (
        <button
          type="button"
          className={styles.sort}
          data-active={direction !== undefined}
          onClick={() => onSort({ key: column.key, direction: direction === 1 ? -1 : 1 })}
        >
          {column.title}
          <Arrow size={14} aria-hidden="true" />
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

/** Cards have no headings, so on a phone the order is chosen from a list. */
export function PhoneSort({
  columns,
  sort,
  onSort,
}: {
  columns: readonly SortableColumn[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  const id = useId();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <div className={styles['phone-sort']}>
      <label htmlFor={id}>{texts.order}</label>
      <select
        id={id}
        value={sort ? `${sort.key} ${sort.direction}` : ''}
        onChange={({ target }) => {
          const [key = '', direction] = target.value.split(' ');
          onSort({ key, direction: direction === '1' ? 1 : -1 });
        }}
      >
        {!sort && <option value="">{texts.usualOrder}</option>}
        {sortable.flatMap(({ key, title }) => [
          <option key={`${key} 1`} value={`${key} 1`}>
            {texts.ascending(title)}
          </option>,
          <option key={`${key} -1`} value={`${key} -1`}>
            {texts.descending(title)}
          </option>,
        ])}
      </select>
    </div>
  );
}
