import type * as z from 'zod';

/** What a schema was made of, as far as anybody here reads it off; which parts are there follows from `type`. */
export interface SchemaDef {
  type: string;
  checks?: readonly { _zod: { def: { check: string; maximum?: number; length?: number } } }[];
  format?: string;
  coerce?: boolean;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  catchall?: z.core.$ZodType;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  options?: readonly z.core.$ZodType[];
  values?: readonly unknown[];
  entries?: Readonly<Record<string, string | number>>;
}

/** Reads it off a schema of any kind. */
export const defOf = (schema: z.core.$ZodType): SchemaDef => schema._zod.def;
