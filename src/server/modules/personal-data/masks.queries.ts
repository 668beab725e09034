import { maskAny } from '#domain/values/masks.ts';
import type { Image } from '#server/platform/database/json-columns.ts';
import { columnsOf, inCode, type Tables } from '#server/platform/database/tables.ts';

/** Birth is shown on every card. */
const shownOnCards = ['birth_date'];
/** What is masked for whoever may not reveal it. */
const masked: readonly string[] = ['contact', 'identity', 'account', 'derived'];

/** A row as the audit keeps it, for somebody who sees people's numbers and contacts masked. @param table in the database */
export function maskedImage(tables: Tables, table: string, image: Image | null): Image | null {
  if (image === null) return image;
  const columns = columnsOf(tables, inCode(table), (one) => masked.includes(one));
  const isMasked = (key: string): boolean => columns.includes(key) && !shownOnCards.includes(key);
  return Object.fromEntries(
    Object.entries(image).map(([key, value]) => [key, isMasked(key) && value !== null ? maskAny(value) : value]),
  );
}
