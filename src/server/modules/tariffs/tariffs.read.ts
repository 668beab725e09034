import type { Day } from '#domain/days.ts';
import { pickTariff, type Tariff } from '#domain/tariff.ts';
import type { Db } from '#server/platform/db.ts';

/** A tariff as it is kept. */
export type KeptTariff = Tariff & { readonly id: number; readonly name: string; readonly approved: boolean };

/** All tariffs that count on some day; nobody's proposal does. */
export async function tariffsInForce(db: Db): Promise<KeptTariff[]> {
  const rows = await db.selectFrom('tariffs').selectAll().where('approved', '=', true).orderBy('id').execute();
  return rows.map(kept);
}

/** A row as the rules know it; kinds of companies and categories of people have no tariffs yet. */
export const kept = (row: object): KeptTariff =>
  ({ ...row, legalEntityTypeId: null, individualCategoryId: null }) as unknown as KeptTariff;

/** The tariff of a company's deals on a day; null when the platform takes nothing of it. */
export async function tariffOf(db: Db, legalEntityId: number, day: Day): Promise<KeptTariff | null> {
  const subject = { legalEntityId, legalEntityTypeId: null, individualCategoryId: null, day };
  return pickTariff(await tariffsInForce(db), subject);
}
