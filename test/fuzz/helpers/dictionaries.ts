import fc from 'fast-check';

export const dictionaries = ['legal_entity_types', 'individual_categories'];
const item = 1_000_001;

/** One word of each dictionary that nothing names. */
export const dictionaryIds = { legalEntityType: item, individualCategory: item };

/** Puts it back, and takes away what a case has added. */
export const dictionaryRestoration = dictionaries
  .map(
    (table) => `delete from ${table} where id <> ${item} and name <> 'Банк';
  insert into ${table} (id, name) overriding system value values (${item}, 'Запасная запись')
    on conflict (id) do update set name = excluded.name, help = null;`,
  )
  .join('\n  ');

/** A tariff of a company names no kind and no category; cards may name the spare word. */
export const dictionaryHints = {
  legalEntityTypeId: fc.constant(null),
  individualCategoryId: fc.constant(null),
  typeId: fc.constantFrom(null, item),
  categoryId: fc.constantFrom(null, item),
};
