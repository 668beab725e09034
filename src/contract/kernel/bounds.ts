import * as z from 'zod';
import { defOf, type SchemaDef } from './schema-def.ts';

/** The most that an input can be. */
interface Bound {
  /** Bytes of the longest JSON that the schema accepts, without spaces between its parts. */
  bytes: number;
  /** How many objects, lists and records are within one another at most. */
  depth: number;
}

/** A part of an input that may be as long or as deep as somebody likes. */
export class Unbounded extends Error {
  constructor(path: string, what: string) {
    super(`${path || '(whole)'}: ${what}`);
  }
}

/** A character of a JSON text takes six bytes at most: `\u0416`. */
const bytesOfCharacter = 6;
/** The longest number, `-1.7976931348623157e+308`. */
const bytesOfNumber = 24;
const bytesOfUuid = 36;

/** The most keys of the records that `boundedRecord` has made. */
const mostKeys = new WeakMap<z.core.$ZodType, number>();

/** A record whose keys nobody knows beforehand, of at most `most` of them. */
export function boundedRecord<K extends z.core.$ZodRecordKey, V extends z.ZodType>(key: K, value: V, most: number) {
  const record = z
    .record(key, value)
    .refine((given) => Object.keys(given).length <= most, `Слишком много значений: не больше ${most}`);
  mostKeys.set(record, most);
  return record;
}

/**
 * The most that an input may be, read off its schema.
 * @throws Unbounded where a text has no longest, a list or a record no most, an object takes unknown fields, or the shape
 *   is of a kind whose bound cannot be told.
 */
export function boundOf(schema: z.core.$ZodType, path = ''): Bound {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return atLeast(boundOf(def.innerType!, path), 'null'.length);
    case 'pipe':
      return boundOf(def.in!, path);
    case 'string':
      return { bytes: 2 + charactersOf(def, path) * bytesOfCharacter, depth: 0 };
    case 'number':
      return { bytes: bytesOfNumber, depth: 0 };
    case 'boolean':
      return { bytes: 'false'.length, depth: 0 };
    case 'literal':
      return longest(def.values!);
    case 'enum':
      return longest(Object.values(def.entries!));
    case 'union':
      return def.options!.map((option) => boundOf(option, path)).reduce(larger);
    case 'array':
      return repeated(mostOf(def, path), boundOf(def.element!, `${path}[]`));
    case 'record':
      return boundOfRecord(schema, def, path);
    case 'object':
      return boundOfObject(def, path);
    default:
      throw new Unbounded(path, `no bound is known of «${def.type}»`);
  }
}

const atLeast = ({ bytes, depth }: Bound, least: number): Bound => ({ bytes: Math.max(bytes, least), depth });
const larger = (one: Bound, other: Bound): Bound => ({
  bytes: Math.max(one.bytes, other.bytes),
  depth: Math.max(one.depth, other.depth),
});
/** `count` equal parts and the commas between them, in brackets. */
const repeated = (count: number, { bytes, depth }: Bound): Bound => ({
  bytes: 2 + count * (bytes + 1),
  depth: depth + 1,
});

function longest(values: readonly unknown[]): Bound {
  const lengths = values.map((value) => JSON.stringify(value).length * bytesOfCharacter);
  return { bytes: Math.max(...lengths), depth: 0 };
}

function lengthOf({ checks = [] }: SchemaDef): number | undefined {
  const lengths = checks.flatMap(({ _zod: { def } }) => {
    if (def.check === 'length_equals') return [def.length!];
    return def.check === 'max_length' ? [def.maximum!] : [];
  });
  return lengths.length > 0 ? Math.min(...lengths) : undefined;
}

function charactersOf(def: SchemaDef, path: string): number {
  const length = def.format === 'uuid' ? bytesOfUuid : lengthOf(def);
  if (length === undefined) throw new Unbounded(path, 'a text without a longest');
  return length;
}

function mostOf(def: SchemaDef, path: string): number {
  const length = lengthOf(def);
  if (length === undefined) throw new Unbounded(path, 'a list without a most');
  return length;
}

function boundOfRecord(schema: z.core.$ZodType, def: SchemaDef, path: string): Bound {
  const key = defOf(def.keyType!);
  const most = key.type === 'enum' ? Object.keys(key.entries!).length : mostKeys.get(schema);
  if (most === undefined) throw new Unbounded(path, 'a record without a most of keys');
  const [name, value] = [boundOf(def.keyType!, `${path}{key}`), boundOf(def.valueType!, `${path}{}`)];
  return repeated(most, { bytes: name.bytes + 1 + value.bytes, depth: value.depth });
}

function boundOfObject({ shape = {}, catchall }: SchemaDef, path: string): Bound {
  if (catchall === undefined || defOf(catchall).type !== 'never') {
    throw new Unbounded(path, 'an object that takes unknown fields');
  }
  const fields = Object.entries(shape).map(([name, field]) => {
    const { bytes, depth } = boundOf(field, path ? `${path}.${name}` : name);
    return { bytes: bytes + name.length + '"":,'.length, depth };
  });
  const bytes = fields.reduce((sum, field) => sum + field.bytes, 2);
  return { bytes, depth: 1 + Math.max(0, ...fields.map(({ depth }) => depth)) };
}
