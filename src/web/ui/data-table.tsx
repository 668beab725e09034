import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './data-table.module.css';
import { HeadCell, PhoneSort, type Sort } from './table-sort.tsx';
import { texts } from './texts.ts';

export interface Column<Row> {
  /** The key of the column; also the sort key of the server when `sortable`. */
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  numeric?: boolean;
}

export interface DataTableProps<Row> {
  /** What the table holds, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  /** Absent until the first answer has come. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Where a row leads: its first cell becomes the link, and the whole row its target. */
  rowLink?: (row: Row) => LinkProps;
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

const bones = [1, 2, 3, 4, 5, 6];

/** The table of every list: native cells, the server sorts and pages, four states in one place. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, sort, onSort, stale, error, onRetry, empty } = props;
  if (error) return <Failure message={error} onRetry={onRetry} />;
  if (rows?.length === 0) return <div className={classes(styles.frame, styles.message)}>{empty}</div>;
  return (
    <div aria-busy={!rows || stale}>
      {!rows && (
        <div role="status" className="unseen">
          {texts.loading}
        </div>
      )}
      <PhoneSort columns={columns} sort={sort} onSort={onSort} />
      <div className={styles.frame}>
        {/* The roles are said aloud because on a phone the styles turn the table into cards and take them away. */}
        <table role="table" aria-label={label} className={classes(styles.table, stale && styles.stale)}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">{rows ? <Rows {...props} rows={rows} /> : <Skeleton columns={columns} />}</tbody>
        </table>
      </div>
    </div>
  );
}

function Rows<Row>({ columns, rows, rowKey, rowLink }: DataTableProps<Row> & { rows: readonly Row[] }) {
  return rows.map((row) => (
    <tr role="row" key={rowKey(row)} className={rowLink && styles.linked}>
      {columns.map((column, index) => (
        <td
          role="cell"
          key={column.key}
          data-title={column.title}
          className={column.numeric ? styles.numeric : undefined}
        >
          {rowLink && index === 0 ? (
            <Link {...rowLink(row)} className={styles.rowLink}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  ));
}

function Skeleton<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return bones.map((bone) => (
    <tr role="row" key={bone} aria-hidden="true">
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
