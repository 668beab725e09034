import type { ReactNode } from 'react';
import styles from './plain-table.module.css';
import { ScrollSection } from './scroll-section.tsx';

/** A column by its title; one of numbers stands to the right, as its cells with `data-number` do. */
type Column = string | { numbers: string };

interface PlainTableProps {
  title: string;
  columns: readonly Column[];
  /** The rows. */
  children: ReactNode;
}

/** A table that is only read. */
export function PlainTable({ title, columns, children }: PlainTableProps) {
  return (
    <ScrollSection label={title}>
      <table className={styles.table}>
        <caption className="unseen">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <th key={column.numbers} scope="col" data-number="">
                  {column.numbers}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollSection>
  );
}
