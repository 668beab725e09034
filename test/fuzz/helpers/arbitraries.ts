import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod';
import * as fields from '#contract/kernel/fields.ts';
import type { Check } from '#domain/values/check.ts';
import { checkEmail } from '#domain/values/email.ts';
import { checkName } from '#domain/values/person-name.ts';
import { checkOrganisationInn, checkPersonInn, checkSnils } from '#domain/values/requisites.ts';

/** Right values by the name of their field, where only the world of the test knows them: ids, tokens, passwords. */
export type Hints = Readonly<Record<string, Arbitrary<unknown>>>;

/** A number of `length` digits that passes its control: the first digits are free, the last ones are found. */
const controlled = (length: number, control: number, check: Check): Arbitrary<string> =>
  fc
    .stringMatching(new RegExp(`^[1-9]\\d{${length - control - 1}}$`))
    .map((free) => {
      const endings = Array.from({ length: 10 ** control }, (_, key) => free + String(key).padStart(control, '0'));
      return endings.find((value) => check(value) === null) ?? '';
    })
    .filter((value) => value !== '');

const personInn = controlled(12, 2, checkPersonInn);
/** Now and then one at an end of the calendar, where nothing can be counted on from it. */
const day = fc
  .oneof(
    {
      weight: 9,
      arbitrary: fc.date({ min: new Date('1900-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
    },
    { weight: 1, arbitrary: fc.constantFrom(new Date('9999-12-31'), new Date('0001-01-01')) },
  )
  .map((date) => date.toISOString().slice(0, 10));

/** The fields of the contract that a pattern alone cannot describe, known by their schema. */
const known = new Map<unknown, Arbitrary<unknown>>([
  [fields.email, fc.emailAddress().filter((value) => checkEmail(value) === null)],
  [fields.name, fc.stringMatching(/^[А-ЯЁ][а-яё]{1,20}(-[а-яё]{1,10})?$/).filter((value) => checkName(value) === null)],
  [fields.personInn, personInn],
  [fields.inn, fc.oneof(personInn, controlled(10, 1, checkOrganisationInn))],
  [fields.ogrn, fc.constantFrom('1027700132195', '1027739609391', '304500116000157')],
  [fields.kpp, fc.stringMatching(/^\d{4}[0-9A-Z]{2}\d{3}$/)],
  [fields.snils, controlled(11, 2, checkSnils)],
  [fields.phone, fc.stringMatching(/^(\+7|8)9\d{9}$/)],
  [fields.passportDepartment, fc.stringMatching(/^\d{3}-\d{3}$/)],
  [fields.day, day],
  [fields.newPassword, fc.stringMatching(/^[a-zа-я]{6}-[A-Z]{4}-\d{4}$/)],
]);

interface Def {
  type: string;
  innerType: z.ZodType;
  in: z.ZodType;
  element: z.ZodType;
  keyType: z.ZodType;
  valueType: z.ZodType;
  options: z.ZodType[];
  values: unknown[];
  entries: Record<string, unknown>;
}
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

/** Values that the schema takes. @throws for a kind of schema that the contract did not use so far */
export function valid(schema: z.ZodType, hints: Hints = {}): Arbitrary<unknown> {
  const field = known.get(schema);
  if (field) return field;
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'default':
      return valid(def.innerType, hints);
    case 'pipe':
      return valid(def.in, hints);
    case 'nullable':
      return fc.option(valid(def.innerType, hints), { nil: null, freq: 4 });
    case 'object':
      return validObject(schema as z.ZodObject, hints);
    case 'record':
      return fc
        .tuple(valid(def.keyType, hints) as Arbitrary<string>, valid(def.valueType, hints))
        .map(([key, value]) => ({ [key]: value }));
    case 'union':
      return fc.oneof(...def.options.map((option) => valid(option, hints)));
    case 'array':
      return validArray(schema, hints);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return fc.jsonValue();
    case 'date':
      return fc.date({ noInvalidDate: true });
    case 'number':
      return validNumber(schema);
    case 'string':
      return validText(schema);
    default:
      throw new Error(`No arbitrary for the schema kind ${def.type}`);
  }
}

const mayBeAbsent = (schema: z.ZodType): boolean => ['optional', 'default'].includes(defOf(schema).type);

function validObject({ shape }: z.ZodObject, hints: Hints): Arbitrary<unknown> {
  const entries = Object.entries(shape);
  const values = Object.fromEntries(entries.map(([key, schema]) => [key, hints[key] ?? valid(schema, hints)]));
  const requiredKeys = entries.filter(([, schema]) => !mayBeAbsent(schema)).map(([key]) => key);
  return fc.record(values, { requiredKeys, noNullPrototype: true });
}

/** What JSON Schema says of a schema's bounds. */
interface Bounds {
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}
const bounds = new WeakMap<z.ZodType, Bounds>();
function boundsOf(schema: z.ZodType): Bounds {
  const found = bounds.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Bounds);
  bounds.set(schema, found);
  return found;
}

function validArray(schema: z.ZodType, hints: Hints): Arbitrary<unknown> {
  const { minItems = 0, maxItems = 20 } = boundsOf(schema);
  return fc.array(valid(defOf(schema).element, hints), { minLength: minItems, maxLength: Math.min(maxItems, 20) });
}

function validNumber(schema: z.ZodType): Arbitrary<number> {
  const { minimum, exclusiveMinimum = 0, maximum = Number.MAX_SAFE_INTEGER } = boundsOf(schema);
  return fc.integer({ min: minimum ?? exclusiveMinimum + 1, max: Math.min(maximum, 2 ** 31) });
}

function validText(schema: z.ZodType): Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 300 } = boundsOf(schema);
  // By chance hardly any string is an address.
  if (format === 'uri') return fc.webUrl().filter((value) => schema.safeParse(value).success);
  const text = pattern
    ? fc.stringMatching(new RegExp(pattern))
    : fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) });
  return text.filter((value) => schema.safeParse(value).success);
}
