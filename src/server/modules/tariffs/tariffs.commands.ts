import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { tariffs } from '#contract/money/tariffs.ts';
import { checkTariff, overlappingTariffs, type Tariff } from '#domain/money/tariff.ts';
import { addDays, formatDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { demandItem } from '#server/modules/dictionaries/dictionaries.queries.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { approvedTariffs, type StoredTariff, storedTariff } from './tariffs.queries.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'tariff.keep': { about: 'tariffs'; details: TariffForm & { version: number } };
  }
}

export type TariffForm = Input<typeof tariffs.add>['body'];

/** What a form says as a tariff of the rules. */
export const asTariff = ({ fixed, min, max, ...form }: Omit<TariffForm, 'name'>): Tariff => ({
  ...form,
  fixed: kopecks(fixed),
  min: kopecks(min),
  max: max === null ? null : kopecks(max),
});

/** For whom a tariff is must be there. @throws Refusal `input.invalid` at the fields */
export async function demandKnown(
  db: Db,
  form: Pick<TariffForm, 'legalEntityId' | 'legalEntityTypeId' | 'individualCategoryId'>,
) {
  if (form.legalEntityId !== null) {
    const company = await db
      .selectFrom('legalEntities')
      .select('id')
      .where('id', '=', form.legalEntityId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!company) throw new Refusal('input.invalid', { fields: { legalEntityId: 'Такой компании нет' } });
  }
  await demandItem(db, 'legalEntityTypes', form.legalEntityTypeId, 'legalEntityTypeId');
  await demandItem(db, 'individualCategories', form.individualCategoryId, 'individualCategoryId');
}

/**
 * A tariff holds together, is for a company that exists, and shares no day with another one for the same.
 * @param id the tariff itself when it is there already
 * @throws Refusal `input.invalid` at the fields
 */
export async function demandFits(ctx: Writing, form: TariffForm, id?: number): Promise<void> {
  const problems = checkTariff(asTariff(form));
  if (problems.length > 0) {
    throw new Refusal('input.invalid', {
      fields: Object.fromEntries(problems.map(({ field, message }) => [field, message])),
    });
  }
  await demandKnown(ctx.db, form);
  // Of two tariffs for the same days that come at once the second must see the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('tariffs', 0))`.execute(ctx.db);
  const [other] = overlappingTariffs(
    (await approvedTariffs(ctx.db, form)).filter((tariff) => tariff.id !== id),
    asTariff(form),
  );
  if (!other) return;
  const until = other.validTo === null ? 'без срока' : `по ${formatDay(other.validTo)}`;
  // Not by its name: what somebody has typed is not repeated by an error.
  const message = `На эти дни уже есть тариф: с ${formatDay(other.validFrom)} ${until}`;
  throw new Refusal('input.invalid', { fields: { validFrom: message } });
}

/**
 * Of a tariff by which settlements may have been concluded only the name and a last day that is not over may change: the rest
 * is another tariff.
 * @throws Refusal `input.invalid` at the fields
 */
export function demandOpen(ctx: Writing, before: StoredTariff, after: TariffForm): void {
  if (!before.approved || before.validFrom > ctx.day) return;
  const { name: _name, validTo: _validTo, ...fixed } = after;
  const changed = (Object.keys(fixed) as (keyof typeof fixed)[]).filter((field) => before[field] !== fixed[field]);
  const fields = Object.fromEntries(
    changed.map((field) => [field, 'Тариф уже действует: назначьте ему последний день и заведите новый']),
  );
  const isOver = after.validTo !== before.validTo && after.validTo !== null && after.validTo < addDays(ctx.day, -1);
  if (isOver) fields['validTo'] = 'Прошедшие дни уже посчитаны';
  if (Object.keys(fields).length > 0) throw new Refusal('input.invalid', { fields });
}

/** Puts a tariff in force as it is told. @throws Refusal `version.stale` */
export const saveTariff = (ctx: Writing, id: number, version: number, form: TariffForm): Promise<void> =>
  changeRow(ctx.db, 'tariffs', id, version, { ...form, approved: true });

/**
 * What one operator has proposed is put in force by another one, unless the days have been taken, or the tariff has changed or begun.
 * @throws Refusal `move.illegal`
 */
export async function approveTariff(ctx: Writing, { objectId: id, details }: Proposed<'tariff.keep'>): Promise<void> {
  const { version, ...form } = details;
  try {
    await demandFits(ctx, form, id);
    const row = await ctx.db
      .selectFrom('tariffs')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // The days of a proposal may begin while it waits: settlements are concluded by the tariff then.
    demandOpen(ctx, storedTariff(row), form);
    await saveTariff(ctx, id, version, form);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [reason = 'Тариф с тех пор изменился'] = Object.values(error.fields ?? {});
    throw new Refusal('move.illegal', { detail: reason });
  }
}
