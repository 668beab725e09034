import { expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '#contract/index.ts';

/** What a person types to be read as a name, or stands in papers beside one. */
const isName = (key: string): boolean =>
  /^(name|group|position|licence|site|contractNumber)$|Name$|[aA]ddress$/.test(key);
/** A second line, and what follows from the right to the left. */
const tricks = ['ООО «Дом»\nи партнёры', 'ООО «Дом»\u202E«Альфа»'];

interface Def {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
}

/** The fields of a body with their names, however deep. */
function fieldsIn(schema: z.ZodType | undefined): [string, z.ZodType][] {
  if (!schema) return [];
  const { innerType, in: from, element, valueType, shape, options }: Def = schema._zod.def;
  const own = Object.entries(shape ?? {});
  const inner = [innerType, from, element, valueType, ...own.map(([, field]) => field), ...(options ?? [])];
  return [...own, ...inner.flatMap(fieldsIn)];
}

const names = operations.flatMap(({ route, def }) =>
  fieldsIn(def.body as z.ZodType | undefined)
    .filter(([key]) => isName(key))
    .map(([key, field]) => ({ name: `${route}: ${key}`, field })),
);

test('a name is one line of what is seen (docs/decisions/0111)', () => {
  const taken = names.filter(({ field }) => tricks.some((trick) => field.safeParse(trick).success));
  expect(taken.map(({ name }) => name)).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});
