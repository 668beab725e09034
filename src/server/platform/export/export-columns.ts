import type { ReferenceExpression, SelectQueryBuilder } from 'kysely';
import type { Orders } from '../list/list-order.ts';
import { sortedBy } from '../list/list-order.ts';
import type { CellKind } from '../xlsx/cells.ts';
import type { Column } from '../xlsx/writer.ts';

/** A column of the sheet and what it shows of a row. */
export interface ExportColumn<Row> extends Column {
  value: (row: Row) => unknown;
}

/** The columns of a sheet by what they hold: a title, what is shown of a row, and a width that is not the usual one. */
export type Columns<Row> = Readonly<
  Record<'text' | 'number' | 'money' | 'day' | 'instant', (...column: ColumnParts<Row>) => ExportColumn<Row>>
>;

type ColumnParts<Row> = [title: string, value: (row: Row) => unknown, width?: number];

const columnOf =
  (kind: CellKind, defaultWidth: number) =>
  <Row>(...[title, value, width = defaultWidth]: ColumnParts<Row>): ExportColumn<Row> => ({
    title,
    width,
    kind,
    value,
  });

export const column = {
  text: columnOf('text', 20),
  number: columnOf('number', 12),
  money: columnOf('money', 16),
  day: columnOf('day', 14),
  instant: columnOf('instant', 18),
};

/** The rows of a sheet: those that were ticked or else all that the list finds, in its order. */
export function chosenRows<Tables, Name extends keyof Tables, Row, Sort extends string>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  id: ReferenceExpression<Tables, Name>,
  orders: Orders<Sort>,
  query: { ids?: readonly number[] | undefined; sort?: Partial<Record<Sort, 1 | -1>> | undefined },
): SelectQueryBuilder<Tables, Name, Row> {
  return sortedBy(query.ids ? rows.where(id, 'in', query.ids as never) : rows, orders, query.sort);
}
