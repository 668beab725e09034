import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';
import { useSteps } from '../display/steps.ts';
import { texts } from '../texts.ts';
import styles from './data-table.module.css';
import { MoreEdge } from './more-edge.tsx';
import { TableRow } from './table-row.tsx';
import { SelectPage } from './table-select.tsx';
import { HeadCell, PhoneSort, type Sort } from './table-sort.tsx';
import type { Column, Density, RowOpening, RowSelection, Widths } from './table-types.ts';

export interface DataTableProps<Row> {
  /** What the table holds, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  /** Absent until the first answer has come. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => number;
  opening?: RowOpening<Row> | undefined;
  /** The row whose preview is beside the table. */
  shown?: number | undefined;
  selection?: RowSelection<Row> | undefined;
  chosen?: ReadonlySet<number>;
  density?: Density;
  widths?: Widths;
  onWidth?: (key: string, width: number) => void;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  /** The rows are those of the previous page while the next one loads. */
  stale?: boolean;
  /** The message of a failed loading. */
  error?: string | undefined;
  onRetry: () => void;
  /** What to say and do when there is nothing. */
  empty: ReactNode;
}

const none: ReadonlySet<number> = new Set();
const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8];

/** The table of every list: native cells, the server sorts and pages, four states in one place. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, sort, onSort, stale, error, onRetry, empty, density = 'usual' } = props;
  if (error) return <Failure message={error} onRetry={onRetry} />;
  if (rows?.length === 0) return <div className={classes(styles.frame, styles.message)}>{empty}</div>;
  return (
    <>
      {!rows && (
        <div role="status" className="unseen">
          {texts.loading}
        </div>
      )}
      <PhoneSort columns={columns} sort={sort} onSort={onSort} />
      <div className={styles.frame} aria-busy={!rows || stale}>
        <MoreEdge />
        {/* The roles are said aloud because on a phone the styles turn the table into cards and take them away. */}
        <table
          role="table"
          aria-label={label}
          data-density={density}
          className={classes(styles.table, stale && styles.stale, props.selection && styles.selectable)}
        >
          <Head {...props} />
          <tbody role="rowgroup">{rows ? <Rows {...props} rows={rows} /> : <Skeleton {...props} />}</tbody>
        </table>
      </div>
    </>
  );
}

function Head<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, selection, chosen = none, sort, onSort, widths, onWidth } = props;
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col" className={styles.select}>
            <SelectPage ids={rows?.map(rowKey) ?? []} chosen={chosen} onToggle={selection.onToggle} />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.key}
            column={column}
            sort={sort}
            onSort={onSort}
            width={widths?.[column.key]}
            onWidth={onWidth && ((width) => onWidth(column.key, width))}
          />
        ))}
      </tr>
    </thead>
  );
}

function Rows<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { columns, rows, rowKey, opening, shown, selection, chosen = none, widths } = props;
  const count = useSteps(rows.length);
  return rows.slice(0, count).map((row) => {
    const id = rowKey(row);
    return (
      <TableRow
        key={id}
        id={id}
        row={row}
        columns={columns}
        widths={widths}
        isShown={shown === id}
        opening={opening}
        isChosen={chosen.has(id)}
        selection={selection}
      />
    );
  });
}

function Skeleton<Row>({ columns, selection }: DataTableProps<Row>) {
  return skeletonRows.map((bone) => (
    <tr role="row" key={bone} aria-hidden="true">
      {selection && <td role="cell" className={styles.select} />}
      {columns.map((column) => (
        <td role="cell" key={column.key} data-title={column.title}>
          <span className={styles.bone} />
        </td>
      ))}
    </tr>
  ));
}

function Failure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className={classes(styles.frame, styles.message)}>
      <strong>{texts.notLoaded}</strong>
      <span>{message}</span>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </div>
  );
}
