import * as z from 'zod';
import { instant } from '#contract/kernel/fields.ts';
import { defOf, type SchemaDef } from '#contract/kernel/schema-def.ts';

/** Says that a value is not surely what the schema takes; the schema itself then has the last word. */
const unsure = Symbol('unsure');
type Shape = (value: unknown) => unknown;

const shapes = new WeakMap<z.core.$ZodType, Shape>();

/**
 * An answer as its schema makes it: what `schema.parse` returns, for a third of its work where the schema is of plain
 * objects, lists, texts and whole numbers, as nearly all are. A page of a list is some seven hundred values, each of
 * which the parser keeps books about.
 * @throws ZodError as `schema.parse` does
 */
export function shapeAnswer<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const made = shapeOf(schema)(value);
  return (made === unsure ? schema.parse(value) : made) as z.output<Schema>;
}

function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const made = makeShape(schema);
  shapes.set(schema, made);
  return made;
}

function makeShape(schema: z.core.$ZodType): Shape {
  if (schema === instant)
    return (value) => (value instanceof Date && value.getTime() === value.getTime() ? value.toISOString() : unsure);
  const def = defOf(schema);
  if (!def.coerce && !def.checks?.length) {
    const make = kinds[def.type];
    const made = make?.(def);
    if (made) return made;
  }
  return bySchema(schema);
}

/** What has rules of its own is judged by its schema. */
const bySchema =
  (schema: z.core.$ZodType): Shape =>
  (value) => {
    const { success, data } = z.safeParse(schema, value);
    return success ? data : unsure;
  };

const only =
  (holds: (value: unknown) => boolean): Shape =>
  (value) =>
    holds(value) ? value : unsure;

/** How each kind of schema without rules of its own is followed; none where it has a form of its own. */
const kinds: Readonly<Record<string, (def: SchemaDef) => Shape | undefined>> = {
  string: ({ format }) => (format === undefined ? only((value) => typeof value === 'string') : undefined),
  number: ({ format }) =>
    format === 'safeint' ? only(Number.isSafeInteger) : format === undefined ? only(Number.isFinite) : undefined,
  boolean: () => only((value) => typeof value === 'boolean'),
  enum: ({ entries }) => {
    const values = new Set<unknown>(Object.values(entries!));
    return only((value) => values.has(value));
  },
  nullable: ({ innerType }) => {
    const inner = shapeOf(innerType!);
    return (value) => (value === null ? null : inner(value));
  },
  optional: ({ innerType }) => {
    const inner = shapeOf(innerType!);
    return (value) => (value === undefined ? undefined : inner(value));
  },
  array: ({ element }) => listShape(shapeOf(element!)),
  object: ({ catchall, shape }) => (catchall === undefined ? objectShape(shape!) : undefined),
};

const listShape =
  (item: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return unsure;
    const list: unknown[] = [];
    for (const one of value) {
      const made = item(one);
      if (made === unsure) return unsure;
      list.push(made);
    }
    return list;
  };

/** Every object starts as a copy of one that has all its fields: filling those is quicker than adding one by one. */
function objectShape(shape: Record<string, z.core.$ZodType>): Shape {
  const fields = Object.entries(shape).map(([key, schema]) => ({ key, of: shapeOf(schema) }));
  const blank: Record<string, unknown> = Object.fromEntries(fields.map(({ key }) => [key, undefined]));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unsure;
    const given = value as Record<string, unknown>;
    const made = { ...blank };
    for (const { key, of } of fields) {
      const field = of(given[key]);
      if (field === unsure) return unsure;
      made[key] = field;
    }
    return made;
  };
}
