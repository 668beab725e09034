import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { coerce } from './coerce.ts';

const flat = z.union([z.literal(1), z.literal(-1)]);
const mixed = z.union([z.string(), z.number(), z.array(z.string()), z.record(z.string(), z.number())]);

describe('text of a query or a form becomes what the schema expects', () => {
  test.each([
    ['a number', z.number(), '12', 12],
    ['no number', z.number(), '1e3', '1e3'],
    ['a number too long to be exact', z.number(), '1234567890123456', '1234567890123456'],
    ['a choice of numbers', flat, '-1', -1],
    ['a choice of numbers and texts, which stays a text', mixed, '1', '1'],
    ['a truth', z.boolean(), 'true', true],
    ['neither truth nor lie', z.boolean(), 'yes', 'yes'],
    ['one value into a list', z.array(z.number()), '5', [5]],
    ['a list with numbered keys', z.array(z.number()), { 0: '5', 1: '6' }, [5, 6]],
    ['the values of a record', z.record(z.string(), z.number()), { a: '5' }, { a: 5 }],
    ['a record of a choice of many kinds', z.record(z.string(), mixed), { ' ': '1' }, { ' ': '1' }],
    ['the fields that are known', z.object({ a: z.number() }), { a: '5', b: '6' }, { a: 5, b: '6' }],
    ['what may be absent', z.object({ a: z.number().optional() }), {}, {}],
  ])('%s', (_, schema, given, expected) => {
    expect(coerce(schema, given)).toEqual(expected);
  });
});
