import type { Tone } from '#domain/values/machine.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { dash, formatAmountOf, formatInstant } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';

/** Columns of one kind: how a value is shown; where there is none there is a dash, or what is told. */
const columnsOf =
  (show: (value: string) => string) =>
  <Key extends string>(
    key: Key,
    title: string,
    { none = dash, ...more }: Partial<Pick<Column<never>, 'sortable' | 'extra' | 'wide'>> & { none?: string } = {},
  ): Column<Record<Key, string | null>> => ({
    key,
    title,
    ...more,
    cell: (row) => {
      const value: string | null = row[key];
      return value === null ? none : show(value);
    },
  });

/** A column of plain words. */
export const wordsColumn = columnsOf((text) => text);

/** A column of moments. */
export const momentsColumn = columnsOf(formatInstant);

/** A column of sums; its heading names the currency. */
export const sumsColumn = <Key extends string>(
  key: Key,
  title: string,
  more: Partial<Pick<Column<never>, 'sortable' | 'extra' | 'wide'>> = {},
): Column<Record<Key, number | null>> => ({
  key,
  title,
  numeric: true,
  ...more,
  cell: (row) => formatAmountOf(row[key]),
});

/** A column of single words on a ground: what each value is called, and the tones of those that have one. */
export const tagsColumn = <Key extends string>(
  key: Key,
  title: string,
  names: Readonly<Record<string, string>>,
  tones: Readonly<Record<string, Tone>> = {},
): Column<Record<Key, string>> => ({
  key,
  title,
  cell: (row) => {
    const value: string = row[key];
    return <Tag tone={tones[value] ?? 'neutral'}>{names[value] ?? value}</Tag>;
  },
});

/** A column of yes and no. */
export const flagsColumn = <Key extends string>(
  key: Key,
  title: string,
  { yes, no }: { yes: string; no: string },
  otherwise: Tone = 'neutral',
): Column<Record<Key, boolean>> => ({
  key,
  title,
  cell: (row) => <Tag tone={row[key] ? 'success' : otherwise}>{row[key] ? yes : no}</Tag>,
});
