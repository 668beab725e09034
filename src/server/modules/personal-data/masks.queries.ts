import { maskAny } from '#domain/values/masks.ts';
import { columnClasses, columnsOf, inTable } from './columns.queries.ts';

type Image = Readonly<Record<string, unknown>>;

/** Birth is shown on every card. */
const shownOnCards = ['birth_date'];

/** Of each table the columns that are masked for whoever may not reveal them: by what `columnClasses` says they hold. */
const maskedColumns: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (Object.keys(columnClasses) as (keyof typeof columnClasses)[]).map((table) => [
    inTable(table),
    new Set(
      columnsOf(
        table,
        (one) => one === 'contact' || one === 'identity' || one === 'account' || one === 'derived',
      ).filter((column) => !shownOnCards.includes(column)),
    ),
  ]),
);

/** A row as the audit keeps it, for somebody who sees people's numbers and contacts masked. @param table in the database */
export function maskedImage(table: string, image: Image | null): Record<string, unknown> | null {
  const columns = maskedColumns.get(table);
  if (image === null || !columns) return image;
  return Object.fromEntries(
    Object.entries(image).map(([key, value]) => [key, columns.has(key) && value !== null ? maskAny(value) : value]),
  );
}
