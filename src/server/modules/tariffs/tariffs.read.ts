import type { Day } from '#domain/days.ts';
import { pickTariff, type Tariff } from '#domain/tariff.ts';
import type { Db } from '#server/platform/db.ts';

/** A tariff as it is kept. */
export type KeptTariff = Tariff & { readonly id: number; readonly name: string; readonly approved: boolean };

/** The tariffs of a company, or of everybody when it is null, that count on some day; nobody's proposal does. */
export async function approvedTariffs(db: Db, legalEntityId: number | null): Promise<KeptTariff[]> {
  const rows = await approved(db)
    .where('legalEntityId', legalEntityId === null ? 'is' : '=', legalEntityId)
    .execute();
  return rows.map(kept);
}

const approved = (db: Db) => db.selectFrom('tariffs').selectAll().where('approved', '=', true).orderBy('id');

/** A row as the rules know it; kinds of companies and categories of people have no tariffs yet. */
export const kept = (row: object): KeptTariff =>
  ({ ...row, legalEntityTypeId: null, individualCategoryId: null }) as unknown as KeptTariff;

/** The tariff of a company's deals on a day; null when the platform takes nothing of it. */
export async function tariffOf(db: Db, legalEntityId: number, day: Day): Promise<KeptTariff | null> {
  const subject = { legalEntityId, legalEntityTypeId: null, individualCategoryId: null, day };
  const rows = await approved(db)
    .where((eb) => eb.or([eb('legalEntityId', '=', legalEntityId), eb('legalEntityId', 'is', null)]))
    .where('validFrom', '<=', day)
    .where((eb) => eb.or([eb('validTo', '>=', day), eb('validTo', 'is', null)]))
    .execute();
  return pickTariff(rows.map(kept), subject);
}
