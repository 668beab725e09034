import { sql } from 'kysely';
import { EVERYBODY, termsInWords } from '#domain/money/tariff-words.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { TariffForm } from './tariffs.commands.ts';

/**
 * A tariff that waits for the second person, who reads whom it is for and all that counts the fee: as it was, and as it will be.
 * @param before the tariff as it is; null of a new one
 * @throws Refusal `move.illegal` when one waits already
 */
export async function proposeTariff(
  ctx: Writing,
  id: number,
  before: TariffForm | null,
  after: TariffForm & { version: number },
): Promise<void> {
  const told = await inWords(ctx.db, after);
  const reason =
    before === null
      ? `Новый тариф «${after.name}». ${told}`
      : `Тариф «${before.name}»${after.name === before.name ? '' : `, теперь «${after.name}»`}. Было: ${await inWords(ctx.db, before)}. Станет: ${told}`;
  await proposeApproval(ctx, 'tariff.keep', { table: 'tariffs', id }, reason, after);
}

async function inWords(db: Db, tariff: TariffForm): Promise<string> {
  const { legalEntityId, legalEntityTypeId, individualCategoryId } = tariff;
  const { rows } = await sql<{ names: string }>`select concat_ws(' · ',
    (select short_name from legal_entities where id = ${legalEntityId}),
    (select name from legal_entity_types where id = ${legalEntityTypeId}),
    (select name from individual_categories where id = ${individualCategoryId})) as names`.execute(db);
  return `${rows[0]!.names || EVERYBODY}: ${termsInWords(tariff)}`;
}
