import { type Selectable, sql } from 'kysely';
import { pickTariff, type Tariff, type TariffKey } from '#domain/money/tariff.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Tariffs } from '#server/platform/database/schema.ts';

/** A tariff as it is stored. */
export type StoredTariff = Tariff & { readonly id: number; readonly name: string; readonly approved: boolean };

/** The tariffs for the very same that count on some day; nobody's proposal does. */
export async function approvedTariffs(db: Db, key: TariffKey): Promise<StoredTariff[]> {
  const rows = await approved(db)
    .where('legalEntityId', 'is not distinct from', key.legalEntityId)
    .where('legalEntityTypeId', 'is not distinct from', key.legalEntityTypeId)
    .where('individualCategoryId', 'is not distinct from', key.individualCategoryId)
    .execute();
  return rows.map(storedTariff);
}

const approved = (db: Db) => db.selectFrom('tariffs').selectAll().where('approved', '=', true).orderBy('id');

/** A row as the rules know it: the database holds its columns of choices to them. */
export const storedTariff = (row: Selectable<Tariffs>): StoredTariff => ({
  ...row,
  payer: row.payer as Tariff['payer'],
  base: row.base as Tariff['base'],
  collect: row.collect as Tariff['collect'],
  vatMode: row.vatMode as Tariff['vatMode'],
  fixed: kopecks(row.fixed),
  min: kopecks(row.min),
  max: row.max === null ? null : kopecks(row.max),
  validFrom: row.validFrom as Day,
  validTo: row.validTo as Day | null,
});

/** Whose settlement it is; a person who is not known yet has no category. */
interface TariffSides {
  readonly legalEntityId: number;
  readonly individualId: number | null;
}

/** The tariff of a settlement on a day, by what kind of company and of person its sides are; null when the platform takes nothing. */
export async function tariffOf(db: Db, sides: TariffSides, day: Day): Promise<StoredTariff | null> {
  const { legalEntityId } = sides;
  const { legalEntityTypeId, individualCategoryId } = await keysOf(db, sides);
  const rows = await approved(db)
    .where((eb) => eb.or([eb('legalEntityId', '=', legalEntityId), eb('legalEntityId', 'is', null)]))
    .where('validFrom', '<=', day)
    .where((eb) => eb.or([eb('validTo', '>=', day), eb('validTo', 'is', null)]))
    .execute();
  return pickTariff(rows.map(storedTariff), { legalEntityId, legalEntityTypeId, individualCategoryId, day });
}

const keysOf = (db: Db, { legalEntityId, individualId }: TariffSides) =>
  db
    .selectNoFrom([
      sql<number | null>`(select type_id from legal_entities where id = ${legalEntityId})`.as('legalEntityTypeId'),
      sql<number | null>`(select category_id from individuals where id = ${individualId}::bigint)`.as(
        'individualCategoryId',
      ),
    ])
    .executeTakeFirstOrThrow();
