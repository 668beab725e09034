import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../index.ts';
import { sum, version } from './fields.ts';
import { fieldErrors, russianMessages } from './messages.ts';
import { defOf } from './schema-def.ts';

beforeAll(russianMessages);

const saidOf = (schema: z.core.$ZodType, value: unknown): string | undefined => {
  const { error } = z.safeParse(schema, value);
  return error && fieldErrors(error)[''];
};

/** Every number that comes in, by the place where it is. */
function numbersIn(schema: z.core.$ZodType, path: string): (readonly [string, z.core.$ZodType])[] {
  const def = defOf(schema);
  if (def.type === 'number') return [[path, schema]];
  const inside = [def.innerType, def.in, def.element, def.valueType, ...(def.options ?? [])].filter((one) => one);
  return [
    ...inside.flatMap((one) => numbersIn(one!, path)),
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => numbersIn(field, `${path}.${name}`)),
  ];
}
const numbers = operations.flatMap(({ route, def }) =>
  (['query', 'body'] as const).flatMap((place) => (def[place] ? numbersIn(def[place], `${route} ${place}`) : [])),
);

describe('a message about a number', () => {
  test('names a bound that the number may have', () => {
    const wrong = numbers.flatMap(([path, schema]) =>
      [-1, 0, Number.MAX_SAFE_INTEGER].flatMap((value) => {
        const said = saidOf(schema, value);
        const bound = /^Не (?:меньше|больше) (-?\d+)$/.exec(said ?? '')?.[1];
        return bound !== undefined && saidOf(schema, Number(bound)) ? [`${path}, ${value}: ${said}`] : [];
      }),
    );
    expect(numbers.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  test('says what is above a bound that itself is not taken', () => {
    expect(saidOf(z.number().gt(0), 0)).toBe('Больше 0');
    expect(saidOf(z.number().lt(5), 5)).toBe('Меньше 5');
    expect(saidOf(version, 0)).toBe('Не меньше 1');
  });

  test('of money speaks of roubles', () => {
    expect(saidOf(sum, 0)?.replaceAll('\u00A0', ' ')).toBe('Не меньше 0,01 ₽');
    // Kopecks and basis points are typed by nobody.
    const money = numbers.filter(([path]) => /(?:sum|amount|Bps|debt(?:From|To)|minPayment)$/i.test(path));
    expect(money.length).toBeGreaterThan(20);
    const bare = money.filter(([, schema]) => /\d{5}$|^Не меньше \d+$/.test(saidOf(schema, -1) ?? ''));
    expect(bare.map(([path]) => path)).toEqual([]);
  });
});
