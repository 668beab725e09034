import type * as z from 'zod';
import { defOf, type SchemaDef } from './schema-def.ts';

/**
 * Query strings and the fields beside a file that is sent carry only text. Turns text into what the schema expects (numbers, booleans,
 * one value into a list), and leaves everything else for the schema to judge.
 */
export function coerce(schema: z.core.$ZodType, value: unknown): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return value === undefined ? value : coerce(def.innerType!, value);
    case 'pipe':
      return coerce(def.in!, value);
    case 'number':
    case 'literal':
    case 'union':
      return typeof value === 'string' && /^-?\d{1,15}$/.test(value) && wantsNumber(def) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'array':
      return listFrom(value).map((item) => coerce(def.element!, item));
    case 'record':
      return mapObject(value, (item) => coerce(def.valueType!, item));
    case 'object':
      return mapObject(value, (item, key) => (def.shape?.[key] ? coerce(def.shape[key], item) : item));
    default:
      return value;
  }
}

function wantsNumber(def: SchemaDef): boolean {
  if (def.type === 'number') return true;
  if (def.type === 'literal') return def.values!.every((value) => typeof value === 'number');
  // What is neither a number nor a choice of such is left to the schema.
  return def.options?.every((option) => wantsNumber(defOf(option))) ?? false;
}

/** A list may come as one value, or as an object with number keys when the parser kept it so. */
function listFrom(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (isPlain(value) && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value);
  return [value];
}

function mapObject(value: unknown, map: (item: unknown, key: string) => unknown): unknown {
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
