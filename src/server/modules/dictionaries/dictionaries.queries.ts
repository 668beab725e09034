import { Refusal } from '#contract/kernel/errors.ts';
import type { Db } from '#server/platform/database/db.ts';

export type Dictionary = 'legalEntityTypes' | 'individualCategories';

/**
 * What somebody has chosen of a dictionary is still there.
 * @throws Refusal `input.invalid` at the field
 */
export async function demandItem(db: Db, table: Dictionary, id: number | null, field: string): Promise<void> {
  if (id === null) return;
  const found = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('input.invalid', { fields: { [field]: 'Такой записи в справочнике нет' } });
}
