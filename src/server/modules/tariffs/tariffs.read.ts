import type { Day } from '#domain/days.ts';
import { pickTariff, type Tariff } from '#domain/tariff.ts';
import type { Db } from '#server/platform/db.ts';

/** The tariff of a company's deals on a day; null when the platform takes nothing of it. */
export async function tariffOf(db: Db, legalEntityId: number, day: Day): Promise<Tariff | null> {
  const rows = await db
    .selectFrom('tariffs')
    .selectAll()
    .where((where) => where.or([where('legalEntityId', '=', legalEntityId), where('legalEntityId', 'is', null)]))
    .where('validFrom', '<=', day)
    .orderBy('id')
    .execute();
  const tariffs = rows.map(
    (row) => ({ ...row, legalEntityTypeId: null, individualCategoryId: null }) as unknown as Tariff,
  );
  return pickTariff(tariffs, { legalEntityId, legalEntityTypeId: null, individualCategoryId: null, day });
}
