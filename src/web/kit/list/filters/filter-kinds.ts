import type * as z from 'zod';
import { day } from '#contract/kernel/fields.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import type { FilterWords } from '../definition.ts';
import { filtersOf } from '../state.ts';
import { texts } from '../texts.ts';

/** How a filter is filled in. It follows from the schema of the operation, so that both always agree. */
export type FilterKind = 'choice' | 'day' | 'flag' | 'number' | 'text' | SoughtKind;

/** Whom a filter by an id is about: nobody knows that by heart, so it is found by a name or an ИНН. */
export type SoughtKind = 'individual' | 'legalEntity';

const sought: Readonly<Record<string, SoughtKind>> = { individualId: 'individual', legalEntityId: 'legalEntity' };

export const isSought = (kind: FilterKind): kind is SoughtKind => Object.values(sought).includes(kind as SoughtKind);

/** The filters of an operation with their kinds. */
export function kindsOf(operation: Operation): Record<string, FilterKind> {
  const shape: Record<string, unknown> = filtersOf(operation)?.shape ?? {};
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, sought[name] ?? kindOf(schema as z.ZodOptional)]),
  );
}

const kinds: Readonly<Record<string, FilterKind>> = { array: 'choice', boolean: 'flag', number: 'number' };

function kindOf(optional: z.ZodOptional): FilterKind {
  const schema = optional.unwrap() as z.ZodType;
  return schema === day ? 'day' : (kinds[schema.def.type] ?? 'text');
}

/** «Создан с: 01.11.2026»: a filter that is set, in a few words. */
export function describeFilter(kind: FilterKind, { label, values = {} }: FilterWords, value: unknown): string {
  return `${label}: ${describeValue(kind, values, value)}`;
}

function describeValue(kind: FilterKind, values: Readonly<Record<string, string>>, value: unknown): string {
  if (kind === 'choice') return (value as string[]).map((one) => values[one] ?? one).join(', ');
  if (kind === 'day') return formatDay(value as Day);
  if (kind === 'flag') return value ? texts.filters.yes : texts.filters.no;
  return String(value);
}
