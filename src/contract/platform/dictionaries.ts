import * as z from 'zod';
import { INTEREST_RIGHTS } from '#domain/parties/interest-right.ts';
import type { Access, Resource } from '../kernel/access.ts';
import { filledLineText, keysOf, text, version } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, listQuery } from '../kernel/page.ts';

/** A word by which companies or people are told apart. */
const DictionaryItem = z.object({
  id: z.int(),
  name: z.string(),
  help: z.string().nullable(),
  /** In which order they are offered. */
  place: z.int(),
  /** How many cards and tariffs name it; null for those who do not keep dictionaries. */
  uses: z.int().nullable(),
  version: z.int(),
});

const Form = z.strictObject({
  name: filledLineText(100),
  help: text(300).nullable(),
  place: z.int().min(0).max(9999),
});

const readers: Access = { individual: 'all', employee: 'all', operator: 'all' };
const keepers: Access = { operator: ['all', 'administrator', 'manager'] };
const removers: Access = { operator: ['all', 'administrator'] };

/** @param own what the words of this dictionary say beside their names */
function dictionary<const Path extends string, Own extends z.core.$ZodShape>(
  path: Path,
  on: Resource,
  of: string,
  own: Own,
) {
  const item = DictionaryItem.extend(own);
  const form = Form.extend(own);
  return {
    list: op(`GET ${path}`, {
      about: `Справочник ${of}`,
      access: readers,
      query: listQuery(['place', 'name'], {}),
      out: listOf(item),
    }),
    get: op(`GET ${path}/{id}`, {
      about: `Запись справочника ${of}`,
      access: readers,
      on: { id: on },
      out: item,
    }),
    add: op(`POST ${path}`, {
      about: `Добавить в справочник ${of}`,
      access: keepers,
      vouched: true,
      body: form,
      out: item,
      status: 201,
      errors: ['input.invalid'],
    }),
    replace: op(`PUT ${path}/{id}`, {
      about: `Изменить запись справочника ${of}`,
      access: keepers,
      vouched: true,
      on: { id: on },
      body: form.extend({ version }),
      out: item,
      errors: ['version.stale', 'input.invalid'],
    }),
    remove: op(`DELETE ${path}/{id}`, {
      about: `Удалить запись справочника ${of}`,
      access: removers,
      vouched: true,
      on: { id: on },
      errors: ['dictionary.in_use'],
    }),
  };
}

export const legalEntityTypes = module(
  'legal-entity-types',
  'Виды компаний',
  dictionary('/api/dictionaries/legal-entity-type/items', 'legalEntityType', 'видов компаний', {
    /** By what right companies of this kind ask for interest. */
    interestRight: z.enum(keysOf(INTEREST_RIGHTS)),
  }),
);

/** Spelt so in paths only: the specification has it. */
export const individualCategories = module(
  'individual-categories',
  'Категории физлиц',
  dictionary('/api/dictionaries/individual-cathegory/items', 'individualCategory', 'категорий физлиц', {}),
);
