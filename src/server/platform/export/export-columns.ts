import type { ReferenceExpression, SelectQueryBuilder } from 'kysely';
import type { Orders } from '../list/list-order.ts';
import { sortedBy } from '../list/list-order.ts';
import type { CellKind } from '../xlsx/cells.ts';
import type { Column } from '../xlsx/writer.ts';

/** A column of the sheet and what it shows of a row. */
export interface ExportColumn<Row> extends Column {
  value: (row: Row) => unknown;
}

/** What makes a column of each kind of values, from a title, what is shown of a row, and a width where it is not the usual one. */
export type ColumnMakers<Row> = Readonly<
  Record<'text' | 'number' | 'money' | 'day' | 'instant', (...column: ColumnParts<Row>) => ExportColumn<Row>>
>;

type ColumnParts<Row> = [title: string, value: (row: Row) => unknown, width?: number];

const columnMaker =
  (kind: CellKind, defaultWidth: number) =>
  <Row>(...[title, value, width = defaultWidth]: ColumnParts<Row>): ExportColumn<Row> => ({
    title,
    width,
    kind,
    value,
  });

export const column = {
  text: columnMaker('text', 20),
  number: columnMaker('number', 12),
  money: columnMaker('money', 16),
  day: columnMaker('day', 14),
  instant: columnMaker('instant', 18),
};

/**
 * The rows of a sheet in the order of the list: those whose ids the query names, which were ticked on the screen, or else all that the
 * list finds.
 */
export function rowsToExport<Tables, Name extends keyof Tables, Row, Sort extends string>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  id: ReferenceExpression<Tables, Name>,
  orders: Orders<Sort>,
  query: { ids?: readonly number[] | undefined; sort?: Partial<Record<Sort, 1 | -1>> | undefined },
): SelectQueryBuilder<Tables, Name, Row> {
  return sortedBy(query.ids ? rows.where(id, 'in', query.ids as never) : rows, orders, query.sort);
}
