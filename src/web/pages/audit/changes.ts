import type { Result } from '#contract/kernel/op.ts';
import type { audit } from '#contract/platform/audit.ts';
import { dash, formatInstant } from '#web/ui/format.ts';
import { texts } from './texts.ts';

export type Entry = Result<typeof audit.list>['items'][number];

/** One field of an object before and after. */
interface Change {
  field: string;
  before: string;
  after: string;
}

/** Fields that every table has, which say nothing that the others do not. */
export const silentFields: readonly string[] = [
  'id',
  'version',
  'search',
  'createdAt',
  'created_at',
  'updatedAt',
  'updated_at',
];

/** What has changed, field by field, in words. */
export function changesOf({ before, after, titles }: Pick<Entry, 'before' | 'after' | 'titles'>): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter(
      (field) => !silentFields.includes(field) && JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
    )
    .map((field) => ({
      field: titles[field] ?? field,
      before: inWords(field, before?.[field], titles),
      after: inWords(field, after?.[field], titles),
    }));
}

/** «Физлицо 12». */
export const objectOf = ({ object, objectId }: Entry): string => `${object}${objectId === null ? '' : ` ${objectId}`}`;

/** A field's value. Of hidden data that was shown the audit keeps the names alone, in `fields`. */
function inWords(field: string, value: unknown, titles: Entry['titles']): string {
  if (value === null || value === undefined || value === '') return dash;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (field === 'fields') return (value as string[]).map((one) => titles[one] ?? one).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = `${value as string | number}`;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? formatInstant(text) : text;
}
