import type * as z from 'zod';

type Schema = z.core.$ZodType;
interface Def {
  type: string;
  innerType?: Schema;
  in?: Schema;
  element?: Schema;
  valueType?: Schema;
  shape?: Record<string, Schema>;
  options?: Schema[];
  values?: unknown[];
}
const defOf = (schema: Schema): Def => schema._zod.def;
const accepts = (schema: Schema, value: unknown): boolean => (schema as z.ZodType).safeParse(value).success;

/** What a field may turn out to want, the plainest first. */
const leaves: readonly unknown[] = [
  'Текст',
  'лес-Ветер-7-поле',
  1,
  5,
  30,
  200,
  1_500_000,
  true,
  'sample@test.example',
  '+79161234567',
  '1990-05-17',
  '14:05',
  '7707083893',
  '500100732259',
  '770701001',
  '1027700132195',
  '112-233-445 95',
  '1234',
  '123456',
  '770-001',
  'q=долг',
  'a'.repeat(64),
  '3f2b8c1e-5d4a-4b6c-9e7f-0a1b2c3d4e5f',
  'https://sample.test.example/',
];

/**
 * A body that the schema accepts.
 * @param which `required` leaves out what may be left out, `all` fills every field
 * @throws Error when no known value fits a field: then `leaves` needs one more
 */
export function sample(schema: Schema, which: 'required' | 'all'): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'nullable':
    case 'readonly':
      return sample(def.innerType!, which);
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!)
          .filter(([, field]) => which === 'all' || !accepts(field, undefined))
          .map(([name, field]) => [name, sample(field, which)]),
      );
    case 'array':
      return accepts(schema, []) ? [] : [sample(def.element!, which)];
    case 'record':
      return {};
    case 'literal':
      return def.values![0];
    case 'union': {
      const objects = def.options!.filter((option) => defOf(option).type === 'object');
      return objects.length > 0 ? sample(objects[0]!, which) : leaf(schema);
    }
    default:
      return leaf(schema);
  }
}

function leaf(schema: Schema): unknown {
  const choices = (schema as { options?: unknown[] }).options ?? [];
  const found = [...choices, ...leaves].find((value) => accepts(schema, value));
  if (found === undefined) throw new Error('test/access/helpers/sample.ts: no sample fits a field of this schema');
  return found;
}

/** Paths of the fields in an answer that its schema does not declare. */
export function strays(schema: Schema, value: unknown, path = ''): string[] {
  const def = defOf(schema);
  if (value === null || value === undefined) return [];
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'nullable':
    case 'readonly':
      return strays(def.innerType!, value, path);
    case 'array':
      // Of a union, one option may be a list and the answer another one.
      if (!Array.isArray(value)) return [path];
      return value.flatMap((item, index) => strays(def.element!, item, `${path}[${index}]`));
    case 'record':
      return Object.entries(value).flatMap(([key, item]) => strays(def.valueType!, item, `${path}.${key}`));
    case 'union':
      return def.options!.map((option) => strays(option, value, path)).sort((a, b) => a.length - b.length)[0]!;
    case 'object':
      return Object.entries(value).flatMap(([key, item]) =>
        def.shape![key] ? strays(def.shape![key], item, `${path}.${key}`) : [`${path}.${key}`],
      );
    default:
      return [];
  }
}

/** The names of the fields of an answer, or of the rows of a list. */
export function fieldsOf(schema: Schema | undefined): string[] {
  if (!schema) return [];
  const { shape, element } = defOf(schema);
  if (element) return fieldsOf(element);
  return shape ? Object.keys(shape) : [];
}
