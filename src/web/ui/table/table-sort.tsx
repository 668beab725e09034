import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../classes.ts';
import { texts } from '../texts.ts';
import { ColumnWidth } from './column-width.tsx';
import tableStyles from './data-table.module.css';
import styles from './table-head.module.css';

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

interface HeadCellProps {
  column: SortableColumn;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  width: number | undefined;
  onWidth: ((width: number) => void) | undefined;
}

const directions = { 1: 'ascending', [-1]: 'descending' } as const;

/** A heading; a sortable one is a button that turns the direction round, and its right edge sets the width. */
export function HeadCell({ column, sort, onSort, width, onWidth }: HeadCellProps) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  return (
    <th
      role="columnheader"
      scope="col"
      className={classes(column.numeric && tableStyles.numeric, width !== undefined && tableStyles.cut)}
      aria-sort={direction && directions[direction]}
      style={{ width, minWidth: width, maxWidth: width }}
    >
      {column.sortable ? <SortButton column={column} direction={direction} onSort={onSort} /> : column.title}
      {onWidth && <ColumnWidth title={column.title} width={width} onWidth={onWidth} />}
    </th>
  );
}

function SortButton({
  column: { key, title },
  direction,
  onSort,
}: Pick<HeadCellProps, 'column' | 'onSort'> & { direction: 1 | -1 | undefined }) {
  const Arrow = direction === undefined ? ArrowUpDown : direction === 1 ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={styles.sort}
      data-active={direction !== undefined}
      onClick={() => onSort({ key, direction: direction === 1 ? -1 : 1 })}
    >
      {title}
      <Arrow size={14} aria-hidden="true" />
    </button>
  );
}

/** Cards have no headings, so on a phone the order is chosen from a list. */
export function PhoneSort({
  columns,
  sort,
  onSort,
}: Pick<HeadCellProps, 'sort' | 'onSort'> & { columns: readonly SortableColumn[] }) {
  const id = useId();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const isListed = sortable.some(({ key }) => key === sort?.key);
  return (
    <div className={styles['phone-sort']}>
      <label htmlFor={id}>{texts.order}</label>
      <select
        id={id}
        value={sort && isListed ? `${sort.key} ${sort.direction}` : ''}
        onChange={({ target }) => {
          const [key = '', direction] = target.value.split(' ');
          onSort({ key, direction: direction === '1' ? 1 : -1 });
        }}
      >
        {!isListed && <option value="">{texts.defaultOrder}</option>}
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
